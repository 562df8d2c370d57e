import type { Ejecucion } from './restore-pasos.ts'

/** One run as its page shows it. The error stands together, and of what was not kept it only says so. */
export function toEjecucion({
  errorCodigo,
  errorMensaje,
  errorNodo,
  pasos,
  ...ejecucion
}: Ejecucion): Record<string, unknown> {
  const { omitidos, sinDatos = false } = pasos.at(-1) ?? {}
  return {
    ...ejecucion,
    error: errorCodigo === null ? null : { codigo: errorCodigo, mensaje: errorMensaje, nodo: errorNodo },
    pasos: omitidos === undefined ? pasos : pasos.slice(0, -1),
    pasosOmitidos: omitidos ?? 0,
    sinDatos,
  }
}
