import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Limits, Saturado } from '@div/contract'
import type { Logger } from 'pino'
import { createCallerAddress } from '../../../http/caller-address.ts'
import { problemOf } from '../../../http/problem.ts'
import type { RunMeter } from '../../metrics/run-meter.ts'
import type { Runtime } from '../../runtime.ts'
import { Admission } from '../admission.ts'
import type { TokenVerifier } from './access.ts'
import { type CanalGate, createCanalGates } from './canal-gate.ts'
import { HeldRefusals } from './held-refusals.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createRestHandler } from './rest-handler.ts'
import type { RestWorker } from './rest-route.ts'
import { buildRestTable, type PublishingFinding, type RestTable } from './rest-table.ts'

const SATURATED = problemOf(new Saturado({ segundos: 1 }))

export interface RestPublisherDeps {
  runtime: Pick<
    Runtime,
    'beginTraza' | 'db' | 'definitions' | 'history' | 'trazas' | 'enCurso' | 'ports' | 'createRed' | 'cola'
  >
  meter: Pick<RunMeter, 'forRoute'>
  tokens: TokenVerifier
  limits: Limits
  /** Addresses and networks that are believed about who calls. */
  trustedProxies: readonly string[]
  log: Logger
}

export interface RestPublisher {
  handle(request: IncomingMessage, response: ServerResponse): void
  active(): number
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

/** Publishes the REST canales of the definitions and follows them: a new table is built whole, then takes the old one's place. */
export function createRestPublisher({
  runtime,
  meter,
  tokens,
  limits,
  trustedProxies,
  log,
}: RestPublisherDeps): RestPublisher {
  const { db, definitions, history, trazas, enCurso, ports, cola } = runtime
  const idempotency = createIdempotencyStore(db, limits)
  const gates = createCanalGates({
    tokens,
    createRed: runtime.createRed,
    maxActive: limits.ejecucionesPorWorker,
  })
  const admission = new Admission(limits, gates.all)
  const worker: RestWorker = {
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
    admission,
    refusals: new HeldRefusals(SATURATED, limits),
    draining: false,
  }

  let told: ReadonlySet<string> = new Set()

  function build(): RestTable {
    const snapshot = definitions.current()
    // Who called one that is not active any more may still ask for its runs.
    const opened = gates.update([...snapshot.canales, ...snapshot.inactiveCanales])
    const table = buildRestTable(snapshot, opened, {
      limits,
      observeFor: (names) => meter.forRoute(names),
      trazaOf: trazas.of,
    })
    // Told once, not at every change of something else.
    const present = new Set<string>()
    for (const finding of table.findings) {
      const text = JSON.stringify(finding)
      present.add(text)
      if (!told.has(text)) log.error({ ...finding }, 'assignment does not answer')
    }
    told = present
    return table
  }

  let table = build()
  definitions.onChange(() => {
    table = build()
  })

  return {
    handle: createRestHandler({ worker, table: () => table }),
    active: () => admission.active,
    leave(isLeaving) {
      worker.draining = isLeaving
    },
    drain() {
      admission.close()
      worker.draining = true
      worker.refusals.release()
    },
    isDraining: () => worker.draining,
    gateOf: gates.find,
    findings: () => table.findings,
    purge: () => idempotency.purge(),
  }
}
