import type { Nodo, Politica } from '@div/contract'
import type { BloqueBuilder } from './bloque-builder.ts'
import type { CompileContext } from './compile-context.ts'
import { compileRegion, type OpenRegion, type RegionBuilder } from './compile-region.ts'
import { NodeScope } from './compile-scope.ts'
import type { Accion, Bloque, ElementoDeBloque, PlanNodo } from './plan.ts'
import { SALE_DEL_BLOQUE } from './plan.ts'

/** What a node that could not be compiled does: nothing; its findings keep the plan from being used. */
const NOTHING: Accion = { clase: 'valor', compute: () => null }
/** `politica` of a node that says nothing of it. */
const DEFAULT_POLITICA: Politica = { enError: 'detener' }

/** Compiles the nodes of a block in order: those of a region when its join is reached. */
export function compileBloque(
  context: CompileContext,
  builder: BloqueBuilder,
  elemento: ElementoDeBloque | null,
): Bloque {
  const open = new Map<string, RegionBuilder>()
  const openRegion: OpenRegion = (scope, options) =>
    compileRegion({ context, builder, scope, open, options, compileBloque })
  const ids = [...builder.slots.keys()]
  for (const id of ids) {
    const parsed = context.parsed.get(id)
    if (!parsed) continue
    const place = { context, builder, nodo: parsed.nodo, reader: id, itemLevels: 0, open }
    const scope = new NodeScope({ ...place, openRegion })
    const accion = context.deps.steps[parsed.nodo.tipo].compile(parsed.config, scope)
    builder.acciones.set(id, accion)
  }
  const nodos = ids.flatMap((id) => {
    const vertex = context.graph.vertices.get(id)
    return vertex ? compileNodo(context, builder, vertex.nodo) : []
  })
  return builder.finish(nodos, elemento, findStarts(context, builder, ids))
}

/** What runs first: the entrada at the top; in a region what its split leads to. */
function findStarts(context: CompileContext, builder: BloqueBuilder, ids: readonly string[]): number[] {
  return ids.flatMap((id, slot) => {
    const entrantes = context.graph.vertices.get(id)?.entrantes ?? []
    const starts =
      builder.split === null
        ? entrantes.length === 0
        : entrantes.some(({ origen }) => origen === builder.split)
    return starts ? slot : []
  })
}

function compileNodo(context: CompileContext, builder: BloqueBuilder, nodo: Nodo): PlanNodo {
  const { tiempoMaximoMs, reintentos, enError } = nodo.politica ?? DEFAULT_POLITICA
  const place = transactionOf(context, builder, nodo)
  return {
    id: nodo.id,
    nombre: nodo.nombre,
    tipo: nodo.tipo,
    accion: builder.acciones.get(nodo.id) ?? NOTHING,
    siguientes: followersOf(context, builder, nodo),
    lee: [...(builder.reads.get(nodo.id) ?? [])],
    tiempoMaximoMs: tiempoMaximoMs ?? null,
    reintentos: reintentos && reintentos.max > 0 ? reintentos : null,
    enError,
    alternativa: Object.fromEntries(nodo.parametros.map(({ nombre, defecto }) => [nombre, defecto ?? null])),
    transaccion: place,
    integra: builder.transacciones.flatMap(({ miembros }, indice) =>
      miembros.includes(nodo.id) ? indice : [],
    ),
  }
}

/** A split leads to its join; what lies between them is in the region. */
function followersOf(
  { graph, regions }: CompileContext,
  builder: BloqueBuilder,
  nodo: Nodo,
): PlanNodo['siguientes'] {
  const region = regions.bySplit.get(nodo.id)
  if (region) return [{ destino: builder.slots.get(region.join) ?? SALE_DEL_BLOQUE, salida: '' }]
  return (graph.vertices.get(nodo.id)?.salientes ?? []).map(({ destino, salida = '' }) => ({
    destino: builder.slots.get(destino) ?? SALE_DEL_BLOQUE,
    salida,
  }))
}

function transactionOf(context: CompileContext, builder: BloqueBuilder, nodo: Nodo): PlanNodo['transaccion'] {
  const nombre = context.parsed.get(nodo.id)?.config.transaccion
  if (typeof nombre !== 'string') return null
  let niveles = 0
  for (let around: BloqueBuilder | null = builder; around; around = around.parent, niveles++) {
    const indice = around.transacciones.findIndex((each) => each.nombre === nombre)
    if (indice >= 0) return { niveles, indice }
  }
  return null
}
