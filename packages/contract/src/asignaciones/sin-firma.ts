import type { Parametro } from '../flujo.ts'

/** A dato that could only come from a header, which a canal of signed envelopes does not read: nobody signed it. */
export interface SinFirma {
  nombre: string
  /** Its place in the entrada. */
  index: number
  /** No call could be answered: it is required, and has no default. */
  isMissed: boolean
}

export function listSinFirma(entrada: readonly Parametro[]): SinFirma[] {
  return entrada.flatMap(({ nombre, origen, requerido, defecto }, index) =>
    origen === 'cabecera'
      ? [{ nombre, index, isMissed: requerido === true && (defecto ?? null) === null }]
      : [],
  )
}
