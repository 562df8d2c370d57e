import { isPlainObject, MASK } from '@div/contract'

/** Shorter ones are ordinary text: hiding them would blank answers without hiding anything. */
const MIN_LENGTH = 4

/** What proves who calls, where a server says it back: it is told to no trace and no model (security rule 9). */
export class Secretos {
  readonly #fixed: readonly string[]
  /** Of those that are renewed the last two: a call may still be under way with the one of before. */
  #renewed: readonly string[] = []

  constructor(fixed: readonly string[]) {
    this.#fixed = fixed
  }

  add(secreto: string): void {
    if (this.#renewed.includes(secreto)) return
    this.#renewed = [...this.#renewed.slice(-1), secreto]
  }

  hide(text: string): string {
    return this.#all().reduce((hidden, secreto) => hidden.replaceAll(secreto, MASK), text)
  }

  /** The beginning of a text of which more may come: one of them may be cut off in its middle. */
  hideBeginning(text: string, length: number): string {
    const hidden = this.hide(text)
    const cut = Math.max(0, ...this.#all().map((secreto) => overlap(hidden, secreto)))
    const clean = cut === 0 ? hidden : `${hidden.slice(0, -cut)}${MASK}`
    return clean.slice(0, length).toWellFormed()
  }

  /** What was read of a JSON text. The same value where none of them stands in it. */
  hideRead(value: unknown, json: string): unknown {
    // An escape may spell any character: of such a text only the value tells.
    const mayStand = json.includes('\\') || this.#all().some((secreto) => json.includes(secreto))
    return mayStand ? this.#hideIn(value) : value
  }

  #hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value)
    if (Array.isArray(value)) return value.map((each) => this.#hideIn(each))
    if (!isPlainObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [this.hide(name), this.#hideIn(each)]),
    )
  }

  #all(): string[] {
    return [...this.#fixed, ...this.#renewed].filter(({ length }) => length >= MIN_LENGTH)
  }
}

/** Characters at the end of a text that one of them begins with. */
function overlap(text: string, secreto: string): number {
  for (let length = Math.min(secreto.length - 1, text.length); length >= MIN_LENGTH; length--)
    if (text.endsWith(secreto.slice(0, length))) return length
  return 0
}
