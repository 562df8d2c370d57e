import { isRecord } from '@div/ui'

/** From where a value comes is one field, whichever of these holds it. */
const WAYS: ReadonlySet<string> = new Set(['valor', 'valorAsignado', 'expresion'])

/**
 * Where within a field of a node something was changed, so that what is typed in two rows or in two fields of a row is two steps of undo:
 * `.2.nombre`. Null where a list got longer, shorter or another order: that is a deed by itself.
 */
export function changedPath(before: unknown, after: unknown): string | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return null
    const changed = [...after.keys()].filter((at) => !isSameValue(before[at], after[at]))
    return changed.length === 1 ? within(changed[0] ?? 0, before, after) : null
  }
  if (!isRecord(before) || !isRecord(after)) return ''
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => !isSameValue(before[name], after[name]))
  if (changed.length > 0 && changed.every((name) => WAYS.has(name))) return '.valor'
  const [name, ...others] = changed
  if (name === undefined || others.length > 0) return ''
  const inner = changedPath(before[name], after[name])
  return inner === null ? null : `.${name}${inner}`
}

function within(at: number, before: readonly unknown[], after: readonly unknown[]): string | null {
  const inner = changedPath(before[at], after[at])
  return inner === null ? null : `.${at}${inner}`
}

/** Values of a document, whose fields keep their order. */
export const isSameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right)
