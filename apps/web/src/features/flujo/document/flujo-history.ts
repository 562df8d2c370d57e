import type { Flujo, Proceso } from '@div/contract'
import { applyCommand, type FlujoCommand, invertCommand, renameInCommand } from './flujo-command.ts'
import { mergeFlujos } from './merge-flujos.ts'
import { planReplace } from './plan-replace.ts'
import { type Names, renameFlujo } from './rename-nodos.ts'

/** How many steps can be undone. */
export const HISTORY_STEPS = 200
/** Changes of one field that come closer together than this are one step. */
const TYPING_MS = 1_000

interface Step {
  command: FlujoCommand
  /** What it changes, such as the field of a node; null: a step that never grows. */
  subject: string | null
  at: number
  /** What somebody else did came in before it: the own drawing became the one that the step was done to. */
  jump?: { from: Flujo; to: Flujo }
}

/** A drawing and what was done to it. Never changed in place. */
export interface FlujoHistory {
  readonly flujo: Flujo
  /** The drawing that the steps fit exactly: what is drawn, unless somebody else has put something into that since. */
  readonly own: Flujo
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export function startHistory(flujo: Flujo): FlujoHistory {
  return { flujo, own: flujo, past: [], future: [] }
}

/**
 * What somebody else did comes into the drawing, as no step: undoing goes on with what was done here. `renamed`: what nodes of this drawing
 * are called from now on.
 */
export function joinOthers(history: FlujoHistory, flujo: Flujo, renamed: Names): FlujoHistory {
  return { ...renameInHistory(history, renamed), flujo }
}

function renameInHistory(history: FlujoHistory, names: Names): FlujoHistory {
  if (names.size === 0) return history
  const renameStep = ({ command, jump, ...step }: Step): Step => ({
    ...step,
    command: renameInCommand(command, names),
    ...(jump && { jump: { from: renameFlujo(jump.from, names), to: renameFlujo(jump.to, names) } }),
  })
  return {
    flujo: history.flujo,
    own: renameFlujo(history.own, names),
    past: history.past.map(renameStep),
    future: history.future.map(renameStep),
  }
}

interface DoOptions {
  /** Epoch milliseconds. */
  now: number
  /** Typing in one field names it. */
  subject?: string | null
  /** The field has been held since the last step of its subject: however long ago that was, this is part of it. */
  isHeld?: boolean
}

export function doCommand(
  { flujo, own, past }: FlujoHistory,
  command: FlujoCommand,
  { now, subject = null, isHeld = false }: DoOptions,
): FlujoHistory {
  const last = past.at(-1)
  const isOne =
    own === flujo && subject !== null && last?.subject === subject && (isHeld || now - last.at < TYPING_MS)
  const step =
    last && isOne
      ? { ...last, command: joinCommands(last.command, command), at: now }
      : { command, subject, at: now, ...(own !== flujo && { jump: { from: own, to: flujo } }) }
  const kept = isOne ? past.slice(0, -1) : past
  const drawn = applyCommand(flujo, command)
  return { flujo: drawn, own: drawn, past: [...kept, step].slice(-HISTORY_STEPS), future: [] }
}

/** What is done to the same thing again and again: the first and the last of it are enough. */
function joinCommands(first: FlujoCommand, second: FlujoCommand): FlujoCommand {
  if (first.kind === 'replaceNodo' && second.kind === 'replaceNodo' && first.before.id === second.before.id)
    return { kind: 'replaceNodo', before: first.before, after: second.after }
  if (first.kind === 'annotate' && second.kind === 'annotate')
    return { kind: 'annotate', before: first.before, after: second.after }
  if (first.kind === 'move' && second.kind === 'move')
    return { kind: 'move', moves: joinMoves(first, second) }
  return { kind: 'all', commands: [first, second] }
}

type MoveCommand = Extract<FlujoCommand, { kind: 'move' }>

/** An arrow that is held moves a thing many times. */
function joinMoves(first: MoveCommand, second: MoveCommand): MoveCommand['moves'] {
  const moves = new Map(first.moves.map((move) => [move.id, move]))
  for (const move of second.moves)
    moves.set(move.id, { ...move, from: moves.get(move.id)?.from ?? move.from })
  return [...moves.values()]
}

/** What became of undoing or redoing. */
export interface Moved {
  history: FlujoHistory
  /** Somebody else has changed the same thing since: the step is left out, and what they did stays. */
  isLeftOut: boolean
  /** How runs are to go from now on; null: as they did. */
  modo: Proceso['modo'] | null
}

/** The same history when there is nothing to undo. */
export function undo(history: FlujoHistory): Moved {
  const { own, past, future } = history
  const step = past.at(-1)
  if (!step) return { history, isLeftOut: false, modo: null }
  const inverse = invertCommand(step.command)
  const before = applyCommand(own, inverse)
  const moved = draw(history, before, inverse)
  const landing = step.jump?.from ?? before
  return settle(moved, {
    own: landing,
    past: past.slice(0, -1),
    future: moved.isLeftOut ? withJump(future, landing, own) : [...future, step],
  })
}

/** The same history when nothing was undone. */
export function redo(history: FlujoHistory): Moved {
  const { own, past, future } = history
  const step = future.at(-1)
  if (!step) return { history, isLeftOut: false, modo: null }
  const start = step.jump?.to ?? own
  const after = applyCommand(start, step.command)
  const moved = draw({ ...history, own: start }, after, step.command)
  const rest = future.slice(0, -1)
  return settle(
    moved,
    moved.isLeftOut
      ? { own, past, future: withJump(rest, own, after) }
      : // What was typed before and after an undo are two steps.
        { own: after, past: [...past, { ...step, subject: null }], future: rest },
  )
}

interface Drawn extends Omit<Moved, 'history'> {
  flujo: Flujo
  renamed: Names
}

/** What leads from the own drawing to the next one by a command, done to what is drawn. */
function draw(
  { flujo, own }: Pick<FlujoHistory, 'flujo' | 'own'>,
  next: Flujo,
  command: FlujoCommand,
): Drawn {
  const asDrawn = { renamed: NO_NAMES, isLeftOut: false, modo: null }
  if (command.kind === 'modo') return { ...asDrawn, flujo, modo: command.after }
  if (own === flujo) return { ...asDrawn, flujo: next }
  const merge = mergeFlujos({ base: own, mine: next, theirs: flujo })
  const plan = merge.conflicts.length > 0 ? null : planReplace(flujo, merge.flujo)
  return plan === null
    ? { ...asDrawn, flujo, isLeftOut: true }
    : { ...asDrawn, flujo: applyCommand(flujo, plan), renamed: merge.renamed }
}

const NO_NAMES: Names = new Map()

function settle({ flujo, renamed, ...moved }: Drawn, rest: Omit<FlujoHistory, 'flujo'>): Moved {
  return { history: renameInHistory({ flujo, ...rest }, renamed), ...moved }
}

/** The step before the next one is left out: that one begins where it would have ended. */
function withJump(future: readonly Step[], from: Flujo, to: Flujo): readonly Step[] {
  const next = future.at(-1)
  return next ? [...future.slice(0, -1), { ...next, jump: { from, to: next.jump?.to ?? to } }] : future
}
