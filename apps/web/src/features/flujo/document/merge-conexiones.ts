import type { Conexion, Flujo, Nodo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import { comingAfter } from './graph-walk.ts'
import { mapThree, mergeOrder, type Side, type Three } from './merge-values.ts'

interface MergedConexiones {
  conexiones: Conexion[]
  /** What only one of both can keep: what each drew, by the names of the nodes. Null: nothing. */
  circle: Readonly<Record<Side, readonly string[]>> | null
}

interface MergeOptions {
  nodos: readonly Nodo[]
  /** Nodes that stay although one person took them away: by whom they are kept. */
  resurrected: ReadonlyMap<string, Side>
  /** Whose lines stay where those of both would be a circle. */
  side: Side
}

/** Connections are known by what they join. One of theirs that I cut is cut, and the other way round; none leads to what is gone. */
export function mergeConexiones(
  three: Three<Flujo>,
  { nodos, resurrected, side }: MergeOptions,
): MergedConexiones {
  const lines = mapThree(three, ({ conexiones }) => new Map(conexiones.map((each) => [keyOf(each), each])))
  const { base, mine, theirs } = lines
  const there = new Set(nodos.map(({ id }) => id))
  const comesBack = ({ origen, destino }: Conexion, side: Side) =>
    resurrected.get(origen) === side || resurrected.get(destino) === side
  const keys = mergeOrder(mapThree(lines, (map) => [...map.keys()]))
  const merged = keys.flatMap((key) => {
    const line = pickConexion(
      { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) },
      comesBack,
    )
    return line && there.has(line.origen) && there.has(line.destino) ? [line] : []
  })
  const ofMine = (line: Conexion) => !theirs.has(keyOf(line))
  const ofTheirs = (line: Conexion) => !mine.has(keyOf(line))
  const closing = { mine: listClosing(merged, ofMine), theirs: listClosing(merged, ofTheirs) }
  const gone = new Set(closing[side === 'mine' ? 'theirs' : 'mine'])
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  const describe = ({ origen, destino }: Conexion) => `${nombres.get(origen)} → ${nombres.get(destino)}`
  return {
    conexiones: withOwnIds(merged.filter((line) => !gone.has(line))),
    circle: closing.mine.length === 0 ? null : mapSides(closing, (lines) => lines.map(describe)),
  }
}

const mapSides = <From, To>({ mine, theirs }: Record<Side, From>, to: (value: From) => To) => ({
  mine: to(mine),
  theirs: to(theirs),
})

/** Those of one person that close a circle with all the others. */
function listClosing(all: readonly Conexion[], isOf: (line: Conexion) => boolean): readonly Conexion[] {
  const drawn = all.filter((line) => !isOf(line))
  return all.filter(isOf).filter((line) => {
    const closes = comingAfter({ conexiones: drawn }, line.destino).includes(line.origen)
    if (!closes) drawn.push(line)
    return closes
  })
}

function pickConexion(
  { base, mine, theirs }: Three<Conexion | undefined>,
  comesBack: (conexion: Conexion, side: Side) => boolean,
): Conexion | undefined {
  if (mine && theirs) return isEqual(mine, base) ? theirs : mine
  const [kept, side]: [Conexion | undefined, Side] = mine ? [mine, 'mine'] : [theirs, 'theirs']
  const isCut = base !== undefined
  return kept && isCut && !comesBack(kept, side) ? undefined : kept
}

export function keyOf({ origen, destino, salida = '' }: Conexion): string {
  return JSON.stringify([origen, salida, destino])
}

/** Two people give their first connections the same id. */
function withOwnIds(conexiones: readonly Conexion[]): Conexion[] {
  const taken = new Set<string>()
  const all = new Set(conexiones.map(({ id }) => id))
  let next = conexiones.length
  return conexiones.map((conexion) => {
    if (!taken.has(conexion.id)) {
      taken.add(conexion.id)
      return conexion
    }
    do next++
    while (all.has(`c${next}`))
    const id = `c${next}`
    all.add(id)
    taken.add(id)
    return { ...conexion, id }
  })
}
