import type { Flujo } from '@div/contract'
import { applyCommand, type FlujoCommand, invertCommand } from './flujo-command.ts'

/** How many steps can be undone. */
export const HISTORY_STEPS = 200
/** Changes of one field that come closer together than this are one step. */
const TYPING_MS = 1_000

interface Step {
  command: FlujoCommand
  /** What it changes, such as the field of a node; null: a step that never grows. */
  subject: string | null
  at: number
}

/** A drawing and what was done to it. Never changed in place. */
export interface FlujoHistory {
  readonly flujo: Flujo
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export function startHistory(flujo: Flujo): FlujoHistory {
  return { flujo, past: [], future: [] }
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
  { flujo, past }: FlujoHistory,
  command: FlujoCommand,
  { now, subject = null, isHeld = false }: DoOptions,
): FlujoHistory {
  const last = past.at(-1)
  const step =
    last && subject !== null && last.subject === subject && (isHeld || now - last.at < TYPING_MS)
      ? { command: joinCommands(last.command, command), subject, at: now }
      : { command, subject, at: now }
  const kept = step.command === command ? past : past.slice(0, -1)
  return { flujo: applyCommand(flujo, command), past: [...kept, step].slice(-HISTORY_STEPS), future: [] }
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

/** The same when there is nothing to undo. */
export function undo(history: FlujoHistory): FlujoHistory {
  const step = history.past.at(-1)
  if (!step) return history
  return {
    flujo: applyCommand(history.flujo, invertCommand(step.command)),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  }
}

/** The same when nothing was undone. */
export function redo(history: FlujoHistory): FlujoHistory {
  const step = history.future.at(-1)
  if (!step) return history
  return {
    flujo: applyCommand(history.flujo, step.command),
    // What was typed before and after an undo are two steps.
    past: [...history.past, { ...step, subject: null }],
    future: history.future.slice(0, -1),
  }
}
