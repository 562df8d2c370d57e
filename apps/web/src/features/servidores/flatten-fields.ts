import type { Parametro, TipoDato } from '@div/contract'

interface FieldRow {
  /** Where it stands: `cliente.telefono.numero`. */
  path: string
  nombre: string
  level: number
  tipo: TipoDato
  /** Of a list, what its items are. */
  elemento?: TipoDato
  requerido: boolean
  descripcion?: string
}

/** A tree of fields, line by line; the fields of the items of a list stand below the list. */
export function flattenFields(fields: readonly Parametro[], level = 0, parent = ''): FieldRow[] {
  return fields.flatMap(
    ({ nombre, tipo = 'cualquiera', requerido = false, descripcion, campos, elemento }) => {
      const path = parent === '' ? nombre : `${parent}.${nombre}`
      const row: FieldRow = {
        path,
        nombre,
        level,
        tipo,
        requerido,
        ...(elemento?.tipo && { elemento: elemento.tipo }),
        ...(descripcion !== undefined && { descripcion }),
      }
      return [row, ...flattenFields(campos ?? elemento?.campos ?? [], level + 1, path)]
    },
  )
}
