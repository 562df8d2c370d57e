import { expect, test } from 'vitest'
import { describeAvisos, describeDrenados, describeTiempo, statusOfFailures } from './describe-cola.ts'

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

test.each([
  ['tareaMs', 3_600_000, '1 h'],
  ['avisoMs', 10_000, '10 s'],
  ['respuestaAsincronaHoras', 168, '7 d'],
  ['intentosPerdidos', 2, null],
] as const)('%s of %d is told as %s', (name, value, words) => {
  expect(describeTiempo(name, value)).toBe(words)
})

const nodo = (equipo: string, estado: 'activo' | 'drenando' | 'perdido', rol: 'todo' | 'api' = 'todo') => ({
  equipo,
  estado,
  rol,
})

test.each([
  ['none', [nodo('uno', 'activo'), nodo('web', 'drenando', 'api')], null],
  [
    'one of two',
    [nodo('uno', 'drenando'), nodo('dos', 'activo')],
    'El nodo uno está drenado: no toma nada de la cola.',
  ],
  [
    'all that live',
    [nodo('uno', 'drenando'), nodo('dos', 'drenando'), nodo('tres', 'perdido')],
    'Los nodos uno y dos están drenados: no toman nada de la cola. Ningún otro puede tomarlo: lo que espera sigue esperando.',
  ],
])('of %s that is drained the queue says so', (_, nodos, sentence) => {
  expect(describeDrenados(nodos)).toBe(sentence)
})
