import { type LlamadaContext, monotonicNow } from '@div/contract'
import { pause, pauseBeforeAgain } from '../http/pause-before-again.ts'
import type { Consumos, Maximo, Pedido, Reserva, Uso } from './consumos.ts'
import type { IaConnection } from './ia-connection.ts'
import { type Fallo, falloOf } from './ia-failure.ts'

export interface Pregunta<Answer> {
  /** In the order in which they are asked. */
  modelos: readonly [string, ...string[]]
  clase: Pedido['clase']
  maximo: Maximo
  ask(modelo: string): Promise<Answer>
}

/**
 * Asks the first model, again where its service says that it may go better, then the next one where the model is gone or asked too much. The
 * failure of the last stands. Whoever asks retries nothing by itself.
 */
export async function askModelo<Answer>(
  connection: IaConnection,
  pregunta: Pregunta<Answer> & { usoOf(answer: Answer): Uso },
  context: LlamadaContext,
): Promise<{ modelo: string; answer: Answer }> {
  const { modelo, answer, reserva } = await openModelo(connection, pregunta, context)
  await reserva.settle(pregunta.usoOf(answer))
  return { modelo, answer }
}

interface Answered<Answer> {
  answer: Answer
  /** Whoever reads the answer to its end settles it. */
  reserva: Reserva
}

/** The same, of an answer that only begins here. */
export async function openModelo<Answer>(
  connection: IaConnection,
  pregunta: Pregunta<Answer>,
  context: LlamadaContext,
): Promise<Answered<Answer> & { modelo: string }> {
  let last: Fallo | null = null
  for (const modelo of pregunta.modelos) {
    const answered = await askOften(connection, modelo, pregunta, context)
    if ('answer' in answered) return { modelo, ...answered }
    last = answered
    if (!answered.isOfModelo || context.signal.aborted) break
  }
  throw last?.error
}

async function askOften<Answer>(
  connection: IaConnection,
  modelo: string,
  { clase, maximo, ask }: Pregunta<Answer>,
  context: LlamadaContext,
): Promise<Answered<Answer> | Fallo> {
  const { servidor, ai, consumos } = connection
  const { max, esperaMs } = connection.reintentos
  const { signal, deadline } = context
  let reserva: Reserva | null = null
  for (let attempt = 0; ; attempt++) {
    reserva ??= await reserve(consumos, { modelo, clase, maximo }, context)
    try {
      return { answer: await ask(modelo), reserva }
    } catch (cause) {
      const fallo = falloOf(cause, { servidor, modelo, ai })
      // Of what was sent and not answered nobody knows what it cost, nor what asking again will.
      if (signal.aborted || fallo.mayCost) {
        await reserva.settle({ ...maximo, cacheada: 0 })
        reserva = null
      }
      // The library wraps what ended a call that nobody waits for any more.
      if (signal.aborted) throw signal.reason
      const waitMs = pauseBeforeAgain(fallo.retryAfter, esperaMs * 2 ** attempt)
      if (!fallo.reintentable || attempt >= max || monotonicNow() + waitMs >= deadline) {
        await reserva?.release()
        return fallo
      }
      await pause(waitMs, signal).catch(async (reason: unknown) => {
        await reserva?.release()
        throw reason
      })
    }
  }
}

/** Of a call that was cancelled meanwhile nothing is sent. */
async function reserve(consumos: Consumos, pedido: Pedido, context: LlamadaContext): Promise<Reserva> {
  const reserva = await consumos.reserve(pedido, context)
  if (!context.signal.aborted) return reserva
  await reserva.release()
  throw context.signal.reason
}
