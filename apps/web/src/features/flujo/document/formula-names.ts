/** A name in a formula that may be a node's: no field of something, no key and no function. */
export interface FormulaName {
  nombre: string
  desde: number
  hasta: number
}

/** Texts, which are left alone; then names, with the dot that makes them fields of something. */
const TOKENS =
  /"(?:[^"\\]|\\.|"")*"|(\.\s*)?([A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*)(?=(\s*[(:])?)/g

/** Found in any text, also in one that is not a formula yet. */
export function formulaNames(formula: string): readonly FormulaName[] {
  return [...formula.matchAll(TOKENS)].flatMap(({ 1: dot, 2: nombre, 3: other, index: desde }) =>
    nombre === undefined || dot !== undefined || other !== undefined
      ? []
      : [{ nombre, desde, hasta: desde + nombre.length }],
  )
}
