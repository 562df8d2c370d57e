import { AppError } from '@div/contract'
import type { Veredicto } from './circuit.ts'

export interface Judged {
  error: unknown
  /** The run stopped waiting: cancelled, or its own time was up. */
  abandoned: boolean
  durationMs: number
  /** The time that the servidor itself is given. */
  tiempoMaximoMs: number
}

/**
 * What a failed call says of the servidor. It owns what it does not answer (502, 504); a refusal with an answer shows that it works,
 * except an HTTP answer of 5xx. A run with little patience says nothing, unless it waited for at least half of the servidor's own time.
 */
export function judge({ error, abandoned, durationMs, tiempoMaximoMs }: Judged): Veredicto {
  if (abandoned) return durationMs >= tiempoMaximoMs / 2 ? 'fallo' : 'nada'
  if (!(error instanceof AppError)) return 'nada'
  switch (error.codigo) {
    case 'SERVIDOR_NO_RESPONDE':
    case 'TIEMPO_AGOTADO':
      return 'fallo'
    case 'SERVIDOR_RECHAZA': {
      const { estado } = error.extra
      return typeof estado === 'number' && estado >= 500 ? 'fallo' : 'sano'
    }
    default:
      return 'nada'
  }
}
