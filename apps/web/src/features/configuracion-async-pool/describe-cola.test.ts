import { expect, test } from 'vitest'
import { describeAvisos, statusOfFailures } from './describe-cola.ts'

test.each([
  [{ avisosReintentados: 0, avisosFallidos: 0 }, 'Pendientes; 0 fallidos'],
  [{ avisosReintentados: 20, avisosFallidos: 0 }, 'Pendientes; 20 fallaron y se reintentan; 0 fallidos'],
  [{ avisosReintentados: 1, avisosFallidos: 1 }, 'Pendientes; 1 falló y se reintenta; 1 fallido'],
  [{ avisosReintentados: 0, avisosFallidos: 2 }, 'Pendientes; 2 fallidos'],
])('%o: %s', (avisos, text) => {
  expect(describeAvisos(avisos)).toBe(text)
})

test.each([
  [undefined, 'neutral'],
  [0, 'healthy'],
  [1, 'warning'],
])('of %s that failed the card is %s', (count, status) => {
  expect(statusOfFailures(count)).toBe(status)
})
