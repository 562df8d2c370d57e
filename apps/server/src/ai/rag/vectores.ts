/** Of length 1, so that the product of two is the cosine of their angle. A vector of zeros points nowhere and stays what it is. */
export function normalize(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (value) => value / length)
}

/** As it is stored: the lowest byte first, as every machine that this runs on has it. */
export function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** What was stored so. */
export function toNumbers(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}

export interface Parecido {
  id: string
  /** Cosine of the angle. */
  parecido: number
}

/** The vectors of a collection, wherever they are compared. */
export interface Comparable {
  readonly dimensiones: number
  /** Those nearest to a vector of length 1, the nearest first: every one is compared. */
  nearest(wanted: Float32Array, count: number): Parecido[] | Promise<Parecido[]>
}

/** Those of a collection in one piece of memory. */
export class Vectores implements Comparable {
  readonly dimensiones: number
  readonly #ids: readonly string[]
  readonly #numbers: Float32Array

  constructor(rows: readonly { id: string; vector: Buffer }[], dimensiones: number) {
    this.dimensiones = dimensiones
    this.#ids = rows.map(({ id }) => id)
    this.#numbers = new Float32Array(rows.length * dimensiones)
    const bytes = new Uint8Array(this.#numbers.buffer)
    for (const [index, { vector }] of rows.entries()) bytes.set(vector, index * dimensiones * BYTES)
  }

  get bytes(): number {
    return this.#numbers.byteLength
  }

  nearest(wanted: Float32Array, count: number): Parecido[] {
    const found: Parecido[] = []
    for (let index = 0; index < this.#ids.length; index++) {
      const parecido = this.#product(index, wanted)
      const worst = found.at(-1)
      if (found.length === count && worst !== undefined && parecido <= worst.parecido) continue
      const place = found.findIndex((each) => each.parecido < parecido)
      found.splice(place < 0 ? found.length : place, 0, { id: this.#ids[index] ?? '', parecido })
      if (found.length > count) found.pop()
    }
    return found
  }

  #product(index: number, wanted: Float32Array): number {
    const start = index * this.dimensiones
    const numbers = this.#numbers
    let sum = 0
    for (let place = 0; place < wanted.length; place++)
      sum += (numbers[start + place] ?? 0) * (wanted[place] ?? 0)
    return sum
  }
}

export const BYTES = Float32Array.BYTES_PER_ELEMENT
