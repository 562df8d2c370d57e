import type { Attempt } from './attempt.ts'
import type { PlanNodo } from './plan.ts'
import { joinTransaction } from './transaction.ts'

type Llamada = Extract<PlanNodo['accion'], { clase: 'llamada' }>

/** Makes a node's call: at once when its parameters and its transaction are there. */
export function call(attempt: Attempt, accion: Llamada): unknown {
  const parametros = accion.parametros(attempt.frame)
  const transaccion = joinTransaction(attempt)
  if (parametros instanceof Promise || transaccion instanceof Promise) {
    return callLater(attempt, accion, parametros, transaccion)
  }
  if (transaccion) attempt.transaccion = transaccion
  return callWith(attempt, accion, parametros)
}

async function callLater(
  attempt: Attempt,
  accion: Llamada,
  parametros: unknown,
  transaccion: ReturnType<typeof joinTransaction>,
): Promise<unknown> {
  const [ready, open] = [await parametros, await transaccion]
  if (attempt.settled) return undefined
  if (open) attempt.transaccion = open
  return callWith(attempt, accion, ready)
}

export function callWith(
  attempt: Attempt,
  { preparada }: Pick<Llamada, 'preparada'>,
  parametros: unknown,
): unknown {
  const { ports, input } = attempt.frame.run
  if (attempt.paso)
    attempt.paso.entrada = ports.sample ? ports.sample(parametros, input.secretos) : parametros
  // Only `readParametros` makes them: an object with one property a parameter.
  return preparada.call(parametros as Record<string, unknown>, attempt)
}
