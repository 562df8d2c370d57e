import { isPlainObject } from '@div/contract'

/** The database takes neither null characters nor lone halves of others. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** What others say is cut where it is long, also within a character. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (typeof each === 'string') return storable(each)
    return isPlainObject(each)
      ? Object.fromEntries(Object.entries(each).map(([name, field]) => [storable(name), field]))
      : each
  })
}
