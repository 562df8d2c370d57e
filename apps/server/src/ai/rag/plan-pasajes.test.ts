import { cutTexto } from '@div/contract'
import { expect, test } from 'vitest'
import { huellaOf, planPasajes } from './plan-pasajes.ts'

const COLECCION = { idioma: 'espanol', servidorId: null, modelo: '' } as const
const cut = (texto: string) => cutTexto(texto, { tamano: 200, solape: 0 }, { conTitulos: true })
const stored = (texto: string) =>
  cut(texto).map((pasaje) => ({ id: `p${pasaje.orden}`, ...pasaje, huella: huellaOf(pasaje, COLECCION) }))

test('what says the same is kept and moved, the rest is added and removed', () => {
  const plan = planPasajes(
    stored('# A\nuno\n# B\ndos\n# C\ntres'),
    cut('# Nuevo\ncero\n# A\nuno\n# C\ntres'),
    COLECCION,
  )
  expect(plan.mover).toEqual([
    { id: 'p0', orden: 1, desde: 13, hasta: 20 },
    { id: 'p2', orden: 2, desde: 21, hasta: 29 },
  ])
  expect(plan.agregar.map(({ orden, texto }) => [orden, texto])).toEqual([[0, '# Nuevo\ncero']])
  expect(plan.quitar).toEqual(['p1'])
})

test('an unchanged document has nothing to do; another language or model makes all of it anew', () => {
  const texto = '# A\nuno\n# B\ndos'
  expect(planPasajes(stored(texto), cut(texto), COLECCION)).toEqual({ mover: [], agregar: [], quitar: [] })
  for (const other of [{ idioma: 'ingles' }, { modelo: 'otro' }] as const) {
    const plan = planPasajes(stored(texto), cut(texto), { ...COLECCION, ...other })
    expect([plan.agregar.length, plan.quitar]).toEqual([2, ['p0', 'p1']])
  }
})

test('of equal passages each is kept once', () => {
  const plan = planPasajes(stored('# A\nuno\n# A\nuno'), cut('# A\nuno'), COLECCION)
  expect(plan).toEqual({ mover: [], agregar: [], quitar: ['p1'] })
})
