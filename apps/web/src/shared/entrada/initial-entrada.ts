import type { Parametro } from '@div/contract'

/** Where the form of a run begins: with the examples that the declaration gives, so that it can be run at once. */
export function initialEntrada(parametros: readonly Parametro[]): Record<string, unknown> {
  return Object.fromEntries(
    parametros.flatMap(({ nombre, ejemplo, defecto }) => {
      const value = ejemplo ?? defecto
      return value === undefined || value === null ? [] : [[nombre, value]]
    }),
  )
}
