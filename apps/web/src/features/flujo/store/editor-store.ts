import type { Flujo, Proceso } from '@div/contract'
import { anotacionesOf, isKey } from '../document/anotacion-key.ts'
import { doCommand, joinOthers, redo, undo } from '../document/flujo-history.ts'
import type { ChangePlan } from '../document/plan-change.ts'
import type { Names } from '../document/rename-nodos.ts'
import { type EditorState, NOTHING_SELECTED, type Selection } from './editor-state.ts'
import { renameInState } from './rename-in-state.ts'

interface Viewport {
  x: number
  y: number
  zoom: number
}

interface EditorPorts {
  /** Does something once what is changed now has been shown. */
  afterPaint?: (work: () => void) => void
  /** A step was not undone or redone: somebody else has changed the same thing since. */
  onLeftOut?: () => void
  /** A step changes how runs go. */
  onModo?: (modo: Proceso['modo']) => void
}

interface ChangeOptions {
  /** Changes of one subject that come close together are one step: typing in a field. */
  subject?: string
  /** The nodes, by id, and the frames and notes, by key, that are selected afterwards. */
  select?: readonly string[]
}

/** What is drawn and what was done to it, outside React: whoever draws a part asks for that part only. */
export class EditorStore {
  #state: EditorState
  #settled: EditorState
  /** What holds back what stands beside the canvas. */
  #hands = 0
  readonly #ports: Required<EditorPorts>
  readonly #listeners = new Set<() => void>()
  readonly mayEdit: boolean
  /** What part of it was seen last; null: it has not been looked at yet. */
  viewport: Viewport | null = null
  /** Every id that a node has had here. */
  readonly #everDrawn = new Set<string>()
  /** Counts the fields that were held, and whether one is. */
  #held = 0
  #isHeld = false

  constructor(state: EditorState, mayEdit: boolean, ports: EditorPorts = {}) {
    this.#state = state
    this.#settled = state
    this.#remember(state.history.flujo)
    this.#ports = {
      afterPaint: (work) => work(),
      onLeftOut: () => undefined,
      onModo: () => undefined,
      ...ports,
    }
    this.mayEdit = mayEdit
  }

  readonly read = (): EditorState => this.#state

  /**
   * For what stands beside the canvas: it waits while something on the canvas is in hand, and after undoing until the canvas shows it.
   */
  readonly readSettled = (): EditorState => this.#settled

  get flujo(): Flujo {
    return this.#state.history.flujo
  }

  /** Ids that no new node gets: what is known, pinned or referred to of another one would come to it. */
  get takenIds(): ReadonlySet<string> {
    const { fijados, resultado } = this.#state
    const ran = resultado?.pasos.map(({ nodo }) => nodo) ?? []
    return new Set([...this.#everDrawn, ...Object.keys(fijados), ...ran])
  }

  #remember({ nodos }: Flujo): void {
    for (const { id } of nodos) this.#everDrawn.add(id)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(fields: Partial<EditorState>): void {
    const { nodos } = this.flujo
    this.#state = { ...this.#state, ...fields }
    if (this.flujo.nodos !== nodos) this.#remember(this.flujo)
    if (this.#hands === 0) this.#settled = this.#state
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Something on the canvas is taken in hand. Answers what lets it go. */
  take(): () => void {
    this.#hands++
    return () => {
      this.#hands--
      if (this.#hands > 0 || this.#settled === this.#state) return
      this.#settled = this.#state
      this.#tell()
    }
  }

  /** Does what the plan says of the drawing as it is now. Who may only read changes nothing. */
  change(plan: (flujo: Flujo) => ChangePlan, { subject, select }: ChangeOptions = {}): void {
    const { history } = this.#state
    const command = this.mayEdit ? plan(history.flujo) : null
    if (command === null) return
    const next = doCommand(history, command, { now: Date.now(), ...this.#stepOf(subject) })
    this.set({
      history: next,
      selection: select
        ? {
            ...NOTHING_SELECTED,
            nodos: new Set(select.filter((each) => !isKey(each))),
            anotaciones: new Set(select.filter(isKey)),
          }
        : withoutGone(this.#state.selection, next.flujo),
    })
  }

  #stepOf(subject: string | undefined): { subject: string | null; isHeld: boolean } {
    const isHeld = this.#isHeld && subject !== undefined
    return { subject: isHeld ? `${subject}#${this.#held}` : (subject ?? null), isHeld }
  }

  /** For an editor that undoes by itself: until it lets go, all that it changes is one step. Answers what lets go. */
  hold(): () => void {
    const own = ++this.#held
    this.#isHeld = true
    return () => {
      if (this.#held === own) this.#isHeld = false
    }
  }

  readonly undo = (): void => this.#step(undo)
  readonly redo = (): void => this.#step(redo)

  #step(move: typeof undo): void {
    const { history, isLeftOut, modo } = move(this.#state.history)
    if (!this.mayEdit || history === this.#state.history) return
    const letGo = this.take()
    this.set({ history, selection: withoutGone(this.#state.selection, history.flujo) })
    this.#ports.afterPaint(letGo)
    if (isLeftOut) this.#ports.onLeftOut()
    if (modo !== null) this.#ports.onModo(modo)
  }

  /** What somebody else did comes in, as no step. `renamed`: what nodes that are drawn here are called from now on. */
  joinOthers(flujo: Flujo, renamed: Names): void {
    const state = renameInState(this.#state, renamed)
    const history = joinOthers(state.history, flujo, renamed)
    this.set({ ...state, history, selection: withoutGone(state.selection, flujo) })
  }

  select(selection: Partial<Selection>): void {
    this.set({ selection: { ...NOTHING_SELECTED, ...selection } })
  }
}

/** The same when all of it is still there. */
function withoutGone(selection: Selection, flujo: Flujo): Selection {
  const kept = {
    nodos: keep(selection.nodos, () => flujo.nodos.map(({ id }) => id)),
    conexiones: keep(selection.conexiones, () => flujo.conexiones.map(({ id }) => id)),
    anotaciones: keep(selection.anotaciones, () => anotacionesOf(flujo).map(([key]) => key)),
  }
  const isSame =
    kept.nodos === selection.nodos &&
    kept.conexiones === selection.conexiones &&
    kept.anotaciones === selection.anotaciones
  return isSame ? selection : kept
}

function keep(ids: ReadonlySet<string>, list: () => readonly string[]): ReadonlySet<string> {
  if (ids.size === 0) return ids
  const there = new Set(list())
  const kept = [...ids].filter((id) => there.has(id))
  return kept.length === ids.size ? ids : new Set(kept)
}
