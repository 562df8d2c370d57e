import type { Paso } from '@div/contract'
import type { Plan } from '@div/engine'
import { spanIdOf } from '@div/servidores'
import { expect, test } from 'vitest'
import { describePasos } from './describe-spans.ts'

const paso = (nodo: string, compensa?: string): Paso => ({
  ...{ nodo, estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1 },
  ...(compensa !== undefined && { compensa }),
})

test('a node that undoes another is told by its name, and of which', () => {
  const calls = { accion: { clase: 'llamada' }, compensacion: null }
  const undone = { ...calls, id: 'a', nombre: 'Reservar' }
  const undoing = { ...calls, id: 'x', nombre: 'Anular' }
  // Of a plan only its nodes are read.
  const bloque = { nodos: [{ ...undone, compensacion: { bloque: { nodos: [undoing] } } }] }
  const plan = { bloque } as unknown as Plan
  const spans = describePasos({ id: 'r', pasos: [paso('a'), paso('x', 'a')], plan }, 0)
  expect(spans.map(({ name, attributes }) => [name, attributes['div.compensa']])).toEqual([
    ['Reservar', undefined],
    ['Anular', 'a'],
  ])
})

test('what a run inside another one called is known by the key of the call that made it', () => {
  const run = { id: 'r', pasos: [paso('a')], plan: {} as Plan }
  const [own] = describePasos(run, 0)
  const [inside] = describePasos({ ...run, raizDeClaves: 'r0/x/1' }, 0)
  expect([own?.id, inside?.id]).toEqual([spanIdOf('r/a/1'), spanIdOf('r0/x/1/a/1')])
})
