import {
  type Flujo,
  flujoSchema,
  type Hallazgo,
  LimiteSuperado,
  migrateFlujo,
  nodoSchema,
} from '@div/contract'
import { z } from 'zod'
import { analyzeAvailability } from './availability.ts'
import { BloqueBuilder } from './bloque-builder.ts'
import { checkCompensaciones } from './check-compensaciones.ts'
import { checkGraph } from './check-graph.ts'
import { checkHandles, handlesOf } from './check-handles.ts'
import { checkSenales } from './check-senales.ts'
import { findCompensaciones } from './compensations.ts'
import { compileBloque } from './compile-bloque.ts'
import type { CompileContext, CompileDeps, ParsedNodo } from './compile-context.ts'
import { compileEntrada } from './compile-entrada.ts'
import { Findings } from './findings.ts'
import { buildGraph, type Vertex } from './graph.ts'
import { listNodos } from './list-nodos.ts'
import type { Step } from './node-definition.ts'
import type { Plan, PlanNodo } from './plan.ts'
import { findRegions } from './regions.ts'
import { findOcultos } from './secret-flow.ts'
import { addTransactions, checkTransactions, findTransactionGroups } from './transaction-groups.ts'

export type CompileResult =
  | { ok: true; plan: Plan; avisos: Hallazgo[] }
  | { ok: false; hallazgos: Hallazgo[] }

/** Turns a document into an immutable plan, or says everything that is wrong with it. */
export function compileFlujo(documento: unknown, deps: CompileDeps): CompileResult {
  const findings = new Findings()
  const plan = build(documento, deps, findings)
  return plan && !findings.hasErrors
    ? { ok: true, plan, avisos: findings.list }
    : { ok: false, hallazgos: findings.list }
}

/** The findings alone. The same code as compiling, in the browser without servers. */
export function validateFlujo(documento: unknown, deps: CompileDeps): Hallazgo[] {
  const findings = new Findings()
  build(documento, deps, findings)
  return findings.list
}

function build(documento: unknown, deps: CompileDeps, findings: Findings): Plan | null {
  const flujo = parseDocument(documento, findings)
  if (!flujo) return null
  const graph = buildGraph(flujo)
  const regions = findRegions(graph)
  const compensaciones = findCompensaciones(graph)
  checkGraph({ flujo, graph, regions, limits: deps.limits }, findings)
  checkCompensaciones({ graph, compensaciones, flujo }, findings)
  const parsed = parseNodos(flujo, deps, findings)
  const handles = (vertex: Vertex) => handlesOf(vertex, parsed.get(vertex.nodo.id), deps.steps)
  checkHandles(graph, handles, findings)
  // A drawing that does not hold together cannot be read node by node.
  if (findings.list.some(({ campo, gravedad }) => gravedad === 'error' && STRUCTURAL.has(campo))) return null

  try {
    const availability = analyzeAvailability(graph, regions, handles)
    const pideCompensar = flujo.compensacion !== undefined
    const analysis = { graph, regions, compensaciones, pideCompensar, availability }
    return buildPlan({ deps, ...analysis, findings, parsed }, flujo)
  } catch (error) {
    // A drawing with more combinations of branches than can be told apart: for the person who draws.
    if (!(error instanceof LimiteSuperado)) throw error
    findings.add(null, 'conexiones', error.message)
    return null
  }
}

function buildPlan(
  base: Omit<CompileContext, 'lecturas' | 'readJoins' | 'planRegions' | 'transactionGroups'>,
  flujo: Flujo,
): Plan {
  const context: CompileContext = {
    ...base,
    lecturas: new Map(),
    readJoins: new Set(),
    planRegions: [],
    transactionGroups: [],
  }
  const { graph, regions, findings, compensaciones } = context
  checkSalidas(context, flujo)
  context.transactionGroups = findTransactionGroups(context)
  const isInside = (id: string) => regions.of.has(id) || compensaciones.of.has(id)
  const topLevel = graph.orden.flatMap(({ nodo }) => (isInside(nodo.id) ? [] : nodo.id))
  const builder = new BloqueBuilder(topLevel, null, null)
  addTransactions(context, builder, context.transactionGroups)
  const bloque = compileBloque(context, builder, null)
  const calls = new Map(listNodos(bloque).map((nodo) => [nodo.id, nodo]))
  checkTransactions(context, context.transactionGroups, (id) => {
    const accion = calls.get(id)?.accion
    return (accion?.clase !== 'llamada' && accion?.clase !== 'espera') || accion.preparada.admiteTransaccion
  })
  checkSenales(bloque, findings)
  for (const region of context.planRegions) {
    region.guardaElementos = region.fuente.clase !== 'cursor' || context.readJoins.has(region.join.id)
  }
  const ocultos = findOcultos(context)
  for (const [id, nodo] of calls) nodo.ocultos = ocultos?.get(id) ?? null
  return {
    entrada: compileEntrada(flujo, findings),
    salidas: listSalidas(flujo),
    bloque,
    ocultos,
    servidores: listServidores(context),
    durable: context.deps.modo === 'durable',
    compensacion: compensacionOf(flujo, calls, context.deps.limits),
  }
}

