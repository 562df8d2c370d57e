import { expect, test } from 'vitest'
import { percentOf, stateOfPresupuesto } from './presupuesto-state.ts'

const PRESUPUESTO = { activo: true, importe: '10', gastado: '2', previsto: '4', rechazos: 0 }

test.each([
  ['normal', {}],
  ['noAlcanza', { previsto: '10.000001' }],
  ['alto', { gastado: '8' }],
  ['agotado', { gastado: '10' }],
  ['agotado', { gastado: '10', rechazos: 1 }],
  ['rechazo', { gastado: '0.1', rechazos: 1 }],
  ['rechazo', { gastado: '8', rechazos: 1 }],
  ['inactivo', { activo: false, gastado: '10' }],
])('%s: %j', (state, changes) => {
  expect(stateOfPresupuesto({ ...PRESUPUESTO, ...changes })).toBe(state)
})

test('of a budget of nothing all is spent', () => {
  expect(percentOf({ gastado: '0', importe: '0' })).toBe(100)
  expect(percentOf({ gastado: '2.5', importe: '10' })).toBe(25)
})
