import { expect, test } from 'vitest'
import { describePorQue } from './describe-por-que.ts'
import { markTexto } from './mark-texto.ts'

test('a passage found by words and by vectors says both', () => {
  const porQue = {
    palabras: ['anula', 'factura'],
    todas: true,
    lugarPorPalabras: 1,
    lugarPorVectores: 3,
    parecido: 0.8123,
  }
  expect(describePorQue(porQue)).toEqual([
    '1.º por palabras',
    'anula, factura',
    '3.º por vectores',
    'parecido 0,81',
  ])
})

test('one with only some of the words says so, and nothing of vectors', () => {
  const porQue = {
    palabras: ['factura'],
    todas: false,
    lugarPorPalabras: 2,
    lugarPorVectores: null,
    parecido: null,
  }
  expect(describePorQue(porQue)).toEqual(['2.º por palabras, no están todas', 'factura'])
})

test('a text is cut at its marks', () => {
  expect(markTexto('la factura.', [{ desde: 3, hasta: 10 }])).toEqual([
    { desde: 0, texto: 'la ', isMarked: false },
    { desde: 3, texto: 'factura', isMarked: true },
    { desde: 10, texto: '.', isMarked: false },
  ])
})
