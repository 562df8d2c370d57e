import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutTexto } from './cut-texto.ts'

const CORTE = { tamano: 200, solape: 40 }
const cut = (texto: string, corte = CORTE) => cutTexto(texto, corte, { conTitulos: true })

test('a passage knows the headings above it, and a heading alone is one only where nothing stands below it', () => {
  const texto =
    '# Ventas\n\n## Facturas\n\nSe emiten el lunes.\n\n## Abonos\n\n# Compras ##\n\nA treinta días.'
  expect(cut(texto).map(({ titulo, texto: piece }) => [titulo.join(' > '), piece])).toEqual([
    ['Ventas > Facturas', '## Facturas\n\nSe emiten el lunes.'],
    ['Ventas > Abonos', '## Abonos'],
    ['Compras', '# Compras ##\n\nA treinta días.'],
  ])
})

test('what looks like a heading within code is none, nor in a text that has none', () => {
  expect(cut('# Uso\n\n```\n# comentario\n```').map(({ titulo }) => titulo)).toEqual([['Uso']])
  expect(cutTexto('# no es un título', CORTE, { conTitulos: false })).toEqual([
    { orden: 0, texto: '# no es un título', desde: 0, hasta: 17, titulo: [] },
  ])
})

test('of a heading without end only its beginning is told, in whole characters', () => {
  const told = new Set(cut(`# a${'𝕬'.repeat(5_000)}`).map(({ titulo }) => titulo.join(' > ')))
  expect([...told]).toEqual([`a${'𝕬'.repeat(99)}`])
  expect(cut(`# ${'b'.repeat(201)}`).map(({ titulo }) => titulo)).toContainEqual(['b'.repeat(200)])
})

test('it is cut between paragraphs before sentences, and between sentences before words', () => {
  const parrafo = `${'Una frase corta. '.repeat(9).trim()}`
  const [first, second] = cut(`${parrafo}\n\n${parrafo}`)
  expect(first?.texto).toBe(parrafo)
  expect(second?.texto.endsWith(parrafo)).toBe(true)
  const [frases] = cut('Una frase algo más larga que otra. '.repeat(20))
  expect(frases?.texto.endsWith('otra.')).toBe(true)
  const [palabras] = cut('palabra '.repeat(60))
  expect(palabras?.texto.endsWith('palabra')).toBe(true)
})

const textos = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.lorem({ maxCount: 40 }),
      fc.constantFrom('\n\n', '\n', '\n# Uno\n', '\n## Dos\n', '\n```\n', '👩‍👧 ', '𝕬'.repeat(300)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
const cortes = fc
  .record({ tamano: fc.integer({ min: 20, max: 300 }), share: fc.double({ min: 0, max: 0.5, noNaN: true }) })
  .map(({ tamano, share }) => ({ tamano, solape: Math.floor(tamano * share) }))

test('passages are slices of the text, no longer than asked, in order, and overlap no more than asked', () => {
  fc.assert(
    fc.property(textos, cortes, fc.boolean(), (texto, corte, conTitulos) => {
      const pasajes = cutTexto(texto, corte, { conTitulos })
      for (const [index, { orden, desde, hasta, texto: piece }] of pasajes.entries()) {
        expect(orden).toBe(index)
        expect(piece).toBe(texto.slice(desde, hasta))
        expect(piece.trim()).toBe(piece)
        expect(piece.length).toBeGreaterThan(0)
        expect(piece.length).toBeLessThanOrEqual(corte.tamano)
        const before = pasajes[index - 1]
        if (!before) continue
        expect(desde).toBeGreaterThan(before.desde)
        expect(hasta).toBeGreaterThan(before.hasta)
        expect(before.hasta - desde).toBeLessThanOrEqual(corte.solape)
      }
    }),
  )
})

test('all that is no heading stands in a passage, and no passage ends or begins within a character', () => {
  fc.assert(
    fc.property(textos, cortes, (texto, corte) => {
      const pasajes = cutTexto(texto, corte, { conTitulos: false })
      let covered = 0
      for (const { desde, hasta } of pasajes) {
        expect(texto.slice(covered, Math.max(covered, desde)).trim()).toBe('')
        covered = Math.max(covered, hasta)
      }
      expect(texto.slice(covered).trim()).toBe('')
      if (texto.isWellFormed())
        for (const { texto: piece } of pasajes) expect(piece.isWellFormed()).toBe(true)
    }),
  )
})
