import { type AppError, DatosInvalidos } from '@div/contract'

/** One wrong field. */
export function refuse(campo: string, mensaje: string): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}
