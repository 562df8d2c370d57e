import { type Flujo, flujoSchema, type ProcesoGuardado } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import { applyCommand } from '../document/flujo-command.ts'
import { mergeFlujos } from '../document/merge-flujos.ts'
import type { Side } from '../document/merge-values.ts'
import { planReplace } from '../document/plan-replace.ts'
import { renameFlujo } from '../document/rename-nodos.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { Journal } from './journal.ts'

/** How long nobody changes anything before it is stored. */
const PAUSE_MS = 800
/** What could not be sent is sent again. */
const RETRY_MS = 5_000
/** So often in a row what went wrong on the server's side is tried. */
const MOST_FAILURES = 5

const DECIDE_FIRST = 'Otra persona guardó cambios en lo mismo: elija antes qué queda de cada quien.'

/** What became of an attempt to store. */
export type SaveOutcome =
  | { kind: 'stored'; proceso: ProcesoGuardado }
  | { kind: 'conflict'; theirs: ProcesoGuardado }
  | { kind: 'failed'; mensaje: string; again: Again }

/** `always`: nobody answered. `few`: a mistake of the server, which may be over soon. `never`: it was refused, and only another change helps. */
type Again = 'always' | 'few' | 'never'

export interface SaverPorts {
  put: (stored: ProcesoGuardado, flujo: Flujo) => Promise<SaveOutcome>
  /** As it is stored now. */
  read: (id: string) => Promise<ProcesoGuardado>
  journal: Journal
  now: () => number
  /** Answers what calls it off. */
  later: (work: () => void, ms: number) => () => void
  /** What somebody else stored has come into the drawing. */
  onMerged: (theirs: ProcesoGuardado) => void
  /** Nodes are called otherwise now, and so is what is pinned to them. */
  onRenamed: (state: Pick<EditorState, 'fijados'>) => void
  /** It is not sent again by itself: what is drawn stays in the journal until it is changed or somebody asks for it. */
  onGivenUp: (mensaje: string) => void
}

/** Stores what is drawn a moment after it was changed: first in the browser, then on the server, never over what somebody else stored. */
export class DraftSaver {
  readonly #store: EditorStore
  readonly #ports: SaverPorts
  #seen: Flujo
  #callOff: () => void = () => undefined
  #running: Promise<void> | null = null
  /** Sent, and nobody said that it was stored. */
  #unanswered: Flujo | null = null
  /** Chosen, and not stored yet. */
  #modo: ProcesoGuardado['modo'] | null = null
  /** Mistakes of the server since it stored something. */
  #failures = 0

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
    // What somebody else stored meanwhile came in by itself: there is something to store again.
    if (!this.#isStored && this.#store.read().save.kind === 'pendiente') await this.#save()
    return this.#isStored
  }

