import { erroresOf, flujoSchema, type Hallazgo, type Nodo } from '@div/contract'
import { isRecord, type JsonSource } from '@div/ui'

/** A flujo as a person reads it: its fields in the order of the documentation, not in that of the database. */
export function formatFlujo(flujo: unknown): string {
  // What is no JSON yet is kept as it was typed.
  if (typeof flujo === 'string') return flujo
  const parsed = flujoSchema.safeParse(flujo)
  return JSON.stringify(parsed.success ? parsed.data : flujo, null, 2)
}

/** What is wrong with the text itself, before the server looks at what it means. */
export function checkFlujo(source: JsonSource): Hallazgo[] {
  if (!source.isValid) return [{ nodo: null, campo: '', mensaje: source.message, gravedad: 'error' }]
  const checked = flujoSchema.safeParse(source.value)
  if (checked.success) return []
  return erroresOf(checked.error).map(({ campo, mensaje }) => ({
    ...splitCampo(campo, source.value),
    mensaje,
    gravedad: 'error',
  }))
}

/** `nodos[1].objeto.sql` is `objeto.sql` of the second node. */
export function splitCampo(campo: string, flujo: unknown): Pick<Hallazgo, 'nodo' | 'campo'> {
  const [, index, rest = ''] = /^nodos\[(\d+)\]\.?(.*)$/.exec(campo) ?? []
  const nodo = index === undefined ? undefined : nodosOf(flujo)[Number(index)]
  return isRecord(nodo) && typeof nodo.id === 'string'
    ? { nodo: nodo.id, campo: rest }
    : { nodo: null, campo }
}

/** Where a finding stands in the document. */
export function pathOf({ nodo, campo }: Pick<Hallazgo, 'nodo' | 'campo'>, flujo: unknown): string {
  if (nodo === null) return campo
  const index = nodosOf(flujo).findIndex((each) => isRecord(each) && each.id === nodo)
  if (index === -1) return ''
  return campo === '' ? `nodos[${index}]` : `nodos[${index}].${campo}`
}

/** Of a text that may be no flujo yet: its nodes, each with what it is called. */
export function namedNodosOf(flujo: unknown): readonly Pick<Nodo, 'id' | 'nombre'>[] {
  return nodosOf(flujo).flatMap((nodo) => {
    if (!isRecord(nodo) || typeof nodo.id !== 'string') return []
    const { id, nombre } = nodo
    return [{ ...nodo, id, nombre: typeof nombre === 'string' ? nombre : id }]
  })
}

function nodosOf(flujo: unknown): readonly unknown[] {
  return isRecord(flujo) && Array.isArray(flujo.nodos) ? flujo.nodos : []
}
