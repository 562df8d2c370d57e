import type { LlamadaContext } from '@div/contract'
import type { LanguageModel } from 'ai'
import { traceHeadersOf } from '../trace-headers.ts'
import type { IaConnection } from './ia-connection.ts'

interface Ajustes {
  maxTokens: number
  temperatura?: number | undefined
}

/** How the library is to make one call. It repeats none: `askModelo` knows the deadline and the other models. */
export function callOptions(
  connection: IaConnection,
  modelo: string,
  { maxTokens, temperatura }: Ajustes,
  context: LlamadaContext,
) {
  connection.checkTokens(maxTokens)
  const { proveedor } = connection
  const providerOptions = proveedor.options?.({ maxTokens, temperatura })
  const model: LanguageModel = proveedor.languageModel(modelo)
  return {
    model,
    maxOutputTokens: maxTokens,
    ...(temperatura !== undefined && { temperature: temperatura }),
    ...(providerOptions && { providerOptions }),
    ...requestOptions(context),
  }
}

export function requestOptions(context: LlamadaContext) {
  return {
    maxRetries: 0,
    abortSignal: context.signal,
    headers: traceHeadersOf(context),
  }
}
