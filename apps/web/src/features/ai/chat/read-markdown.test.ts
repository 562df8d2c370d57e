import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bloque, readMarkdown } from './read-markdown.ts'

const parrafo = (...partes: (Bloque & { tipo: 'parrafo' })['partes']): Bloque => ({ tipo: 'parrafo', partes })

test.each<[string, Bloque[]]>([
  [
    '**a** _b_ `c` ~~d~~',
    [
      parrafo(
        { tipo: 'fuerte', partes: ['a'] },
        ' ',
        { tipo: 'enfasis', partes: ['b'] },
        ' ',
        { tipo: 'codigo', texto: 'c' },
        ' ',
        { tipo: 'tachado', partes: ['d'] },
      ),
    ],
  ],
  [
    '## T\n\n> x',
    [
      { tipo: 'titulo', nivel: 2, partes: ['T'] },
      { tipo: 'aparte', bloques: [parrafo('x')] },
    ],
  ],
  ['3. a\n4. b', [{ tipo: 'lista', comienzo: 3, elementos: [[parrafo('a')], [parrafo('b')]] }]],
  [
    '0. a\n1. b\n\n- [ ] c\n- [x] d',
    [
      { tipo: 'lista', comienzo: 0, elementos: [[parrafo('a')], [parrafo('b')]] },
      { tipo: 'lista', comienzo: null, elementos: [[parrafo('☐ ', 'c')], [parrafo('☑ ', 'd')]] },
    ],
  ],
  [
    '- [x] a\n\n- [ ] b',
    [{ tipo: 'lista', comienzo: null, elementos: [[parrafo('☑ ', 'a')], [parrafo('☐ ', 'b')]] }],
  ],
  [
    '- [ ] **a** `&lt;b&gt;`\n  - c',
    [
      {
        tipo: 'lista',
        comienzo: null,
        elementos: [
          [
            parrafo('☐ ', { tipo: 'fuerte', partes: ['a'] }, ' ', { tipo: 'codigo', texto: '&lt;b&gt;' }),
            { tipo: 'lista', comienzo: null, elementos: [[parrafo('c')]] },
          ],
        ],
      },
    ],
  ],
  ['| a | b |\n|---|---|\n| 1 | 2 |', [{ tipo: 'tabla', cabecera: [['a'], ['b']], filas: [[['1'], ['2']]] }]],
  ['```sql\nselect 1\n```', [{ tipo: 'codigo', lenguaje: 'sql', texto: 'select 1', cerrado: true }]],
  ['```sql\nselect', [{ tipo: 'codigo', lenguaje: 'sql', texto: 'select', cerrado: false }]],
  [
    'según [1] y [2].',
    [parrafo('según ', { tipo: 'cita', numero: 1 }, ' y ', { tipo: 'cita', numero: 2 }, '.')],
  ],
  [
    '[guía](https://ejemplo.es/a?b=1)',
    [parrafo({ tipo: 'enlace', href: 'https://ejemplo.es/a?b=1', partes: ['guía'] })],
  ],
  ['5 < 6 & "x"', [parrafo('5 < 6 & "x"')]],
])('%s', (texto, bloques) => {
  expect(readMarkdown(texto)).toEqual(bloques)
})

describe('what is written against whoever reads it', () => {
  test.each([
    ['a script is words', '<script>alert(1)</script>'],
    ['so is a picture as markup', 'a <img src=x onerror=alert(1)> b'],
    ['and a frame', '<iframe src="https://malo.es"></iframe>'],
    ['a script as an address leads nowhere', '[x](javascript:alert(1))'],
    ['in whatever case', '[x](JaVaScRiPt:alert(1))'],
    ['also hidden in entities', '[x](&#106;avascript:alert(1))'],
    ['nor does data', '[x](data:text/html,<script>alert(1)</script>)'],
    ['nor a file', '[x](file:///etc/passwd)'],
    ['nor a place of this product', '[x](/api/servidores)'],
    ['nor an address that pretends to be another', '[x](https://banco.es@malo.es/)'],
  ])('%s', (_, texto) => {
    expect(addressesIn(readMarkdown(texto))).toEqual([])
  })

  test('a picture is not fetched: it is an address that a person may follow', () => {
    expect(readMarkdown('![foto](https://malo.es/?dato=secreto)')).toEqual([
      parrafo({ tipo: 'enlace', href: 'https://malo.es/?dato=secreto', partes: ['foto'] }),
    ])
  })

  test('what a number stands for is not said by the text', () => {
    expect(readMarkdown('ver [1]\n\n[1]: https://malo.es')).toEqual([
      parrafo('ver ', { tipo: 'cita', numero: 1 }),
    ])
  })

  test('what is nested without end is shown as it is', () => {
    const texto = `${'> '.repeat(20_000)}x`
    expect(JSON.stringify(readMarkdown(texto))).toContain('x')
  })
})

test('whatever comes, and however it is cut, something is drawn that leads nowhere else', () => {
  const pieces = fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '```',
    '`',
    '**',
    '[a](',
    'javascript:x)',
    '![',
    '](',
    '|a|b|\n|-|-|\n',
    '> ',
    '<b>',
    '\n',
    '\n\n',
    'texto ',
    '[1]',
    '~~',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (list) => {
      for (const address of addressesIn(readMarkdown(list.join(''))))
        expect(address).toMatch(/^(?:https?|mailto):/)
    }),
  )
})

function addressesIn(bloques: readonly Bloque[]): string[] {
  return [...JSON.stringify(bloques).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href)
}
