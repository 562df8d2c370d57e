import { monotonicNow } from '@div/contract'
import { expect, test } from 'vitest'
import { NO_SECRETS } from '../history/secret-scope.ts'
import { createRunsInFlight } from './runs-in-flight.ts'

const run = (id: string, inicio: number) => ({
  id,
  inicio,
  procesoId: 'p',
  version: 1,
  canalId: null,
  origen: 'canal' as const,
})
const going = (clave: string | null, entrada: Readonly<Record<string, unknown>>) => ({
  input: { entrada, secretos: NO_SECRETS },
  plan: { entrada: { clave } },
  abort: new AbortController(),
  ended: new Promise<never>(() => undefined),
})

test('a run that has taken a while is told of with its business key', () => {
  const enCurso = createRunsInFlight({
    claveOf: ({ plan, entrada }) => JSON.stringify([plan.entrada.clave, entrada]),
  })
  const now = monotonicNow()
  enCurso.track(run('a', now - 2_000), going('pedido', { pedido: 7 }))
  enCurso.track(run('b', now), going('pedido', { pedido: 8 }))
  expect(enCurso.list(now)).toMatchObject([{ id: 'a', claveNegocio: '["pedido",{"pedido":7}]' }])
  expect(enCurso.find('b')).toEqual(run('b', now))
})
