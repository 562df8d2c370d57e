import type { Nodo } from '@div/contract'
import { renameInFormula } from '../../document/rename-nodos.ts'

/**
 * What nodes are called where a formula is shown, by their ids. The stored text has ids alone, so that renaming a node breaks no
 * formula; copied elsewhere it has «names», which another proceso may have nodes for too.
 */
export type NodoLabels = ReadonlyMap<string, string>

/** Each is called otherwise: of several of one name, by their ids as well. */
export function labelNodos(nodos: readonly Pick<Nodo, 'id' | 'nombre'>[]): NodoLabels {
  let labels = nodos.map(({ id, nombre }) => ({ id, label: plainName(nombre) || id }))
  for (;;) {
    const ofLabel = Map.groupBy(labels, ({ label }) => label)
    if (ofLabel.size === labels.length) return new Map(labels.map(({ id, label }) => [id, label]))
    labels = labels.map(({ id, label }) => ({
      id,
      label: ofLabel.get(label)?.length === 1 ? label : `${label} (${id})`,
    }))
  }
}

/** Without what would end a name, or the text around it. */
function plainName(nombre: string): string {
  return nombre.replace(/["«»\\\r\n]/g, "'").trim()
}

/** A stored formula with «names» for ids. */
export function showNombres(stored: string, labels: NodoLabels): string {
  return renameInFormula(stored, new Map([...labels].map(([id, label]) => [id, `«${label}»`])))
}

/** Texts, which are left alone, and «names». */
const SHOWN = /"(?:[^"\\]|\\.|"")*"|«([^«»]*)»/g

/** A formula with «names» as it is stored. A name that no node has stays, and is told as what is wrong. */
export function storeNombres(shown: string, labels: NodoLabels): string {
  const ids = new Map([...labels].map(([id, label]) => [label, id]))
  return shown.replace(SHOWN, (token: string, label?: string) =>
    label === undefined ? token : (ids.get(label.trim()) ?? token),
  )
}

/** The «names» that are written in a formula, wherever no node answers to them. */
export function unknownNombres(
  formula: string,
  labels: NodoLabels,
): readonly { nombre: string; desde: number; hasta: number }[] {
  const known = new Set(labels.values())
  return [...formula.matchAll(SHOWN)].flatMap(({ 0: token, 1: nombre, index: desde }) =>
    nombre === undefined || known.has(nombre.trim())
      ? []
      : [{ nombre: nombre.trim(), desde, hasta: desde + token.length }],
  )
}
