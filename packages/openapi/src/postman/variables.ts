import type { Part } from '../documents/part.ts'

/** `{{name}}`, as Postman writes them. */
const PLACE = /\{\{([^{}]+)\}\}/g

/** What a collection says its variables are worth. */
export class Variables {
  readonly #values: ReadonlyMap<string, string>

  constructor(variable: Part) {
    this.#values = new Map(
      variable.items().flatMap((each): [string, string][] => {
        const nombre = each.text('key') ?? each.text('id')
        const { value } = each.get('value')
        return nombre === undefined || value === undefined || value === null || typeof value === 'object'
          ? []
          : [[nombre, String(value)]]
      }),
    )
  }

  /** Unknown ones stay as they are. */
  fill(text: string): string {
    return text.replaceAll(PLACE, (whole, name: string) => this.#values.get(name.trim()) ?? whole)
  }

  get(nombre: string): string | undefined {
    return this.#values.get(nombre)
  }
}

/** The variables that stand in a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = '']) => name.trim())
}

/** With `{name}` for each. */
export function toPlaces(text: string): string {
  return text.replaceAll(PLACE, (_, name: string) => `{${name.trim()}}`)
}
