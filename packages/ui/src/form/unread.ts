import { type FieldError, joinPath } from './field-props.ts'
import { isRecord } from './form-schema.ts'

/** What stands in a field and is no value yet, in place of one: it stays on the form and is never sent. */
export class Unread {
  readonly typed: unknown
  readonly mensaje: string

  constructor(typed: unknown, mensaje: string) {
    this.typed = typed
    this.mensaje = mensaje
  }
}

/** Every field of a form that holds no value yet, and what is wrong with it. */
export function listUnread(value: unknown, path = ''): FieldError[] {
  if (value instanceof Unread) return [{ campo: path, mensaje: value.mensaje }]
  if (Array.isArray(value)) return value.flatMap((item, index) => listUnread(item, `${path}[${index}]`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, held]) => listUnread(held, joinPath(path, name)))
}

/** The value that a text in JSON says; undefined of none. */
export function readJsonText(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unread(text, 'No es JSON válido.')
  }
}

export function showJsonText(value: unknown): string {
  if (value instanceof Unread) return String(value.typed)
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

export type Entry = readonly [name: string, text: string]

/** Texts by their names; a line on which nothing is written yet is none. */
export function readEntries(entries: readonly Entry[]): unknown {
  const written = entries.filter(([name, text]) => name !== '' || text !== '')
  const names = written.map(([name]) => name)
  if (names.includes('')) return new Unread(entries, 'Falta el nombre de un valor.')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return new Unread(entries, `«${twice}» está dos veces.`)
  return Object.fromEntries(written)
}

export function showEntries(value: unknown): readonly Entry[] {
  if (value instanceof Unread) return value.typed as readonly Entry[]
  return isRecord(value) ? Object.entries(value).map(([name, text]) => [name, String(text)]) : []
}
