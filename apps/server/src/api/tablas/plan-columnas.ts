import { type Columna, compileCoercion, type ErrorDeCampo } from '@div/contract'
import type { Datos } from '../../motor/tablas/compile-fila.ts'

/** How the rows of a tabla go from its old columns to its new ones. */
export interface ColumnasPlan {
  /** No row changes. */
  keepsFilas: boolean
  /** The values of the new columns, from the old ones by their name before. */
  convert(datos: Readonly<Datos>, errores: ErrorDeCampo[]): Datos
  /** Columns whose values must be looked at for repetitions. */
  unicas: readonly Columna[]
}

/**
 * Decides what a change of columns does: a column keeps its values under its old name (`antes`, else its own), takes them to its new
 * type, and an old column that nobody keeps goes with its values.
 */
export function planColumnas(before: readonly Columna[], after: readonly Columna[]): ColumnasPlan {
  const old = new Map(before.map((columna) => [columna.nombre, columna]))
  const moves = after.map((columna) => {
    const antes = columna.antes ?? columna.nombre
    return {
      columna,
      antes,
      source: old.get(antes),
      coerce: compileCoercion({
        nombre: columna.nombre,
        tipo: columna.tipo,
        requerido: columna.requerido,
      }),
    }
  })
  const changes = moves.filter(
    ({ columna, source }) =>
      source === undefined ||
      source.nombre !== columna.nombre ||
      source.tipo !== columna.tipo ||
      (columna.requerido && !source.requerido),
  )
  const kept = new Set(moves.map(({ antes }) => antes))
  return {
    keepsFilas: changes.length === 0 && before.every(({ nombre }) => kept.has(nombre)),
    convert: (datos, errores) =>
      Object.fromEntries(
        moves.map(({ columna, antes, coerce }) => [
          columna.nombre,
          coerce(readStored(datos[antes], columna), columna.nombre, errores),
        ]),
      ),
    unicas: moves
      .filter(({ columna, source }) => columna.unico && !source?.unico)
      .map(({ columna }) => columna),
  }
}

/** Values stored as objects or lists become text when the new type is a text. */
function readStored(value: unknown, { tipo }: Columna): unknown {
  return tipo === 'texto' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
