import { expect, test } from 'vitest'
import { stateOfCapability } from './capability-state.ts'

test.each([
  [{ activo: true, publicado: true, enMcp: true }, 'publicada'],
  [{ activo: true, publicado: true, enMcp: false }, 'reservada'],
  [{ activo: true, publicado: false, enMcp: true }, 'sinPublicar'],
  [{ activo: false, publicado: false, enMcp: true }, 'inactiva'],
])('%j is %s', (capability, state) => {
  expect(stateOfCapability(capability)).toBe(state)
})
