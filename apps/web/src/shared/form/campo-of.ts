import type { ErrorDeCampo } from '@div/contract'
import { errorOf } from './error-of.ts'

/** What the input of a field is given: where it stands in what is sent, by which its help is found, and what is said of it. */
export function campoOf(errors: readonly ErrorDeCampo[], campo: string) {
  return { 'data-campo': campo, error: errorOf(errors, campo) }
}
