import type { ErrorDeCampo } from '@div/contract'

/** What is said of a field. */
export function errorOf(errors: readonly ErrorDeCampo[], campo: string): string | undefined {
  return errors.find((error) => error.campo === campo)?.mensaje
}
