import type { Canal, Limits } from '@div/contract'
import type { Plan } from '@div/engine'
import type { AsignacionDefinida, CanalDefinido } from '../definitions/definitions.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import type { Traza } from '../history/traza.ts'
import type { Observe } from '../metrics/run-meter.ts'
import type { CanalGate } from './canal-gate.ts'
import type { CanalRoute } from './canal-route.ts'

export interface PublishDeps {
  limits: Limits
  observeFor(names: { canal: string; proceso: string }): Observe
  trazaOf(procesoId: string): Traza
}

/** Decides what a route of any canal has alike, or says why it cannot answer. */
export function publishCanalRoute(
  { id: canalId, canal, secretos }: CanalDefinido,
  { proceso, publicada }: AsignacionDefinida,
  { gate, limits, observeFor, trazaOf }: PublishDeps & { gate: CanalGate },
): CanalRoute | { motivo: string } {
  const ready = findPlan({ proceso, publicada })
  if ('motivo' in ready) return ready
  const { plan } = ready
  return {
    canalId,
    procesoId: proceso.id,
    version: ready.version,
    plan,
    traza: trazaOf(proceso.id),
    secretos: ready.secretos.with(secretos),
    gate,
    tiempoMaximoMs: canal.tiempoMaximoMs,
    maxCuerpoBytes: Math.min(canal.maxCuerpoBytes, limits.cuerpoBytes),
    asincrono: canal.modo === 'asincrono' || plan.durable ? waitingOf(canal) : null,
    observe: observeFor({ canal: canal.nombre, proceso: proceso.nombre }),
  }
}

/** What runs a published proceso, or why nothing does. */
export function findPlan({
  proceso,
  publicada,
}: Pick<AsignacionDefinida, 'proceso' | 'publicada'>):
  | { plan: Plan; version: number; secretos: SecretScope }
  | { motivo: string } {
  if (!publicada) return { motivo: `«${proceso.nombre}» no está publicado` }
  const { version, defecto, outcome } = publicada
  const { plan, secretos } = outcome
  if (plan) return { plan, version, secretos }
  return { motivo: `«${proceso.nombre}» versión ${version} no se puede ejecutar: ${defecto}` }
}

function waitingOf({ modo, prioridad, aviso }: Canal): CanalRoute['asincrono'] {
  return {
    prioridad,
    ...(aviso && { avisa: true }),
    ...(modo === 'sincrono' && { espera: true }),
  }
}
