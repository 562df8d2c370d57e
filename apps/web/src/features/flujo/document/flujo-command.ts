import type { Conexion, Flujo, Nodo, Proceso } from '@div/contract'
import { type Anotaciones, keyOf } from './anotacion-key.ts'
import { type Names, renameConexion, renameFlujo, renameWhole } from './rename-nodos.ts'

/**
 * A change of a drawing that can be undone exactly: it holds what it takes away as well as what it puts there, and never the whole
 * drawing. Lists keep their order, since outputs are merged in it.
 */
export type FlujoCommand =
  | { kind: 'insertNodo'; at: number; nodo: Nodo }
  | { kind: 'removeNodo'; at: number; nodo: Nodo }
  | { kind: 'insertConexion'; at: number; conexion: Conexion }
  | { kind: 'removeConexion'; at: number; conexion: Conexion }
  | { kind: 'replaceNodo'; before: Nodo; after: Nodo }
  | { kind: 'replaceConexion'; before: Conexion; after: Conexion }
  | { kind: 'move'; moves: readonly Move[] }
  /** Frames and notes: their lists are short, and are replaced whole. */
  | { kind: 'annotate'; before: Anotaciones; after: Anotaciones }
  /** Another drawing in the place of this one: an earlier state, or what two people drew. */
  | { kind: 'replaceFlujo'; before: Flujo; after: Flujo }
  /** How its runs go: that is no part of the document, and stored beside it. */
  | { kind: 'modo'; before: Proceso['modo']; after: Proceso['modo'] }
  /** One step for who undoes it. */
  | { kind: 'all'; commands: readonly FlujoCommand[] }

export interface Posicion {
  x: number
  y: number
}

interface Move {
  /** A nodo by its id, a frame or a note by its key. */
  id: string
  from: Posicion
  to: Posicion
}

/** The drawing after the command. What it does not touch is the same object as before. */
export function applyCommand(flujo: Flujo, command: FlujoCommand): Flujo {
  const { nodos, conexiones } = flujo
  switch (command.kind) {
    case 'insertNodo':
      return { ...flujo, nodos: nodos.toSpliced(command.at, 0, command.nodo) }
    case 'removeNodo':
      return { ...flujo, nodos: nodos.toSpliced(command.at, 1) }
    case 'insertConexion':
      return { ...flujo, conexiones: conexiones.toSpliced(command.at, 0, command.conexion) }
    case 'removeConexion':
      return { ...flujo, conexiones: conexiones.toSpliced(command.at, 1) }
    case 'replaceNodo':
      return { ...flujo, nodos: replace(nodos, command.after) }
    case 'replaceConexion':
      return { ...flujo, conexiones: replace(conexiones, command.after) }
    case 'move':
      return moveAll(flujo, command.moves)
    case 'annotate':
      return annotate(flujo, command.after)
    case 'replaceFlujo':
      return command.after
    case 'modo':
      return flujo
    case 'all':
      return command.commands.reduce(applyCommand, flujo)
  }
}

/** What undoes it. */
export function invertCommand(command: FlujoCommand): FlujoCommand {
  switch (command.kind) {
    case 'insertNodo':
      return { ...command, kind: 'removeNodo' }
    case 'removeNodo':
      return { ...command, kind: 'insertNodo' }
    case 'insertConexion':
      return { ...command, kind: 'removeConexion' }
    case 'removeConexion':
      return { ...command, kind: 'insertConexion' }
    case 'replaceNodo':
      return { ...command, before: command.after, after: command.before }
    case 'replaceConexion':
      return { ...command, before: command.after, after: command.before }
    case 'replaceFlujo':
      return { ...command, before: command.after, after: command.before }
    case 'modo':
      return { kind: 'modo', before: command.after, after: command.before }
    case 'move':
      return { kind: 'move', moves: command.moves.map(({ id, from, to }) => ({ id, from: to, to: from })) }
    case 'annotate':
      return { kind: 'annotate', before: command.after, after: command.before }
    case 'all':
      return { kind: 'all', commands: command.commands.map(invertCommand).toReversed() }
  }
}

/** The same command of nodes that are called otherwise now. */
export function renameInCommand(command: FlujoCommand, names: Names): FlujoCommand {
  switch (command.kind) {
    case 'insertNodo':
    case 'removeNodo':
      return { ...command, nodo: renameWhole(command.nodo, names) }
    case 'insertConexion':
    case 'removeConexion':
      return { ...command, conexion: renameConexion(command.conexion, names) }
    case 'replaceNodo':
      return { ...command, ...mapBoth(command, (nodo) => renameWhole(nodo, names)) }
    case 'replaceConexion':
      return { ...command, ...mapBoth(command, (conexion) => renameConexion(conexion, names)) }
    case 'replaceFlujo':
      return { ...command, ...mapBoth(command, (flujo) => renameFlujo(flujo, names)) }
    case 'move':
      return {
        kind: 'move',
        moves: command.moves.map((move) => ({ ...move, id: names.get(move.id) ?? move.id })),
      }
    case 'annotate':
    case 'modo':
      return command
    case 'all':
      return { kind: 'all', commands: command.commands.map((each) => renameInCommand(each, names)) }
  }
}

function mapBoth<Value>({ before, after }: { before: Value; after: Value }, to: (value: Value) => Value) {
  return { before: to(before), after: to(after) }
}

function replace<Item extends { id: string }>(items: readonly Item[], after: Item): Item[] {
  return items.map((item) => (item.id === after.id ? after : item))
}

function moveAll(flujo: Flujo, moves: readonly Move[]): Flujo {
  const places = new Map(moves.map(({ id, to }) => [id, to]))
  const move = <Item extends { id: string; posicion: Posicion }>(items: readonly Item[], key = itself) =>
    items.map((item) => {
      const posicion = places.get(key(item.id))
      return posicion ? { ...item, posicion } : item
    })
  return {
    ...flujo,
    nodos: move(flujo.nodos),
    ...(flujo.grupos && { grupos: move(flujo.grupos, (id) => keyOf('grupos', id)) }),
    ...(flujo.notas && { notas: move(flujo.notas, (id) => keyOf('notas', id)) }),
  }
}

const itself = (id: string) => id

/** A list that is not there stays away: the document is what it was. */
function annotate({ grupos: _grupos, notas: _notas, ...rest }: Flujo, { grupos, notas }: Anotaciones): Flujo {
  return { ...rest, ...(grupos && { grupos }), ...(notas && { notas }) }
}