  /**
   * Stores how its runs go, with what is drawn. Throws with the reason when it could not be stored; while a person is asked what is to be
   * whose, it waits for what they say.
   */
  async changeModo(modo: ProcesoGuardado['modo']): Promise<'guardado' | 'espera'> {
    await this.#running
    if (this.#store.read().save.kind === 'conflicto') throw new Error(DECIDE_FIRST)
    if (modo === this.#store.read().stored.modo) return 'guardado'
    this.#modo = modo
    await this.#save()
    // Something else was being stored, or what somebody else stored came in by itself.
    const { kind } = this.#store.read().save
    if (this.#modo === modo && (kind === 'pendiente' || kind === 'guardando')) await this.#save()
    const { save } = this.#store.read()
    if (this.#modo !== modo) return 'guardado'
    if (save.kind !== 'fallo') return 'espera'
    this.#modo = null
    if (this.#isStored) this.#settle()
    throw new Error(save.mensaje)
  }

  /** A newer revision is on the server: it comes into the drawing before anybody stores over it. */
  async hear(revision: number): Promise<void> {
    await this.#running
    if (revision <= this.#store.read().stored.revision) return
    const theirs = await this.#ports.read(this.#store.read().stored.id)
    if (this.#running === null && theirs.revision > this.#store.read().stored.revision) this.#meet(theirs)
  }

  /** A person has chosen, of what both changed, whose it is to be. */
  async resolve(theirs: ProcesoGuardado, choices: ReadonlyMap<string, Side>): Promise<void> {
    const chosen = mergeFlujos(this.#threeWith(theirs), choices).flujo
    this.#join(theirs)
    // What they gave up is a step of their own: undoing brings it back.
    this.#store.change((drawn) => planReplace(drawn, chosen))
    this.#standUpon(theirs)
    await this.#save()
  }

  /** A person has chosen the version of another; undoing brings back their own. */
  take(theirs: ProcesoGuardado): void {
    this.#modo = null
    this.#join(theirs)
    this.#store.change((drawn) => planReplace(drawn, theirs.flujo))
    this.#standUpon(theirs)
  }

  get #isStored(): boolean {
    return this.#modo === null && this.#store.flujo === this.#store.read().stored.flujo
  }

  /** `stored` is what the server has. As an object its flujo is what is drawn, so that being stored can be told by a glance. */
  #stand(stored: ProcesoGuardado): void {
    if (stored.modo === this.#modo) this.#modo = null
    this.#store.set({ stored, save: { kind: 'pendiente' } })
    if (this.#isStored) return this.#settle()
    this.#note()
    this.#schedule(PAUSE_MS)
  }

  #threeWith(theirs: ProcesoGuardado) {
    return { base: this.#store.read().stored.flujo, mine: this.#store.flujo, theirs: theirs.flujo }
  }

  #look(): void {
    const { flujo } = this.#store
    if (flujo === this.#seen) return
    this.#seen = flujo
    this.#note()
    if (this.#store.read().save.kind === 'conflicto') return
    this.#store.set({ save: { kind: 'pendiente' } })
    this.#schedule(PAUSE_MS)
  }

  /** What is drawn is what is stored. */
  #settle(): void {
    this.#callOff()
    this.#ports.journal.clear()
    this.#store.set({ save: { kind: 'guardado', at: this.#ports.now() } })
  }

  #note(): void {
    const { revision, flujo: base } = this.#store.read().stored
    const enviado = this.#unanswered && { enviado: this.#unanswered }
    const momento = this.#ports.now()
    this.#ports.journal.write({ revision, momento, flujo: this.#store.flujo, base, ...enviado })
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
    const before = this.#unanswered
    this.#unanswered = flujo
    this.#note()
    const { stored } = this.#store.read()
    const outcome = await this.#ports.put({ ...stored, modo: this.#modo ?? stored.modo }, flujo)
    if (
      outcome.kind === 'conflict' &&
      before !== null &&
      isEqual(flujoSchema.safeParse(before).data, outcome.theirs.flujo)
    ) {
      // It was stored, and the answer was lost: what came after it goes on from there.
      this.#unanswered = null
      return this.#stand({ ...outcome.theirs, flujo: before })
    }
    if (outcome.kind !== 'failed') {
      this.#unanswered = null
      this.#failures = 0
    }
    this.#conclude(flujo, outcome)
  }

  #conclude(sent: Flujo, outcome: SaveOutcome): void {
    switch (outcome.kind) {
      case 'stored':
        return this.#stand({ ...outcome.proceso, flujo: sent })
      case 'conflict':
        this.#meet(outcome.theirs)
        return
      case 'failed':
        this.#store.set({ save: { kind: 'fallo', mensaje: outcome.mensaje } })
        if (this.#isTriedAgain(outcome) || this.#store.flujo !== sent) this.#schedule(RETRY_MS)
    }
  }

  #isTriedAgain({ mensaje, again }: Extract<SaveOutcome, { kind: 'failed' }>): boolean {
    if (again !== 'few') return again === 'always'
    this.#failures = (this.#failures + 1) % MOST_FAILURES
    if (this.#failures === 0) this.#ports.onGivenUp(mensaje)
    return this.#failures > 0
  }

  /** What both changed is asked; everything else is one drawing at once. */
  #meet(theirs: ProcesoGuardado): void {
    const { conflicts } = mergeFlujos(this.#threeWith(theirs))
    if (conflicts.length > 0) {
      this.#callOff()
      return this.#store.set({ save: { kind: 'conflicto', theirs } })
    }
    this.#join(theirs)
    this.#standUpon(theirs)
    this.#ports.onMerged(theirs)
  }

  /** What the other did comes into what is drawn here; of what both changed it stays as it is drawn. */
  #join(theirs: ProcesoGuardado): void {
    const { flujo, renamed } = mergeFlujos(this.#threeWith(theirs))
    const drawn = renameFlujo(this.#store.flujo, renamed)
    const plan = planReplace(drawn, flujo)
    this.#store.joinOthers(plan === null ? drawn : applyCommand(drawn, plan), renamed)
    if (renamed.size > 0) this.#ports.onRenamed(this.#store.read())
  }

  /** What is drawn from now on stands upon what the other stored. */
  #standUpon(theirs: ProcesoGuardado): void {
    const drawn = this.#store.flujo
    this.#seen = drawn
    this.#stand(isEqual(drawn, theirs.flujo) ? { ...theirs, flujo: drawn } : theirs)
  }
}
