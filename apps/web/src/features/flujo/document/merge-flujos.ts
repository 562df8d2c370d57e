import type { Flujo, Nodo, TipoNodo } from '@div/contract'
import { isEqual } from '../../../shared/form/differences.ts'
import { keyOf, mergeConexiones } from './merge-conexiones.ts'
import {
  type Decide,
  type FieldConflict,
  mapThree,
  mergeFields,
  mergeOrder,
  mergeWhole,
  type Side,
  type Three,
} from './merge-values.ts'
import { type Names, namedNodos, renameFlujo } from './rename-nodos.ts'

/** A node that two people changed in the same place, or that one changed and the other took away. */
export interface NodoConflict {
  id: string
  nombre: string
  /** Null: not a node, but what stands beside the nodes. */
  tipo: TipoNodo | null
  /** Who took it away; null: both still have it. */
  quitado: Side | null
  campos: readonly FieldConflict[]
}

export interface Merge {
  flujo: Flujo
  conflicts: readonly NodoConflict[]
  /** Of nodes that both added under one id, what mine are called from now on. */
  renamed: Names
}

/** What stands beside the nodes, in a conflict. */
const REST = ''
/** What each of two people connected, which together would be a circle. No node is called like that. */
const CIRCLE = '→'

/**
 * One drawing of two that came of one. What only one person changed is as they left it, down to the fields of a node; of what both
 * changed a person chooses, node by node, and until then it is mine. Nothing that somebody added is lost.
 */
export function mergeFlujos(three: Three<Flujo>, choices: ReadonlyMap<string, Side> = new Map()): Merge {
  const { base, theirs } = three
  const renamed = namesOfAdded(three)
  const mine = renameFlujo(three.mine, renamed)
  const sideOf = (id: string): Side => choices.get(id) ?? 'mine'
  const merger = new NodoMerger({ base, mine, theirs }, sideOf)
  const nodos = merger.merge()
  const rest = mergeRest({ base, mine, theirs }, sideOf(REST))
  const lines = mergeConexiones(
    { base, mine, theirs },
    { nodos, resurrected: merger.resurrected, side: sideOf(CIRCLE) },
  )
  const circle = {
    id: CIRCLE,
    nombre: 'Conexiones que se cierran en círculo',
    tipo: null,
    quitado: null,
    campos: lines.circle ? [{ campo: 'conexiones', base: undefined, ...lines.circle }] : [],
  }
  const flujo = {
    ...rest.fields,
    version: mine.version,
    nodos,
    conexiones: lines.conexiones,
  }
  const beside = [...rest.conflicts, circle].filter(({ campos }) => campos.length > 0)
  return { flujo, conflicts: [...merger.conflicts, ...beside], renamed }
}

/** Where two people added different nodes under one id, a free id for mine. */
function namesOfAdded({ base, mine, theirs }: Three<Flujo>): Names {
  const old = new Set(base.nodos.map(({ id }) => id))
  const added = new Map(theirs.nodos.filter(({ id }) => !old.has(id)).map((nodo) => [nodo.id, nodo]))
  const clashing = mine.nodos.filter((nodo) => added.has(nodo.id) && !isEqual(nodo, added.get(nodo.id)))
  if (clashing.length === 0) return new Map()
  const all = [base, mine, theirs].flatMap(({ nodos }) => nodos)
  const taken = new Set([...all.map(({ id }) => id), ...namedNodos(all)])
  let next = taken.size
  const free = () => {
    do next++
    while (taken.has(`n${next}`))
    return `n${next}`
  }
  return new Map(clashing.map(({ id }) => [id, free()]))
}

const byId = <Item extends { id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]))

class NodoMerger {
  readonly conflicts: NodoConflict[] = []
  /** Nodes that stay although one person took them away: by whom they are kept. */
  readonly resurrected = new Map<string, Side>()
  readonly #three: Three<Flujo>
  readonly #nodos: Three<ReadonlyMap<string, Nodo>>
  readonly #sideOf: (id: string) => Side

