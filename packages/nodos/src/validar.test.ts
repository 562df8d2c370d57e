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
  const found = validateDrawn(withFormula(formula), 'memoria').filter(({ gravedad }) => gravedad === 'error')
  expect(found).toHaveLength(errors)
})
