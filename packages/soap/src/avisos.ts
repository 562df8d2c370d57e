/** Beyond so many nobody reads them. */
const MAXIMO = 200

/** What was read otherwise than it is written, each once, in Spanish. */
export class Avisos {
  readonly #texts = new Set<string>()

  add(text: string): void {
    if (this.#texts.size < MAXIMO) this.#texts.add(text)
  }

  list(): string[] {
    return [...this.#texts]
  }
}
