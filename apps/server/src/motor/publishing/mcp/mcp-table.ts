import type { CapacidadDefinida, Snapshot } from '../../definitions/definitions.ts'
import type { TokenVerifier } from '../access.ts'
import { type CanalGate, newLoad } from '../canal-gate.ts'
import type { CanalRoute } from '../canal-route.ts'
import { findPlan, type PublishDeps } from '../publish-canal-route.ts'
import type { PublishingFinding } from '../publishing-finding.ts'
import { createRateLimiter, type RateLimiter } from '../rate-limit.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts'

/** A published proceso that is called as a tool. */
export interface McpTool extends CanalRoute {
  canalId: null
  /** Of the capacidad: tokens name it. */
  id: string
  nombre: string
  /** What `tools/list` says of it, as JSON text. */
  description: string
  rate: RateLimiter | null
}

/** What MCP offers at one moment. */
export interface McpTable {
  gate: McpGate
  tools: ReadonlyMap<string, McpTool>
  findings: readonly PublishingFinding[]
}

/** What every call of MCP passes: one load for all tools, whoever calls them. */
export interface McpGate extends CanalGate {
  tokens: TokenVerifier
}

interface McpDeps extends PublishDeps {
  gate: McpGate
}

/** Tables one after another. How often a tool was called is kept from one to the next. */
export function createMcpTables(deps: McpDeps) {
  let rates = new Map<string, { porMinuto: number; rate: RateLimiter }>()

  function rateOf({ id, porMinuto }: CapacidadDefinida['capacidad'], next: typeof rates): RateLimiter | null {
    if (porMinuto === null) return null
    const before = rates.get(id)
    const kept =
      before?.porMinuto === porMinuto
        ? before
        : { porMinuto, rate: createRateLimiter({ porMinuto, rafaga: porMinuto }) }
    next.set(id, kept)
    return kept.rate
  }

  return ({ capacidades }: Pick<Snapshot, 'capacidades'>): McpTable => {
    const next: typeof rates = new Map()
    const tools = new Map<string, McpTool>()
    const findings: PublishingFinding[] = []
    for (const definida of capacidades) {
      const { nombre } = definida.capacidad
      const rate = rateOf(definida.capacidad, next)
      const published = publishTool(definida, { ...deps, rate })
      if ('motivo' in published)
        findings.push({ canal: 'mcp', metodo: 'POST', ruta: nombre, motivo: published.motivo })
      else tools.set(nombre, published)
    }
    rates = next
    return { gate: deps.gate, tools, findings }
  }
}

export function createMcpGate({ tokens, maxActive }: { tokens: TokenVerifier; maxActive: number }): McpGate {
  return {
    ...newLoad(maxActive),
    tokens,
    // Who calls is found out together with what they may: `McpCall`.
    access: () => '',
    basico: null,
    firma: null,
    acceso: 'token',
    challenge: 'Bearer realm="mcp"',
    cors: null,
    rate: null,
  }
}

/** Decides everything about a tool that its calls would otherwise decide again, or says why it cannot be used. */
function publishTool(
  { capacidad, proceso, publicada }: CapacidadDefinida,
  { gate, rate, limits, observeFor, trazaOf }: McpDeps & { rate: RateLimiter | null },
): McpTool | { motivo: string } {
  const ready = findPlan({ proceso, publicada })
  if ('motivo' in ready) return ready
  const { plan } = ready
  return {
    ...ready,
    canalId: null,
    procesoId: proceso.id,
    traza: trazaOf(proceso.id),
    gate,
    tiempoMaximoMs: limits.ejecucionMs,
    maxCuerpoBytes: limits.cuerpoBytes,
    asincrono: plan.durable ? { prioridad: 0, espera: true } : null,
    observe: observeFor({ canal: 'mcp', proceso: proceso.nombre }),
    id: capacidad.id,
    nombre: capacidad.nombre,
    description: describeTool(capacidad, { titulo: proceso.nombre, plan }),
    rate,
  }
}

function describeTool(
  { nombre, descripcion, escribe }: CapacidadDefinida['capacidad'],
  { titulo, plan }: { titulo: string; plan: McpTool['plan'] },
): string {
  return JSON.stringify({
    name: nombre,
    title: titulo,
    description: descripcion,
    inputSchema: inputSchemaOf(plan.entrada.parametros),
    // Of a durable one the answer may be that it goes on, which has no fields.
    outputSchema: plan.durable ? undefined : outputSchemaOf(plan.salidas),
    annotations: { readOnlyHint: !escribe, destructiveHint: escribe, openWorldHint: true },
  })
}