  constructor(three: Three<Flujo>, sideOf: (id: string) => Side) {
    this.#three = three
    this.#nodos = {
      base: byId(three.base.nodos),
      mine: byId(three.mine.nodos),
      theirs: byId(three.theirs.nodos),
    }
    this.#sideOf = sideOf
  }

  merge(): Nodo[] {
    const { base, mine, theirs } = this.#nodos
    const ids = mergeOrder({ base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] })
    return ids.flatMap((id) => {
      const nodo = this.#mergeNodo({ base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) })
      return nodo ? [nodo] : []
    })
  }

  #mergeNodo({ base, mine, theirs }: Three<Nodo | undefined>): Nodo | undefined {
    if (mine && theirs) return this.#mergeBoth({ base, mine, theirs })
    const kept = mine ?? theirs
    // Only one person ever had it.
    if (base === undefined || kept === undefined) return kept
    const keeper: Side = mine ? 'mine' : 'theirs'
    if (!this.#isInUse(base, kept, keeper)) return undefined
    const { id, nombre, tipo } = kept
    const campos = [{ campo: 'nodo', base, mine, theirs }]
    this.conflicts.push({ id, nombre, tipo, quitado: keeper === 'mine' ? 'theirs' : 'mine', campos })
    if (this.#sideOf(id) !== keeper) return undefined
    this.resurrected.set(id, keeper)
    return kept
  }

  /** Whether who still has it has done something with it since, other than to move it. */
  #isInUse(base: Nodo, kept: Nodo, keeper: Side): boolean {
    const { id, posicion } = base
    if (!isEqual({ ...kept, posicion }, base)) return true
    const old = new Set(this.#three.base.conexiones.map(keyOf))
    return this.#three[keeper].conexiones.some(
      (conexion) => (conexion.origen === id || conexion.destino === id) && !old.has(keyOf(conexion)),
    )
  }

  #mergeBoth({ base, mine, theirs }: { base: Nodo | undefined; mine: Nodo; theirs: Nodo }): Nodo {
    // What one of them left alone is as the other has it.
    if (base === mine || mine === theirs) return theirs
    if (base === theirs) return mine
    const campos: FieldConflict[] = []
    const side = this.#sideOf(mine.id)
    const merged = mergeFieldsOfNodo({ base: base ?? ({} as Partial<Nodo>), mine, theirs }, (conflict) => {
      campos.push(conflict)
      return side
    })
    const { id, nombre, tipo } = mine
    if (campos.length > 0) this.conflicts.push({ id, nombre, tipo, quitado: null, campos })
    return merged as Nodo
  }
}

/** What a node calls: of another kind of thing it is another whole. */
const CALL = new Set(['servidorId', 'tipoServidor', 'tipoObjeto', 'objeto'])

function mergeFieldsOfNodo(three: Three<Partial<Nodo>>, decide: Decide): Record<string, unknown> {
  const place = mapThree(three, ({ posicion }) => posicion)
  const call = mapThree(three, (nodo) => fieldsWhere(nodo, (name) => CALL.has(name)))
  const others = mapThree(three, (nodo) =>
    fieldsWhere(nodo, (name) => !CALL.has(name) && name !== 'posicion'),
  )
  const kinds = Object.values(mapThree(call, ({ objeto, ...kind }) => JSON.stringify(kind)))
  const isOneKind = kinds.every((kind) => kind === kinds[0])
  return {
    ...mergeFields(others, '', decide),
    ...(isOneKind ? mergeFields(call, '', decide) : mergeWhole(call, 'objeto', decide)),
    // Where it stands means nothing: nobody is asked.
    posicion: mergeWhole(place, 'posicion', () => 'mine'),
  }
}

const fieldsWhere = (nodo: Partial<Nodo>, isIn: (name: string) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(nodo).filter(([name]) => isIn(name)))

/** What a drawing holds beside its nodes: lists of things with ids, of which each is one value. */
function mergeRest(three: Three<Flujo>, side: Side): { fields: object; conflicts: NodoConflict[] } {
  const campos: FieldConflict[] = []
  const decide: Decide = (conflict) => {
    campos.push(conflict)
    return side
  }
  const rest = mapThree(three, ({ version, nodos, conexiones, ...others }): Record<string, unknown> => others)
  const names = new Set([...Object.keys(rest.theirs), ...Object.keys(rest.mine)])
  const entries = [...names].map((name) => {
    return [
      name,
      mergeList(
        name,
        mapThree(rest, (fields) => fields[name]),
        decide,
      ),
    ] as const
  })
  const fields = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const conflict = { id: REST, nombre: 'Lo demás del dibujo', tipo: null, quitado: null, campos }
  return { fields, conflicts: campos.length > 0 ? [conflict] : [] }
}

type Items = ReadonlyMap<string, { id: string }>

const itemsOf = (list: unknown): Items => byId(Array.isArray(list) ? (list as { id: string }[]) : [])

function mergeList(name: string, lists: Three<unknown>, decide: Decide): unknown {
  const { base, mine, theirs } = lists
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine
  if (!Array.isArray(mine ?? theirs)) return mergeWhole(lists, name, decide)
  return isEqual(base, mine) ? theirs : mergeItems(name, mapThree(lists, itemsOf), decide)
}

/** Two people may give new ones the same id. */
function mergeItems(name: string, three: Three<Items>, decide: Decide): { id: string }[] {
  const added = [...three.mine].filter(([id, item]) => {
    const other = three.theirs.get(id)
    return other !== undefined && !three.base.has(id) && !isEqual(item, other)
  })
  const beside = added.map(([id, item], at) => ({ ...item, id: `${id}-${at + 1}${name.charAt(0)}` }))
  const mine = new Map([...three.mine].filter(([id]) => !added.some(([other]) => other === id)))
  const keys = mergeOrder(mapThree({ ...three, mine }, (map) => [...map.keys()]))
  const merged = keys.flatMap((id) => {
    if (added.some(([other]) => other === id)) return [three.theirs.get(id)]
    const values = mapThree(three, (map) => map.get(id))
    return [mergeWhole(values, `${name}.${id}`, decide)]
  })
  return [...merged.filter((item) => item !== undefined), ...beside]
}
