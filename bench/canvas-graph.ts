import type { Conexion, Flujo, Nodo } from '@div/contract'

const COLUMNS = 40
const ROOM = { x: 320, y: 110 }

/** A drawing of so many nodes in rows, with more connections than nodes. */
export function canvasFlujo(nodos: number): Flujo {
  const drawn = Array.from({ length: nodos }, (_, at) => nodoAt(at, nodos))
  const along = drawn.flatMap((_, at) =>
    at % COLUMNS === COLUMNS - 1 || at === nodos - 1 ? [] : [[at, at + 1]],
  )
  const across = drawn.flatMap((_, at) => (at + COLUMNS + 1 < nodos ? [[at, at + COLUMNS + 1]] : []))
  const joined = [...along, ...across].slice(0, Math.round(nodos * 1.2))
  return {
    version: 1,
    nodos: drawn,
    conexiones: joined.map(
      ([from = 0, to = 0], at): Conexion => ({ id: `c${at}`, origen: `n${from + 1}`, destino: `n${to + 1}` }),
    ),
  }
}

function nodoAt(at: number, nodos: number): Nodo {
  const tipo = at === 0 ? 'entrada' : at === nodos - 1 ? 'salida' : 'transformacion'
  return {
    id: `n${at + 1}`,
    tipo,
    nombre: `Paso ${at + 1}`,
    posicion: { x: (at % COLUMNS) * ROOM.x, y: Math.floor(at / COLUMNS) * ROOM.y },
    parametros: tipo === 'transformacion' ? [{ nombre: 'total', expresion: '1 + 1' }] : [],
  }
}

/** The same as plain nodes of React Flow. */
export function bareGraph({ nodos, conexiones }: Flujo) {
  return {
    nodes: nodos.map(({ id, nombre, posicion }) => ({ id, position: posicion, data: { label: nombre } })),
    edges: conexiones.map(({ id, origen, destino }) => ({ id, source: origen, target: destino })),
  }
}
