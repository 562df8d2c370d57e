/** The text form of PostgreSQL arrays: `{1,NULL,"a \"b\"",{2}}` (its manual, 8.15.6). */

type Leaf = (text: string) => unknown

/** Null elements stay null; the others go through `leaf`. Text that is no array comes back as it is. */
export function parseArray(text: string, leaf: Leaf): unknown {
  // Bounds other than 1 are written before the array: `[0:1]={a,b}`.
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  if (text[start] !== '{') return text
  return new ArrayReader(text, start, leaf).readList()
}

class ArrayReader {
  readonly #text: string
  readonly #leaf: Leaf
  #at: number

  constructor(text: string, start: number, leaf: Leaf) {
    this.#text = text
    this.#at = start
    this.#leaf = leaf
  }

  readList(): unknown[] {
    const list: unknown[] = []
    this.#at++
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') {
      list.push(this.#readElement())
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
    return list
  }

  #readElement(): unknown {
    const mark = this.#text[this.#at]
    if (mark === '{') return this.readList()
    if (mark === '"') return this.#leaf(this.#readQuoted())
    const start = this.#at
    while (this.#at < this.#text.length && !',}'.includes(this.#text[this.#at] ?? '')) this.#at++
    const text = this.#text.slice(start, this.#at)
    return text === 'NULL' ? null : this.#leaf(text)
  }

  #readQuoted(): string {
    let value = ''
    this.#at++
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] === '\\') this.#at++
      value += this.#text[this.#at]
      this.#at++
    }
    this.#at++
    return value
  }
}

/** Every element is quoted, so that nothing in it means something. */
export function formatArray(list: readonly unknown[], format: (value: unknown) => string | null): string {
  const items = list.map((item) => {
    if (Array.isArray(item)) return formatArray(item, format)
    const text = item === null || item === undefined ? null : format(item)
    return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}
