import { expect, test } from 'vitest'
import { describeMedido, diferenciaOf } from './describe-evaluacion.ts'

test.each([
  [0.75, 0.5, { text: '+0,250', isBetter: true }],
  [0.5, 0.75, { text: '−0,250', isBetter: false }],
  [0.5, 0.5, null],
  [0.5, 0.50001, null],
  [0.5, undefined, null],
])('%d after %d', (now, before, expected) => {
  expect(diferenciaOf(now, before)).toEqual(expected)
})

test('a run says what it measured', () => {
  const text = describeMedido({
    id: crypto.randomUUID(),
    nota: '',
    creadoPor: 'ana',
    creadoEn: '2026-11-24T08:00:00Z',
    preguntas: 1,
    huella: '',
    coleccion: {
      idioma: 'espanol',
      corte: { tamano: 1_200, solape: 150 },
      servidorId: null,
      modelo: '',
      documentos: 2,
      pasajes: 1,
    },
    medidas: [],
    avisos: [],
  })
  expect(text).toBe(
    '1 pregunta · 2 documentos, 1 pasaje · 1200 caracteres por pasaje, se repiten 150 · Español',
  )
})