function compensacionOf(
  { compensacion }: Flujo,
  nodos: ReadonlyMap<string, PlanNodo>,
  { compensaciones, compensacionesBytes }: CompileDeps['limits'],
): Plan['compensacion'] {
  const undone = new Map([...nodos].filter(([, nodo]) => nodo.compensacion !== null))
  if (compensacion === undefined || undone.size === 0) return null
  const alCancelar = compensacion === 'enErrorOCancelacion'
  const tope = { efectos: compensaciones, bytes: compensacionesBytes }
  return { alCancelar, nodos: undone, tope }
}

const STRUCTURAL = new Set(['conexiones', 'id', 'nodos', 'split', 'tipo'])

function parseDocument(documento: unknown, findings: Findings): Flujo | null {
  const result = flujoSchema.safeParse(migrateFlujo(documento))
  if (result.success) return result.data
  const ids = looseIds(documento)
  findings.addIssues(result.error.issues, (path) =>
    path[0] === 'nodos' && typeof path[1] === 'number'
      ? { nodo: ids[path[1]] ?? null, path: path.slice(2) }
      : { nodo: null, path },
  )
  return null
}

/** The ids of a document that is not well formed, so that its findings can name nodes. */
function looseIds(documento: unknown): (string | null)[] {
  const loose = z
    .object({ nodos: z.array(z.object({ id: z.string() }).nullable().catch(null)) })
    .safeParse(documento)
  return loose.success ? loose.data.nodos.map((nodo) => nodo?.id ?? null) : []
}

const schemas = new WeakMap<Step, z.ZodObject>()

/** The whole node, strictly: a field that no one declared is a slip of somebody's pen. */
function schemaOf(step: Step): z.ZodObject {
  const known = schemas.get(step)
  if (known) return known
  const schema = z.strictObject({ ...nodoSchema.shape, ...step.definition.config.shape })
  schemas.set(step, schema)
  return schema
}

function parseNodos({ nodos }: Flujo, { steps }: CompileDeps, findings: Findings): Map<string, ParsedNodo> {
  const parsed = new Map<string, ParsedNodo>()
  for (const nodo of nodos) {
    const result = schemaOf(steps[nodo.tipo]).safeParse(nodo)
    if (result.success) parsed.set(nodo.id, { nodo, config: result.data })
    else findings.addIssues(result.error.issues, (path) => ({ nodo: nodo.id, path }))
  }
  return parsed
}

/** Whoever calls gets one answer: two salidas that the same run could reach would compete for it. */
function checkSalidas({ availability, findings }: CompileContext, { nodos }: Flujo): void {
  const salidas = nodos.filter(({ tipo }) => tipo === 'salida')
  for (const [position, salida] of salidas.entries()) {
    for (const other of salidas.slice(position + 1)) {
      if (availability.canBothRun(salida.id, other.id)) {
        findings.add(
          other.id,
          'tipo',
          `Una misma ejecución puede llegar a esta salida y a «${salida.nombre}»: póngalas en ramas que se excluyan.`,
        )
      }
    }
  }
}

function listSalidas({ nodos }: Flujo): Plan['salidas'] {
  return nodos
    .filter(({ tipo }) => tipo === 'salida')
    .map(({ id, nombre, estadoHttp, tipoContenido, cabeceras, parametros }) => ({
      nodo: id,
      nombre,
      estadoHttp: typeof estadoHttp === 'number' ? estadoHttp : 200,
      tipoContenido: typeof tipoContenido === 'string' ? tipoContenido : null,
      cabeceras: Array.isArray(cabeceras) ? cabeceras.map((each: { nombre: string }) => each.nombre) : [],
      parametros,
    }))
}

function listServidores({ parsed }: CompileContext): string[] {
  const ids = [...parsed.values()].flatMap(({ config }) =>
    typeof config.servidorId === 'string' ? config.servidorId : [],
  )
  return [...new Set(ids)]
}
