/** Beyond so many contracts the least lately used one is read again. */
const KEPT = 16

/** Contracts that were read, by what is stored of them: once for all connections of a process. */
export class KeptReadings<Contrato> {
  readonly #readings = new Map<string, Promise<Contrato>>()

  get(packed: string, read: () => Promise<Contrato>): Promise<Contrato> {
    const known = this.#readings.get(packed)
    this.#readings.delete(packed)
    const reading = known ?? read()
    this.#readings.set(packed, reading)
    if (!known) reading.catch(() => this.#readings.delete(packed))
    const [oldest] = this.#readings.keys()
    if (this.#readings.size > KEPT && oldest !== undefined) this.#readings.delete(oldest)
    return reading
  }
}
