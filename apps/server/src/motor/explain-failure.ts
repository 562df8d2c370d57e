import { AppError } from '@div/contract'

/** Why a message did not leave, for a person. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError)
    return [error.message, ...error.errores.map(({ mensaje }) => mensaje)].join(' ')
  return error instanceof Error ? error.message : String(error)
}
