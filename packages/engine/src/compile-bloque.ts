import { COMPENSAR, type Conexion, type Nodo, type Politica } from '@div/contract'
import type { BloqueBuilder } from './bloque-builder.ts'
import { compileCompensacion } from './compile-compensacion.ts'
import type { CompileContext } from './compile-context.ts'
import { compileRegion, type OpenRegion, type RegionBuilder } from './compile-region.ts'
import { NodeScope } from './compile-scope.ts'
import type { Accion, Bloque, ElementoDeBloque, PlanNodo } from './plan.ts'
import { SALE_DEL_BLOQUE } from './plan.ts'
import { readLiteral } from './read-literal.ts'
import { entersRegion } from './regions.ts'
import { transactionOf } from './transaction-groups.ts'

/** What a node that could not be compiled does: nothing; its findings keep the plan from being used. */
const NOTHING: Accion = { clase: 'valor', compute: () => null, waits: false }
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
    builder.acciones.set(id, context.deps.modo === 'durable' ? asSleeping(accion) : accion)
    const { nodo } = parsed
    builder.compensaciones.set(id, compileCompensacion(context, builder, { nodo, compileBloque }))
  }
  const nodos = ids.flatMap((id) => {
    const vertex = context.graph.vertices.get(id)
    return vertex ? compileNodo(context, builder, vertex.nodo) : []
  })
  return builder.finish(nodos, elemento, findStarts(context, builder, ids))
}

/** What runs first: the entrada at the top; in a region what its split leads to; of what undoes a node what that one leads to. */
function findStarts(context: CompileContext, builder: BloqueBuilder, ids: readonly string[]): number[] {
  return ids.flatMap((id, slot) => {
    const entrantes = context.graph.vertices.get(id)?.entrantes ?? []
    const { split, compensa } = builder
    const owner = split ?? compensa
    const starts =
      owner === null
        ? entrantes.length === 0
        : entrantes.some((conexion) => conexion.origen === owner && entersRegion(conexion))
    return starts ? slot : []
  })
}

function compileNodo(context: CompileContext, builder: BloqueBuilder, nodo: Nodo): PlanNodo {
  const { tiempoMaximoMs, reintentos, enError } = nodo.politica ?? DEFAULT_POLITICA
  const accion = builder.acciones.get(nodo.id) ?? NOTHING
  return {
    id: nodo.id,
    nombre: nodo.nombre,
    tipo: nodo.tipo,
    accion,
    siguientes: followersOf(context, builder, nodo),
    lee: [...(builder.reads.get(nodo.id) ?? [])],
    tiempoMaximoMs: tiempoMaximoMs ?? null,
    // A join only says how its region ended: asking again changes nothing.
    reintentos: reintentos && reintentos.max > 0 && accion.clase !== 'union' ? reintentos : null,
    enError,
    alternativa: alternativaOf(nodo, accion),
    transaccion: transactionOf(context, builder, nodo),
    ocultos: null,
    compensacion: builder.compensaciones.get(nodo.id) ?? null,
    cierre: cierreOf(context, builder, nodo, accion),
  }
}

/** What waits without a worker where the run is one that can. */
function asSleeping(accion: Accion): Accion {
  return accion.clase === 'llamada' && accion.preparada.waitFor ? { ...accion, clase: 'espera' } : accion
}

function cierreOf(
  { deps }: CompileContext,
  { transacciones, split, compensaciones }: BloqueBuilder,
  { id, tipo }: Nodo,
  accion: Accion,
): PlanNodo['cierre'] {
  const integra = transacciones.flatMap(({ miembros }, indice) => (miembros.includes(id) ? indice : []))
  const isUndone = (compensaciones.get(id) ?? null) !== null
  const punto = isUndone || (deps.modo === 'durable' && tipo !== 'entrada' && isKept(accion, split !== null))
  return punto || integra.length > 0 ? { integra, punto } : null
}

/**
 * What is worth keeping of a durable run. An answer and what a region gathered are made again from what is kept; in a region, so is what is
 * only computed.
 */
function isKept(accion: Accion, inRegion: boolean): boolean {
  switch (accion.clase) {
    case 'respuesta':
    case 'union':
      return false
    case 'llamada':
    case 'espera':
      return true
    case 'valor':
      return !inRegion || accion.waits
    case 'rama':
    case 'region':
      return !inRegion
  }
}

/** What is wrong with a default is a finding of the parameter that it belongs to. */
const TOLD_BEFORE = { finding() {} }

/** The defaults of the parameters; of a region, that nothing came of it. */
function alternativaOf({ parametros }: Nodo, { clase }: Accion): PlanNodo['alternativa'] {
  if (clase === 'region') return { elementos: [], errores: [], total: 0 }
  return Object.fromEntries(
    parametros.map((parametro) => [
      parametro.nombre,
      readLiteral(parametro, parametro.defecto, '', TOLD_BEFORE),
    ]),
  )
}

/** A split leads to its join, or by its error handle out of its region; what lies between the two is in the region. */
function followersOf(
  { graph, regions }: CompileContext,
  builder: BloqueBuilder,
  nodo: Nodo,
): PlanNodo['siguientes'] {
  const region = regions.bySplit.get(nodo.id)
  const salientes = graph.vertices.get(nodo.id)?.salientes ?? []
  const own = salientes.filter((conexion) =>
    region ? !entersRegion(conexion) : conexion.salida !== COMPENSAR,
  )
  return [...(region ? [{ destino: region.join }] : []), ...own].map(
    ({ destino, salida = '' }: Pick<Conexion, 'destino' | 'salida'>) => ({
      destino: builder.slots.get(destino) ?? SALE_DEL_BLOQUE,
      salida,
    }),
  )
}
