import { AppError, type ErrorDeNodo } from '@div/contract'

/** What a run shows of a failure: the sentence of an AppError; of a bug of ours only that it was one. */
export function toErrorDeNodo(cause: unknown, nodo: string | null): ErrorDeNodo {
  if (!(cause instanceof AppError)) return { codigo: 'ERROR_INTERNO', mensaje: 'Error interno', nodo }
  const { codigo, message: mensaje, extra, errores } = cause
  const detalle = { ...extra, ...(errores.length > 0 && { errores }) }
  return { codigo, mensaje, nodo, ...(Object.keys(detalle).length > 0 && { detalle }) }
}

const TRANSIENT = new Set([502, 503, 504])

/**
 * Only what the other system owns may go better the next time; an error that knows says so in `extra.reintentable`. A call that may not
 * be made twice is made again only when the first is sure to have changed nothing (`extra.sinEfecto`): who retries a payment on a
 * time-out pays twice.
 */
export function isRetryable(cause: unknown, repetible: boolean): boolean {
  if (!(cause instanceof AppError)) return false
  const { reintentable, sinEfecto } = cause.extra
  if (sinEfecto === true) return true
  if (!repetible) return false
  return typeof reintentable === 'boolean' ? reintentable : TRANSIENT.has(cause.status)
}

/** A failure inside a region, on its way to the split: names the node where it happened. */
export class RegionFailure extends Error {
  readonly nodo: string | null

  constructor(nodo: string | null, cause: unknown) {
    super('a region failed', { cause })
    this.nodo = nodo
  }
}
