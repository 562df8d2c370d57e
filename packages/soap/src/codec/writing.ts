import { type ErrorDeCampo, placeErrores } from '@div/contract'

/** Writes one element, or adds what is wrong with its value to the errors, placed by who writes what is around it. */
export type EncodeElement = (value: unknown, writing: Writing) => string

export type Attach = (bytes: Uint8Array) => string

export interface Writing {
  errores: ErrorDeCampo[]
  /** Levels that are left. */
  left: number
  /** What stands in the place of binary data that travels beside the message; absent: it stands there itself. */
  attach?: Attach
}

/** One value among others: what is wrong with it is told where it stands, which is put in words only then. */
export function placed(
  value: unknown,
  writing: Writing,
  write: EncodeElement,
  campo: string,
  index?: number,
): string {
  const { errores } = writing
  const before = errores.length
  const written = write(value, writing)
  if (errores.length > before)
    placeErrores(errores, before, index === undefined ? campo : `${campo}[${index}]`)
  return written
}
