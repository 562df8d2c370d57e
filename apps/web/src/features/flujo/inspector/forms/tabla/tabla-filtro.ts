import type { ColumnaDeObjeto, Nodo, Parametro } from '@div/contract'
import { withoutAbsent } from '../../mapeo/mapped-origen.ts'
import {
  type Condicion,
  type Holder,
  parametroOf,
  readTabla,
  type Written,
  writeCondiciones,
} from './tabla-objeto.ts'

/**
 * One condition more, of the key that has none yet. It compares with what the entrada declares by the name of the
 * column: that is what is meant more often than not.
 */
export function addCondicion(
  nodo: Holder,
  { columnas, entrada }: { columnas: readonly ColumnaDeObjeto[]; entrada: Nodo | undefined },
): Written {
  const condiciones = readTabla(nodo).condiciones ?? []
  const used = new Set(condiciones.map(({ columna }) => columna))
  const columna =
    (columnas.find(({ clave, nombre }) => clave && !used.has(nombre)) ?? columnas[0])?.nombre ?? ''
  const next = writeCondiciones(nodo, [...condiciones, { columna, operador: '=' }])
  const added = readTabla(next).condiciones?.at(-1)
  // The second of a column has a value of its own, which the entrada does not call so.
  if (added === undefined || parametroOf(added) !== columna) return next
  if (!entrada?.parametros.some(({ nombre }) => nombre === columna)) return next
  const valorAsignado = { nodo: entrada.id, ruta: columna }
  return {
    ...next,
    parametros: next.parametros.map((each) =>
      each.nombre === columna && each.valorAsignado === undefined ? { ...each, valorAsignado } : each,
    ),
  }
}

/** The value that a condition compares with, written for the first time or anew. */
export function putCompared({ parametros }: Holder, nombre: string, fields: Partial<Parametro>) {
  const isKnown = parametros.some((each) => each.nombre === nombre)
  return {
    parametros: isKnown
      ? parametros.map((each) => (each.nombre === nombre ? withoutAbsent({ ...each, ...fields }) : each))
      : [...parametros, withoutAbsent({ nombre, ...fields })],
  }
}

/** What a value must be to be compared with the column; a list of them is of no type that one could ask for. */
export function comparedTipo(
  { columna, operador }: Condicion,
  columnas: readonly ColumnaDeObjeto[],
): ColumnaDeObjeto['tipo'] | undefined {
  if (operador === 'en' || operador === 'noEn') return undefined
  return columnas.find(({ nombre }) => nombre === columna)?.tipo
}
