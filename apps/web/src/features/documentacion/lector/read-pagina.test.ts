import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPagina } from './read-pagina.ts'
import { seccionesOf } from './secciones-of.ts'

const read = (text: string) => readPagina(`# Página\n\n${text}`, { 'otra.md': '/otra' }).bloques

test('words keep what they are marked as, and lead where other pages stand', () => {
  expect(read('Un **dato** `a<b` de _aquí_ a [otra](otra.md#parte), 1 < 2 & ~3~.')).toEqual([
    {
      tipo: 'parrafo',
      textos: [
        'Un ',
        { fuerte: ['dato'] },
        ' ',
        { codigo: 'a<b' },
        ' de ',
        { enfasis: ['aquí'] },
        ' a ',
        { enlace: '/otra#parte', textos: ['otra'] },
        ', 1 < 2 & ~3~.',
      ],
    },
  ])
})

test('parts are found by their words, or by the name that they give themselves', () => {
  const anclas = read('## Qué año\n\n## Qué año\n\n### `config` {#sftp.config}').map((bloque) =>
    bloque.tipo === 'titulo' ? bloque.ancla : null,
  )
  expect(anclas).toEqual(['que-ano', 'que-ano-2', 'sftp.config'])
})

test('fields of a table are found under their part', () => {
  const [, tabla] = read('## Uno {#uno}\n\n| Campo | Tipo |\n|---|---|\n| `a.b` | texto |')
  expect(tabla).toMatchObject({ filas: [{ ancla: 'uno.a.b', celdas: [[{ codigo: 'a.b' }], ['texto']] }] })
})

test('formulas stand apart from what they come to', () => {
  expect(read('```formula\n1 + 1\n→ 2\n```')).toEqual([{ tipo: 'formula', formula: '1 + 1', resultado: '2' }])
  expect(read('- `A("`x`")` → `1`\n')).not.toEqual([])
  expect(read('- `SUMA(1; 2)` → `3`')).toEqual([{ tipo: 'formula', formula: 'SUMA(1; 2)', resultado: '3' }])
})

test('what is written for who writes pages is not shown', () => {
  expect(read('<!-- Escrito por una prueba -->\n\nHola')).toEqual([{ tipo: 'parrafo', textos: ['Hola'] }])
})

test('a page without a title is refused', () => {
  expect(() => readPagina('Hola')).toThrow('title')
})

test('plain words are found in the page as they were written', () => {
  const word = fc.stringMatching(/^[a-záéíóúñ]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const bloques = readPagina(`# T\n\n${words.join(' ')}`).bloques
      expect(seccionesOf({ titulo: 'T', bloques })[0]?.texto).toBe(words.join(' '))
    }),
  )
})
