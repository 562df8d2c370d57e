import type { ConsultaProbada } from '@div/contract'
import { callApi } from '../../../../shared/api-client.ts'
import { ApiError, describeError } from '../../../../shared/api-error.ts'

/** What became of trying a query. */
export type SqlOutcome =
  | { kind: 'hecha'; consulta: ConsultaProbada }
  /** It writes: a person must agree. */
  | { kind: 'confirmar'; mensaje: string }
  | { kind: 'fallo'; mensaje: string }

interface SqlTry {
  servidorId: string
  sql: string
  parametros: Readonly<Record<string, unknown>>
  confirmado: boolean
}

export async function trySql({ servidorId, ...body }: SqlTry, signal: AbortSignal): Promise<SqlOutcome> {
  try {
    return {
      kind: 'hecha',
      consulta: await callApi<ConsultaProbada>('POST', `servidores/${servidorId}/consultar`, {
        body,
        signal,
      }),
    }
  } catch (reason) {
    // Under the query it is said what the servidor, or the product, has against it.
    if (reason instanceof ApiError && reason.codigo === 'ESCRITURA_SIN_CONFIRMAR')
      return { kind: 'confirmar', mensaje: reason.message }
    const errores = reason instanceof ApiError ? reason.errores.map(({ mensaje }) => mensaje) : []
    return { kind: 'fallo', mensaje: errores.length > 0 ? errores.join(' ') : describeError(reason) }
  }
}
