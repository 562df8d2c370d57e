import type { Ejecucion } from './restore-pasos.ts'

/** One run as its page shows it. The error stands together, and spans that were not kept are a count. */
export function toEjecucion({
  errorCodigo,
  errorMensaje,
  errorNodo,
  pasos,
  ...ejecucion
}: Ejecucion): Record<string, unknown> {
  const omitidos = pasos.at(-1)?.omitidos
  return {
    ...ejecucion,
    error: errorCodigo === null ? null : { codigo: errorCodigo, mensaje: errorMensaje, nodo: errorNodo },
    pasos: omitidos === undefined ? pasos : pasos.slice(0, -1),
    pasosOmitidos: omitidos ?? 0,
  }
}
