import type { Fila, Operador, Regla } from '@div/nodos/catalogo'

/** A place in a rule: the items to go through, from the outside in. Empty: the whole rule. */
export type ReglaPath = readonly number[]
export type Item = Fila | Regla
export type Word = 'y' | 'o'

export const isGroup = (item: Item): item is Regla => !('operador' in item)
export const wordOf = (regla: Regla): Word => ('y' in regla ? 'y' : 'o')
export const itemsOf = (regla: Regla): readonly Item[] => ('y' in regla ? regla.y : regla.o)
const groupOf = (word: Word, items: readonly Item[]): Regla =>
  word === 'y' ? { y: [...items] } : { o: [...items] }

export const newFila = (): Fila => ({ izquierda: {}, operador: 'igual', derecha: { valor: '' } })
export const newRegla = (): Regla => ({ y: [newFila()] })

/** Operators that compare with nothing. */
export const isUnary = (operador: Operador) => operador === 'vacio' || operador === 'noVacio'

type EditItems = (items: readonly Item[], word: Word) => readonly Item[]

/** Changes the items of the group at a path; a group that is left empty goes, and a rule is never empty. */
function editGroup(regla: Regla, path: ReglaPath, edit: EditItems): Regla {
  const edited = editInside(regla, path, edit)
  const kept = withoutEmpty(itemsOf(edited))
  return groupOf(wordOf(edited), kept.length === 0 ? [newFila()] : kept)
}

/** As above, where an empty group stays for whoever holds it to take away. */
function editInside(regla: Regla, path: ReglaPath, edit: EditItems): Regla {
  const [first, ...rest] = path
  const items = itemsOf(regla)
  if (first === undefined) return groupOf(wordOf(regla), edit(items, wordOf(regla)))
  const inner = items[first]
  if (inner === undefined || !isGroup(inner)) return regla
  return groupOf(wordOf(regla), withoutEmpty(items.with(first, editInside(inner, rest, edit))))
}

const withoutEmpty = (items: readonly Item[]) =>
  items.filter((item) => !isGroup(item) || itemsOf(item).length > 0)

/** The group that holds an item, and the place of the item in it. */
const holderOf = (path: ReglaPath) => [path.slice(0, -1), path.at(-1) ?? -1] as const

export function setWord(regla: Regla, path: ReglaPath, word: Word): Regla {
  if (path.length === 0) return groupOf(word, itemsOf(regla))
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items) => {
    const item = items[at]
    return item && isGroup(item) ? items.with(at, groupOf(word, itemsOf(item))) : items
  })
}

export function putFila(regla: Regla, path: ReglaPath, fila: Fila): Regla {
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items) => (items[at] === undefined ? items : items.with(at, fila)))
}

/** A row at the end of the group at a path. */
export function addFila(regla: Regla, path: ReglaPath): Regla {
  return editGroup(regla, path, (items) => [...items, newFila()])
}

/** A group of one row at the end of the group at a path, joined by the other word. */
export function addGroup(regla: Regla, path: ReglaPath): Regla {
  return editGroup(regla, path, (items, word) => [...items, groupOf(word === 'y' ? 'o' : 'y', [newFila()])])
}

export function removeItem(regla: Regla, path: ReglaPath): Regla {
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items) => items.filter((_, index) => index !== at))
}

/** Puts an item and the one after it into a group of their own. */
export function groupWithNext(regla: Regla, path: ReglaPath): Regla {
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items, word) => {
    const [item, next] = [items[at], items[at + 1]]
    if (item === undefined || next === undefined) return items
    return items.toSpliced(at, 2, groupOf(word === 'y' ? 'o' : 'y', [item, next]))
  })
}

/** Puts the items of a group in the place of it. */
export function ungroup(regla: Regla, path: ReglaPath): Regla {
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items) => {
    const item = items[at]
    return item && isGroup(item) ? items.toSpliced(at, 1, ...itemsOf(item)) : items
  })
}

export function moveItem(regla: Regla, path: ReglaPath, by: number): Regla {
  const [holder, at] = holderOf(path)
  return editGroup(regla, holder, (items) => {
    const item = items[at]
    const to = at + by
    if (item === undefined || to < 0 || to >= items.length) return items
    return items.toSpliced(at, 1).toSpliced(to, 0, item)
  })
}

/** Another operator: what compares with nothing has no right side, all others have one. */
export function setOperador(fila: Fila, operador: Operador): Fila {
  const { derecha, ...rest } = fila
  return isUnary(operador) ? { ...rest, operador } : { ...rest, operador, derecha: derecha ?? { valor: '' } }
}
