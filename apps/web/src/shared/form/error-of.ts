import type { ErrorDeCampo } from '@div/contract'

/** What is said of a field. */
export function errorOf(errors: readonly ErrorDeCampo[], campo: string): string | undefined {
  return errors.find((error) => error.campo === campo)?.mensaje
}

/** What is said of something at any place within, but for its name. */
export function errorWithin(errors: readonly ErrorDeCampo[], root: string): string | undefined {
  return errors.find(
    ({ campo }) => campo === root || (campo.startsWith(`${root}.`) && campo !== `${root}.nombre`),
  )?.mensaje
}
