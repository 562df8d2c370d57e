import { newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { validateDrawn } from './validar.ts'

const [entrada, salida] = newFlujo().nodos
const withFormula = (expresion: string) => ({
  ...newFlujo(),
  nodos: [entrada, { ...salida, parametros: [{ nombre: 'a', expresion }] }],
})

test.each([
  ['a formula that is none', 'MAYUSCULAS(', 1],
  ['a node that is not there', 'n9.a', 1],
  ['what only a server can tell', 'PARAMETRO("x") & BUSCAR("t", 1, "c")', 0],
])('%s', (_, formula, errors) => {
  const found = validateDrawn(withFormula(formula), { modo: 'memoria' }).filter(
    ({ gravedad }) => gravedad === 'error',
  )
  expect(found).toHaveLength(errors)
})

test('the limits of the installation hold, whatever they usually are', () => {
  const look = (limites: { nodos?: number }) => validateDrawn(newFlujo(), { modo: 'memoria', limites })
  expect(look({}).filter(({ campo }) => campo === 'nodos')).toEqual([])
  expect(look({ nodos: 1 })).toContainEqual(
    expect.objectContaining({ campo: 'nodos', mensaje: 'El proceso tiene 2 nodos; el límite es 1.' }),
  )
})
