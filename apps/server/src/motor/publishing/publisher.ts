import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '@div/contract'
import type { Logger } from 'pino'
import { createCallerAddress } from '../../http/caller-address.ts'
import type { RunMeter } from '../metrics/run-meter.ts'
import type { Runtime } from '../runtime.ts'
import type { TokenVerifier } from './access.ts'
import { Admission } from './admission.ts'
import type { CallWorker } from './call-worker.ts'
import { type CanalGate, createCanalGates } from './canal-gate.ts'
import { HeldRefusals } from './held-refusals.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createMcpHandler } from './mcp/mcp-handler.ts'
import { createMcpGate, createMcpTables } from './mcp/mcp-table.ts'
import type { PublishDeps } from './publish-canal-route.ts'
import type { PublishingFinding } from './publishing-finding.ts'
import { createRestHandler } from './rest/rest-handler.ts'
import { buildRestTable } from './rest/rest-table.ts'
import { SlowBodies } from './slow-bodies.ts'
import { createSoapHandler } from './soap/soap-handler.ts'
import { createSoapTables } from './soap/soap-table.ts'

interface PublisherDeps {
  runtime: Pick<
    Runtime,
    'beginTraza' | 'db' | 'definitions' | 'history' | 'trazas' | 'enCurso' | 'ports' | 'createRed' | 'cola'
  >
  meter: Pick<RunMeter, 'forRoute'>
  tokens: TokenVerifier
  limits: Limits
  /** Addresses and networks that are believed about who calls. */
  trustedProxies: readonly string[]
  /** Whose pages may call the tools of MCP. */
  mcpOrigins: readonly string[]
  log: Logger
}

export interface Publisher {
  /** `/rest/…`, `/soap/…` and `/mcp` */
  handle(request: IncomingMessage, response: ServerResponse): void
  active(): number
  /** There are calls from now on. */
  open(): void
  /** While it lasts every answer closes its connection, so that its caller goes elsewhere. */
  leave(isLeaving: boolean): void
  /** The same for good, and no refusal is held back. */
  drain(): void
  isDraining(): boolean
  /** What every call of a canal passes, also of one that is not active; undefined: there is none such. */
  gateOf(canalId: string): CanalGate | undefined
  /** What is assigned but does not answer, and why. */
  findings(): readonly PublishingFinding[]
  /** Removes kept answers that have expired. */
  purge(): Promise<void>
}

/** Publishes the canales of the definitions and follows them: new tables are built whole, then take the old ones' place. */
export function createPublisher({
  runtime,
  meter,
  tokens,
  limits,
  trustedProxies,
  mcpOrigins,
  log,
}: PublisherDeps): Publisher {
  const { db, definitions, history, trazas, enCurso, ports, cola } = runtime
  const idempotency = createIdempotencyStore(db, limits)
  const gates = createCanalGates({
    tokens,
    createRed: runtime.createRed,
    maxActive: limits.ejecucionesPorWorker,
  })
  const mcpGate = createMcpGate({ tokens, maxActive: limits.ejecucionesPorWorker })
  const worker: CallWorker = {
    history,
    enCurso,
    beginTraza: runtime.beginTraza,
    idempotency,
    ports,
    portsSinPasos: { ...ports, maxPasos: 0 },
    accept: cola.accept,
    waitFor: cola.waitFor,
    callerAddress: createCallerAddress(trustedProxies),
    limits,
    log,
    admission: new Admission(limits, () => [...gates.all(), mcpGate]),
    refusals: new HeldRefusals(limits),
    slowBodies: new SlowBodies(limits),
    draining: false,
  }
  const deps: PublishDeps = {
    limits,
    observeFor: (names) => meter.forRoute(names),
    trazaOf: trazas.of,
  }

  const buildSoapTable = createSoapTables(deps)
  const buildMcpTable = createMcpTables({ ...deps, gate: mcpGate })
  let told: ReadonlySet<string> = new Set()

  function build() {
    const snapshot = definitions.current()
    // Who called one that is not active any more may still ask for its runs.
    const opened = gates.update([...snapshot.canales, ...snapshot.inactiveCanales])
    const rest = buildRestTable(snapshot, opened, deps)
    const soap = buildSoapTable(snapshot, opened)
    const mcp = buildMcpTable(snapshot)
    const findings = [...rest.findings, ...soap.findings, ...mcp.findings]
    // Told once, not at every change of something else.
    const present = new Set<string>()
    for (const finding of findings) {
      const text = JSON.stringify(finding)
      present.add(text)
      if (!told.has(text)) log.error({ ...finding }, 'assignment does not answer')
    }
    told = present
    return { rest, soap, mcp, findings }
  }

  let tables = build()
  definitions.onChange(() => {
    tables = build()
  })
  const handleRest = createRestHandler({ worker, table: () => tables.rest })
  const handleSoap = createSoapHandler({ worker, table: () => tables.soap, trustedProxies })
  const handleMcp = createMcpHandler({ worker, table: () => tables.mcp, mcpOrigins })

  return {
    handle(request, response) {
      const { url = '' } = request
      if (url.startsWith('/rest/')) handleRest(request, response)
      else if (url.startsWith('/soap/')) handleSoap(request, response)
      else handleMcp(request, response)
    },
    active: () => worker.admission.active + worker.slowBodies.count,
    open() {
      worker.admission.open()
    },
    leave(isLeaving) {
      worker.draining = isLeaving
    },
    drain() {
      worker.admission.close()
      worker.draining = true
      worker.refusals.release()
      worker.slowBodies.close()
    },
    isDraining: () => worker.draining,
    gateOf: gates.find,
    findings: () => tables.findings,
    purge: () => idempotency.purge(),
  }
}
