import type { Flujo, ProcesoGuardado } from '@div/contract'
import { startEditor } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { Journal } from './journal.ts'

/** How long nobody changes anything before it is stored. */
const PAUSE_MS = 800
/** What could not be sent is sent again. */
const RETRY_MS = 5_000

/** What became of an attempt to store. */
export type SaveOutcome =
  | { kind: 'stored'; proceso: ProcesoGuardado }
  | { kind: 'conflict'; theirs: ProcesoGuardado }
  /** `again`: nobody answered; otherwise it was refused, and only another change helps. */
  | { kind: 'failed'; mensaje: string; again: boolean }

export interface SaverPorts {
  put: (stored: ProcesoGuardado, flujo: Flujo) => Promise<SaveOutcome>
  journal: Journal
  now: () => number
  /** Answers what calls it off. */
  later: (work: () => void, ms: number) => () => void
}

/** Stores what is drawn a moment after it was changed: first in the browser, then on the server, never over what somebody else stored. */
export class DraftSaver {
  readonly #store: EditorStore
  readonly #ports: SaverPorts
  #seen: Flujo
  #callOff: () => void = () => undefined
  #running: Promise<void> | null = null

  constructor(store: EditorStore, ports: SaverPorts) {
    this.#store = store
    this.#ports = ports
    this.#seen = store.read().stored.flujo
  }

  /** Answers what ends it; what is not stored then stays in the journal. */
  start(): () => void {
    const leave = this.#store.subscribe(() => this.#look())
    this.#look()
    return () => {
      leave()
      this.#callOff()
    }
  }

  /** Stores what there is to store now; answers whether all of it is. */
  async flush(): Promise<boolean> {
    this.#callOff()
    await this.#running
    if (this.#isStored) return true
    if (this.#store.read().save.kind === 'conflicto') return false
    await this.#save()
    return this.#isStored
  }

  /** A person has chosen their own version over that of another. */
  async overwrite(theirs: ProcesoGuardado): Promise<void> {
    this.#store.set({ stored: theirs, save: { kind: 'pendiente' } })
    await this.#save()
  }

  /** A person has chosen the version of another. */
  take(theirs: ProcesoGuardado): void {
    this.#seen = theirs.flujo
    this.#callOff()
    this.#ports.journal.clear()
    this.#store.set({
      ...startEditor(theirs),
      save: { kind: 'guardado', at: this.#ports.now() },
    })
  }

  get #isStored(): boolean {
    return this.#store.flujo === this.#store.read().stored.flujo
  }

  #look(): void {
    const { flujo } = this.#store
    if (flujo === this.#seen) return
    this.#seen = flujo
    const { stored, save } = this.#store.read()
    this.#ports.journal.write({ revision: stored.revision, flujo })
    if (save.kind === 'conflicto') return
    this.#store.set({ save: { kind: 'pendiente' } })
    this.#schedule(PAUSE_MS)
  }

  #schedule(ms: number): void {
    this.#callOff()
    this.#callOff = this.#ports.later(() => {
      if (!this.#isStored) void this.#save()
    }, ms)
  }

  #save(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #send(): Promise<void> {
    const { flujo } = this.#store
    this.#store.set({ save: { kind: 'guardando' } })
    this.#conclude(flujo, await this.#ports.put(this.#store.read().stored, flujo))
  }

  #conclude(sent: Flujo, outcome: SaveOutcome): void {
    const isCurrent = this.#store.flujo === sent
    switch (outcome.kind) {
      case 'stored':
        // As an object it is what is drawn, so that being stored can be told by a glance.
        this.#store.set({
          stored: { ...outcome.proceso, flujo: sent },
          save: isCurrent ? { kind: 'guardado', at: this.#ports.now() } : { kind: 'pendiente' },
        })
        if (isCurrent) this.#ports.journal.clear()
        else this.#schedule(PAUSE_MS)
        return
      case 'conflict':
        this.#store.set({ save: { kind: 'conflicto', theirs: outcome.theirs } })
        return
      case 'failed':
        this.#store.set({ save: { kind: 'fallo', mensaje: outcome.mensaje } })
        if (outcome.again || !isCurrent) this.#schedule(RETRY_MS)
    }
  }
}
