import type { ContratoLeido } from '@div/contract'

/** By name, each with all of it that a process could notice as text. */
export type Operaciones = ReadonlyMap<string, string>

/** What the operations of a contract are to those that were known before. */
export function compareOperaciones(
  before: Operaciones,
  after: Operaciones,
): NonNullable<ContratoLeido['cambios']> {
  return {
    agregadas: [...after.keys()].filter((nombre) => !before.has(nombre)),
    quitadas: [...before.keys()].filter((nombre) => !after.has(nombre)),
    cambiadas: [...after.keys()].filter(
      (nombre) => before.has(nombre) && before.get(nombre) !== after.get(nombre),
    ),
  }
}
