import type { Computed } from '@div/nodos/muestras'
import { fieldsOfValue, flattenFields } from '../../datos/source-fields.ts'

/** The paths in an item of a list that is known. */
export function camposOf(computed: Computed | undefined): readonly string[] {
  const list = computed?.clase === 'valor' ? computed.valor : undefined
  if (!Array.isArray(list)) return []
  return flattenFields(fieldsOfValue(list[0])).map(({ ruta }) => ruta)
}
