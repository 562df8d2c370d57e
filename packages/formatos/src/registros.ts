import { isPlainObject } from '@div/contract'
import type { Reglas } from './define-formato.ts'

/** What is written by its fields must have fields. */
export function checkRegistros(
  registros: readonly unknown[],
  { refuse }: Pick<Reglas, 'refuse'>,
): readonly Record<string, unknown>[] {
  return registros.map((registro, index) =>
    isPlainObject(registro) ? registro : refuse(`el elemento ${index + 1} de la lista no es un objeto`),
  )
}
