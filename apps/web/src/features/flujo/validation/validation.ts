import type { Hallazgo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import type { EditorStore } from '../store/editor-store.ts'
import type { Drawing } from './look-request.ts'
import { joinHallazgos, type ToldByServer } from './told-by-server.ts'

/** How long nobody changes anything before it is looked at. */
const PAUSE_MS = 300
/** What nobody answered is asked again. */
const RETRY_MS = 5_000

export type AskOutcome =
  | { kind: 'told'; hallazgos: readonly Hallazgo[] }
  /** `again`: it may be over by itself in a moment. */
  | { kind: 'failed'; again: boolean }

export interface ValidationPorts {
  /** What is wrong as far as can be told here. Rejects when nothing can. */
  look: (drawing: Drawing) => Promise<readonly Hallazgo[]>
  /** What the server says of what is stored. */
  ask: (id: string, signal: AbortSignal) => Promise<AskOutcome>
  /** Does something later. Answers what calls it off. */
  later: (work: () => void, ms: number) => () => void
}

const NOTHING: readonly Hallazgo[] = []

/** Keeps what is said to be wrong with a drawing in step with it. */
export class Validation {
  readonly #store: EditorStore
  readonly #ports: ValidationPorts
  readonly #controller = new AbortController()
  /** What is drawn, as it was last heard of. */
  #drawn: Drawing | null = null
  /** What was looked at last: a drawing that was stored is the one that had been drawn. */
  #looked: { drawing: Drawing; found: Promise<readonly Hallazgo[]> } | null = null
  #hasLooked = false
  #told: (ToldByServer & Drawing) | null = null
  #asked: number | null = null
  #callOffLook = () => {}
  #callOffAsk = () => {}

  constructor(store: EditorStore, ports: ValidationPorts) {
    this.#store = store
    this.#ports = ports
  }

  start(): () => void {
    const leave = this.#store.subscribe(() => this.#hear())
    this.#hear()
    return () => {
      leave()
      this.#controller.abort()
      this.#callOffLook()
      this.#callOffAsk()
    }
  }

  #hear(): void {
    const { revision, modo } = this.#store.read().stored
    const { flujo } = this.#store
    if (this.#drawn?.flujo !== flujo || this.#drawn.modo !== modo) {
      this.#drawn = { flujo, modo }
      this.#callOffLook()
      this.#callOffLook = this.#ports.later(() => void this.#tell(), PAUSE_MS)
    }
    if (revision !== this.#asked) void this.#ask(revision)
  }

  async #ask(revision: number): Promise<void> {
    this.#asked = revision
    this.#callOffAsk()
    const { id, flujo, modo } = this.#store.read().stored
    const { signal } = this.#controller
    const isCurrent = () => !signal.aborted && this.#asked === revision
    const outcome = await this.#ports.ask(id, signal)
    if (!isCurrent()) return
    if (outcome.kind === 'failed') {
      if (outcome.again) this.#callOffAsk = this.#ports.later(() => void this.#ask(revision), RETRY_MS)
      return
    }
    this.#told = { flujo, modo, hallazgos: outcome.hallazgos, seen: null }
    if (this.#hasLooked) return this.#tell()
    // Until it has been looked at here, which nobody who opens it is to wait for, all that the server says is news.
    this.#show(joinHallazgos(this.#store.flujo, NOTHING, this.#told))
  }

  async #tell(): Promise<void> {
    const drawn = this.#drawn
    if (drawn === null) return
    const found = await this.#find(drawn)
    if (this.#controller.signal.aborted) return
    this.#hasLooked = true
    const told = this.#told
    if (told?.seen === null) {
      const seen = await this.#find(told)
      if (this.#told === told) this.#told = { ...told, seen }
    }
    // What is drawn by now is looked at in a moment.
    if (this.#drawn === drawn) this.#show(joinHallazgos(drawn.flujo, found, this.#told))
  }

  #find({ flujo, modo }: Drawing): Promise<readonly Hallazgo[]> {
    const last = this.#looked
    if (last?.drawing.flujo === flujo && last.drawing.modo === modo) return last.found
    // Where nothing can be told here, the server still tells what is wrong with what is stored.
    const found = this.#ports.look({ flujo, modo }).catch(() => NOTHING)
    this.#looked = { drawing: { flujo, modo }, found }
    return found
  }

  #show(hallazgos: readonly Hallazgo[]): void {
    // What is found again looks as it did.
    if (!isEqual(hallazgos, this.#store.read().hallazgos)) this.#store.set({ hallazgos })
  }
}
