import { type LlamadaContext, monotonicNow } from '@div/contract'
import { pause, pauseBeforeAgain } from '../http/pause-before-again.ts'
import type { IaConnection } from './ia-connection.ts'
import { type Fallo, falloOf } from './ia-failure.ts'

type Context = Pick<LlamadaContext, 'signal' | 'deadline'>

/**
 * Asks the first model, again where its service says that it may go better, then the next one where the model is gone or asked too much. The
 * failure of the last stands. Whoever asks retries nothing by itself.
 */
export async function askModelo<Answer>(
  connection: IaConnection,
  modelos: readonly [string, ...string[]],
  context: Context,
  ask: (modelo: string) => Promise<Answer>,
): Promise<{ modelo: string; answer: Answer }> {
  let last: Fallo | null = null
  for (const modelo of modelos) {
    const answered = await askOften(connection, modelo, context, ask)
    if ('answer' in answered) return { modelo, answer: answered.answer }
    last = answered
    if (!answered.isOfModelo || context.signal.aborted) break
  }
  throw last?.error
}

async function askOften<Answer>(
  { servidor, ai, reintentos: { max, esperaMs } }: IaConnection,
  modelo: string,
  { signal, deadline }: Context,
  ask: (modelo: string) => Promise<Answer>,
): Promise<{ answer: Answer } | Fallo> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { answer: await ask(modelo) }
    } catch (cause) {
      // The library wraps what ended a call that nobody waits for any more.
      if (signal.aborted) throw signal.reason
      const fallo = falloOf(cause, { servidor, modelo, ai })
      const waitMs = pauseBeforeAgain(fallo.retryAfter, esperaMs * 2 ** attempt)
      if (!fallo.reintentable || attempt >= max || monotonicNow() + waitMs >= deadline) return fallo
      await pause(waitMs, signal)
    }
  }
}
