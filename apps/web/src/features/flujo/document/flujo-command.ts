import type { Conexion, Flujo, Nodo } from '@div/contract'

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
  /** One step for who undoes it. */
  | { kind: 'all'; commands: readonly FlujoCommand[] }

export interface Posicion {
  x: number
  y: number
}

interface Move {
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
      return { ...flujo, nodos: moveAll(nodos, command.moves) }
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
    case 'move':
      return { kind: 'move', moves: command.moves.map(({ id, from, to }) => ({ id, from: to, to: from })) }
    case 'all':
      return { kind: 'all', commands: command.commands.map(invertCommand).toReversed() }
  }
}

function replace<Item extends { id: string }>(items: readonly Item[], after: Item): Item[] {
  return items.map((item) => (item.id === after.id ? after : item))
}

function moveAll(nodos: readonly Nodo[], moves: readonly Move[]): Nodo[] {
  const places = new Map(moves.map(({ id, to }) => [id, to]))
  return nodos.map((nodo) => {
    const posicion = places.get(nodo.id)
    return posicion ? { ...nodo, posicion } : nodo
  })
}
