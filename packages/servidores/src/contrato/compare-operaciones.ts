import type { ContratoLeido } from '@div/contract'
import { describeDiferencias } from './describe-diferencias.ts'

/** By name, each with all of it that a process could notice as text. */
export type Operaciones = ReadonlyMap<string, string>

/** What the operations of a contract are to those that were known before. */
export function compareOperaciones(
  before: Operaciones,
  after: Operaciones,
): NonNullable<ContratoLeido['cambios']> {
  const cambiadas = [...after.keys()].filter(
    (nombre) => before.has(nombre) && before.get(nombre) !== after.get(nombre),
  )
  return {
    agregadas: [...after.keys()].filter((nombre) => !before.has(nombre)),
    quitadas: [...before.keys()].filter((nombre) => !after.has(nombre)),
    cambiadas,
    diferencias: Object.fromEntries(
      cambiadas.map((nombre) => [
        nombre,
        describeDiferencias(before.get(nombre) ?? '', after.get(nombre) ?? ''),
      ]),
    ),
  }
}
