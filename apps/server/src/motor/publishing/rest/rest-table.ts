import FindMyWay, { type HTTPMethod } from 'find-my-way'
import type { Snapshot } from '../../definitions/definitions.ts'
import type { CanalGate } from '../canal-gate.ts'
import type { PublishDeps } from '../publish-canal-route.ts'
import type { PublishingFinding } from '../publishing-finding.ts'
import { describeCanal } from './openapi.ts'
import { type PublishedRoute, publishRoute } from './publish-route.ts'
import type { Match, RestTarget } from './rest-route.ts'

/** Every path that REST canales publish, at one moment. */
export interface RestTable {
  find(method: string, path: string): Match | null
  /** The methods published at a path, for 405 and preflight. */
  methodsAt(path: string): readonly string[]
  /** By the first segment of its paths. */
  gateOf(ruta: string): CanalGate | undefined
  findings: readonly PublishingFinding[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const satisfies readonly HTTPMethod[]
const METHOD_SET: ReadonlySet<string> = new Set(METHODS)
const NO_QUERY = Object.freeze({})

export function buildRestTable(
  { canales }: Pick<Snapshot, 'canales'>,
  gates: ReadonlyMap<string, CanalGate>,
  deps: PublishDeps,
): RestTable {
  const router = FindMyWay({
    maxParamLength: deps.limits.direccionBytes,
    querystringParser: () => NO_QUERY,
    onBadUrl: ignore,
  })
  const byRuta = new Map<string, CanalGate>()
  const findings: PublishingFinding[] = []
  const add = (method: HTTPMethod, path: string, target: RestTarget) =>
    router.on(method, path, ignore, target)

  for (const definido of canales) {
    const gate = gates.get(definido.id)
    if (!gate || definido.canal.tipo !== 'REST') continue
    const { ruta: prefix, nombre } = definido.canal
    byRuta.set(prefix, gate)
    add('GET', `/rest/${prefix}/openapi.json`, { kind: 'openapi', document: describeCanal(definido), gate })
    add('GET', `/rest/${prefix}/docs`, { kind: 'docs', nombre })
    add('GET', `/rest/${prefix}/docs/:archivo`, { kind: 'docs-asset' })
    for (const asignacion of definido.asignaciones) {
      const published = publishRoute(definido, asignacion, { gate, ...deps })
      const motivo = addPublished(published, `/rest/${prefix}`) ?? published.motivo
      if (motivo !== null)
        findings.push({ canal: prefix, metodo: published.metodo, ruta: published.ruta, motivo })
    }
  }

  /** Answers why it could not be added. */
  function addPublished({ metodo, path, target }: PublishedRoute, prefix: string): string | null {
    if (path === null) return null
    // The first of two that claim one path has it.
    if (router.hasRoute(metodo, prefix + path)) return 'otra asignación ya responde en este método y ruta'
    add(metodo, prefix + path, target)
    return null
  }

  function find(method: string, path: string): Match | null {
    if (!isMethod(method)) return null
    const found = router.find(method, path)
    if (!found) return null
    const target: RestTarget | null = found.store
    return { target, ruta: found.params }
  }

  return {
    // HEAD is GET without its body unless it is published by itself (RFC 9110, 9.3.2).
    find: (method, path) => find(method, path) ?? (method === 'HEAD' ? find('GET', path) : null),
    methodsAt(path) {
      const methods: string[] = METHODS.filter((method) => find(method, path) !== null)
      return methods.includes('GET') && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods
    },
    gateOf: (ruta) => byRuta.get(ruta),
    findings,
  }
}

function isMethod(method: string): method is (typeof METHODS)[number] {
  return METHOD_SET.has(method)
}

/** The router only finds; what it finds is run by the handler. */
function ignore(): void {}
