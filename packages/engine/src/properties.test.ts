import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunResult } from './index.ts'
import { type FlujoDePrueba, randomFlujo } from './random-flujo-testing.ts'
import { interpret, withoutCauses } from './reference-testing.ts'
import { runFlujo } from './testing.ts'

const entrada = fc.record({ n: fc.nat({ max: 2 }) })
/** A delay of its own for every call of a node, from a seed. */
const delays = (seed: number) => (nodo: string) =>
  ((seed ^ (Number(nodo.slice(1)) * 2_654_435_761)) >>> 0) % 97

/** Items whose spans are told one by one. */
const iteraciones = fc.constantFrom(0, 1, Number.POSITIVE_INFINITY)

/** The spans that tell of one execution each. */
function* listPasos({ pasos }: RunResult): Generator<[key: string, estado: string]> {
  for (const { nodo, iteracion = [], iteraciones: gathered, estado } of pasos)
    if (gathered === undefined) yield [`${nodo}[${iteracion.join(',')}]`, estado]
}

/** How often each node ended in each state. */
function tally(
  each: Iterable<readonly [nodo: string, estado: string, times: number]>,
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [nodo, estado, times] of each)
    counts[`${nodo} ${estado}`] = (counts[`${nodo} ${estado}`] ?? 0) + times
  return counts
}

test('the engine does what the reference interpreter does, on random flows', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujo, entrada, iteraciones, async (flujo: FlujoDePrueba, given, detail) => {
      const expected = interpret(flujo, given)
      const { result, open } = await runFlujo(flujo, { entrada: given, ports: { iteraciones: detail } })
      expect(result.estado).toBe(expected.estado)
      if (result.estado === 'ok') {
        expect(withoutCauses(result.respuesta?.cuerpo)).toEqual(withoutCauses(expected.cuerpo))
      } else expect(expected.culpables).toContain(result.error?.nodo)
      for (const [key, estado] of listPasos(result)) {
        // What was cancelled would have gone on.
        if (estado !== 'cancelado') expect([key, expected.estados.get(key)]).toEqual([key, estado])
      }
      const isWhole = ![...expected.estados.values()].includes('error')
      if (isWhole) {
        const told = result.pasos.map(
          ({ nodo, estado, iteraciones: times = 1 }) => [nodo, estado, times] as const,
        )
        const all = [...expected.estados].map(
          ([key, estado]) => [key.replace(/\[.*/, ''), estado, 1] as const,
        )
        expect(tally(told)).toEqual(tally(all))
      }
      expect(open).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})

test('no answer depends on timing', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujo, entrada, fc.nat(), fc.nat(), async (flujo, given, one, other) => {
      const [first, second] = [
        await runFlujo(flujo, { entrada: given, delayOf: delays(one) }),
        await runFlujo(flujo, { entrada: given, delayOf: delays(other) }),
      ]
      expect(second.result.estado).toBe(first.result.estado)
      expect(withoutCauses(second.result.respuesta?.cuerpo)).toEqual(
        withoutCauses(first.result.respuesta?.cuerpo),
      )
    }),
    { numRuns: 600 },
  )
})

test('cancelling ends every run, wherever it stands, and leaves nothing open', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujo, entrada, fc.nat({ max: 12 }), async (flujo, given, cancelAfter) => {
      const { result, open, timers, log } = await runFlujo(flujo, { entrada: given, cancelAfter })
      expect(['ok', 'error', 'cancelada']).toContain(result.estado)
      expect({ open, timers }).toEqual({ open: 0, timers: 0 })
      const count = (word: string) => log.filter((line) => line.startsWith(word)).length
      expect(count('begin')).toBe(count('commit') + count('rollback'))
    }),
    { numRuns: 800 },
  )
})

test('a deadline ends every run in time', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomFlujo,
      entrada,
      fc.integer({ min: 1, max: 100 }),
      async (flujo, given, deadlineMs) => {
        const { result, open, tookMs } = await runFlujo(flujo, { entrada: given, deadlineMs })
        expect(tookMs).toBeLessThanOrEqual(deadlineMs)
        expect(result.estado === 'ok' || result.error !== undefined).toBe(true)
        expect(open).toBe(0)
      },
    ),
    { numRuns: 600 },
  )
})
