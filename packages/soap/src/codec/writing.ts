import { type ErrorDeCampo, placeErrores } from '@div/contract'

/** Writes one element, or adds what is wrong with its value to the errors, placed by who writes what is around it. */
export type EncodeElement = (value: unknown, writing: Writing) => string

/** Takes what travels beside a message; each answers what stands in its place. */
export interface Beside {
  /** Of data that may also stand in the message (MTOM); absent: it stands there. */
  include?: (bytes: Uint8Array) => string
  /** Of data that the message can only refer to (swaRef). */
  refer(bytes: Uint8Array): string
}

export interface Writing {
  errores: ErrorDeCampo[]
  /** Levels that are left. */
  left: number
  /** Absent: nothing can travel beside the message. */
  beside?: Beside
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
