import type { ComplexType, ElementDecl, XmlType } from '../model/schema.ts'

/** Of each complex type those that may stand for it (Structures 3.4.6), by name whatever the order of the documents. */
export function linkDerived(types: readonly XmlType[]): void {
  const derived = new Map<ComplexType, ComplexType[]>()
  for (const type of types) {
    if (type.kind !== 'complex' || type.abstract) continue
    for (let base = type.base; base?.kind === 'complex'; base = base.base) {
      const list = derived.get(base)
      if (list) list.push(type)
      else derived.set(base, [type])
    }
  }
  const named = new Set(types)
  // Of types of the standards (anyType, soapenc:Array) everybody shares one object.
  for (const [base, list] of derived) if (named.has(base)) base.derived = list.toSorted(byName)
}

/** Of each head the members of its group (3.3.6). */
export function linkSubstitutes(
  elements: Iterable<ElementDecl>,
  headOf: (element: ElementDecl) => ElementDecl | undefined,
): void {
  const members = new Map<ElementDecl, ElementDecl[]>()
  for (const element of elements) {
    if (element.abstract) continue
    const seen = new Set([element])
    for (let head = headOf(element); head && !seen.has(head); head = headOf(head)) {
      seen.add(head)
      const list = members.get(head)
      if (list) list.push(element)
      else members.set(head, [element])
    }
  }
  for (const [head, list] of members) head.substitutes = list.toSorted(byName)
}

function byName(left: { name: string | null }, right: { name: string | null }): number {
  return (left.name ?? '') < (right.name ?? '') ? -1 : 1
}
