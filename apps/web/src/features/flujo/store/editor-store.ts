import type { Flujo } from '@div/contract'
import { doCommand, redo, undo } from '../document/flujo-history.ts'
import type { ChangePlan } from '../document/plan-change.ts'
import { type EditorState, NOTHING_SELECTED, type Selection } from './editor-state.ts'

interface ChangeOptions {
  /** Changes of one subject that come close together are one step: typing in a field. */
  subject?: string
  /** The nodes that are selected afterwards. */
  select?: readonly string[]
}

/** What is drawn and what was done to it, outside React: whoever draws a part asks for that part only. */
export class EditorStore {
  #state: EditorState
  readonly #listeners = new Set<() => void>()
  readonly mayEdit: boolean

  constructor(state: EditorState, mayEdit: boolean) {
    this.#state = state
    this.mayEdit = mayEdit
  }

  readonly read = (): EditorState => this.#state

  get flujo(): Flujo {
    return this.#state.history.flujo
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(fields: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...fields }
    for (const listener of this.#listeners) listener()
  }

  /** Does what the plan says of the drawing as it is now. Who may only read changes nothing. */
  change(plan: (flujo: Flujo) => ChangePlan, { subject, select }: ChangeOptions = {}): void {
    const { history } = this.#state
    const command = this.mayEdit ? plan(history.flujo) : null
    if (command === null) return
    const next = doCommand(history, command, { now: Date.now(), subject: subject ?? null })
    this.set({
      history: next,
      selection: select
        ? { ...NOTHING_SELECTED, nodos: new Set(select) }
        : withoutGone(this.#state.selection, next.flujo),
    })
  }

  readonly undo = (): void => this.#step(undo)
  readonly redo = (): void => this.#step(redo)

  #step(move: typeof undo): void {
    const history = move(this.#state.history)
    if (!this.mayEdit || history === this.#state.history) return
    this.set({ history, selection: withoutGone(this.#state.selection, history.flujo) })
  }

  select(selection: Partial<Selection>): void {
    this.set({ selection: { ...NOTHING_SELECTED, ...selection } })
  }
}

/** The same when all of it is still there. */
function withoutGone(selection: Selection, { nodos, conexiones }: Flujo): Selection {
  const kept = {
    nodos: keep(selection.nodos, nodos),
    conexiones: keep(selection.conexiones, conexiones),
  }
  const isSame = kept.nodos === selection.nodos && kept.conexiones === selection.conexiones
  return isSame ? selection : kept
}

function keep(ids: ReadonlySet<string>, items: readonly { id: string }[]): ReadonlySet<string> {
  if (ids.size === 0) return ids
  const there = new Set(items.map(({ id }) => id))
  const kept = [...ids].filter((id) => there.has(id))
  return kept.length === ids.size ? ids : new Set(kept)
}
