import { isEqual } from './differences.ts'

/** Of the changes those that what was sent does not hold: they were made while it was under way. */
export function keepUnsent<Draft extends object>(changes: Partial<Draft>, sent: Draft): Partial<Draft> {
  const left = (Object.keys(changes) as (keyof Draft)[]).filter((name) => !isEqual(changes[name], sent[name]))
  return Object.fromEntries(left.map((name) => [name, changes[name]])) as Partial<Draft>
}
