import type { Nodo } from '@div/contract'
import { BloqueBuilder } from './bloque-builder.ts'
import type { CompileContext } from './compile-context.ts'
import { NodeScope } from './compile-scope.ts'
import type { RegionOptions, Scope, UnionOptions } from './node-definition.ts'
import type { Accion, Bloque, ElementoDeBloque, Fuente, PlanRegion } from './plan.ts'
import { addTransactions } from './transaction-groups.ts'

/** A region between the compilation of its split and that of its join, which adds the fields of the elements. */
export interface RegionBuilder {
  close(join: Omit<UnionOptions, 'split'> & { nodo: Nodo }): void
}

export type OpenRegion = (split: Scope, options: RegionOptions) => Accion | null
export type CompileBloque = (
  context: CompileContext,
  builder: BloqueBuilder,
  elemento: ElementoDeBloque | null,
) => Bloque

export function compileRegion({
  context,
  builder,
  scope,
  open,
  options,
  compileBloque,
}: {
  context: CompileContext
  builder: BloqueBuilder
  scope: Scope
  open: Map<string, RegionBuilder>
  options: RegionOptions
  /** Blocks hold regions and regions hold blocks. */
  compileBloque: CompileBloque
}): Accion | null {
  const region = context.regions.bySplit.get(scope.nodo.id)
  if (!region) return null
  const undoes = (id: string) => context.compensaciones.of.get(id)
  const undone = undoes(scope.nodo.id)
  const inner = region.branches.map((branch) => {
    const ids = context.graph.orden.flatMap(({ nodo }) =>
      branch.ids.has(nodo.id) && context.regions.of.get(nodo.id) === region && undoes(nodo.id) === undone
        ? nodo.id
        : [],
    )
    const own = new BloqueBuilder(ids, builder, { split: scope.nodo.id })
    addTransactions(context, own, context.transactionGroups)
    return own
  })
  const plan: Mutable<PlanRegion> = {
    fuente: compileFuente({ context, builder, scope, options }),
    bloques: [],
    concurrencia: options.lista ? options.concurrencia : Math.max(1, inner.length),
    lote: options.lote,
    maxElementos: context.deps.limits.elementos,
    enError: options.enError,
    union: { tipo: 'todos', n: 0, tiempoMaximoMs: null },
    join: { id: region.join, nombre: region.join },
    guardaElementos: true,
  }
  const bloques = inner.map((own) => ({
    own,
    elemento: {
      llegadas: listArrivals(context, region.join, own),
      compute: null,
      waits: false,
    } as Mutable<ElementoDeBloque>,
  }))
  open.set(scope.nodo.id, {
    close({ nodo, union, parametros }) {
      plan.join = { id: nodo.id, nombre: nodo.nombre }
      plan.union = {
        tipo: union.tipo,
        n: union.tipo === 'alguno' ? 1 : (union.n ?? 0),
        tiempoMaximoMs: union.tiempoMaximoMs ?? null,
      }
      plan.bloques = bloques.map(({ own, elemento }) => {
        if (parametros.length > 0) {
          const place = { context, builder: own, nodo, reader: null, itemLevels: 0, open }
          const fields = new NodeScope({ ...place, openRegion: () => null })
          const { read, waits } = fields.readParametros(parametros, 'parametros')
          elemento.compute = read
          elemento.waits = waits
        } else {
          // What arrives is the element: it must still be there when the item ends.
          for (const { origen } of elemento.llegadas) own.kept.add(origen)
          for (const id of own.slots.keys()) if (leadsToJoin(context, id, nodo.id)) context.readJoins.add(id)
        }
        return compileBloque(context, own, elemento)
      })
    },
  })
  context.planRegions.push(plan)
  return { clase: 'region', region: plan }
}

function listArrivals(
  context: CompileContext,
  join: string,
  { slots }: BloqueBuilder,
): ElementoDeBloque['llegadas'] {
  return (context.graph.vertices.get(join)?.entrantes ?? []).flatMap(({ origen, salida = '' }) => {
    const slot = slots.get(origen)
    return slot === undefined ? [] : { origen: slot, salida }
  })
}

/** What arrives may itself be what a join gathered: then its elements are wanted. */
function leadsToJoin({ graph }: CompileContext, id: string, join: string): boolean {
  const vertex = graph.vertices.get(id)
  return vertex?.nodo.tipo === 'splitter-join' && vertex.salientes.some(({ destino }) => destino === join)
}

/** Read a second time it may give other rows in other places. */
const CURSOR_EN_DURABLE =
  'Un proceso durable guarda la lista que reparte: quite el cursor, o use el modo memoria en este proceso.'

function compileFuente({
  context,
  builder,
  scope,
  options: { lista, cursor },
}: {
  context: CompileContext
  builder: BloqueBuilder
  scope: Scope
  options: RegionOptions
}): Fuente {
  if (lista === undefined) return { clase: 'ramas' }
  const { read } = scope.readReferencia(lista, 'lista')
  if (cursor && context.deps.modo === 'durable') {
    scope.finding('cursor', CURSOR_EN_DURABLE)
    return { clase: 'lista', read }
  }
  const rows = cursor ? compileCursor(context, builder, scope, lista.nodo) : null
  return rows ? { ...rows, read } : { clase: 'lista', read }
}

/** The rows of a query without holding them: its node is not run on its own, the split reads it as it goes. */
function compileCursor(
  context: CompileContext,
  builder: BloqueBuilder,
  scope: Scope,
  id: string,
): Omit<Extract<Fuente, { clase: 'cursor' }>, 'read'> | null {
  const accion = builder.acciones.get(id)
  const vertex = context.graph.vertices.get(id)
  if (vertex?.nodo.tipo !== 'proceso' || vertex.salientes.some(({ destino }) => destino !== scope.nodo.id)) {
    scope.finding('cursor', 'Un cursor lee de un nodo proceso que solo lleva a este nodo.')
    return null
  }
  if (typeof vertex.nodo.transaccion === 'string') {
    scope.finding(
      'cursor',
      `«${vertex.nodo.nombre}» está en una transacción: un cursor se lee fuera de ella.`,
    )
    return null
  }
  if (accion?.clase !== 'llamada') return null
  if (!accion.preparada.stream || accion.waits) {
    scope.finding('cursor', `«${vertex.nodo.nombre}» no se puede leer con cursor.`)
    return null
  }
  builder.acciones.set(id, { clase: 'valor', compute: () => null, waits: false })
  for (const slot of builder.reads.get(id) ?? []) builder.noteRead(scope.nodo.id, 0, slot)
  return { clase: 'cursor', nodo: id, preparada: accion.preparada, parametros: accion.parametros }
}

/** A plan's parts while they are put together; nobody changes them once the plan is made. */
export type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
