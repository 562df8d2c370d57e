import type { Canal, Limits } from '@div/contract'
import type { AsignacionDefinida, CanalDefinido } from '../definitions/definitions.ts'
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
  if (!publicada) return { motivo: `«${proceso.nombre}» no está publicado` }
  const { plan } = publicada.outcome
  if (!plan) {
    return {
      motivo: `«${proceso.nombre}» versión ${publicada.version} no se puede ejecutar: ${publicada.defecto}`,
    }
  }
  return {
    canalId,
    procesoId: proceso.id,
    version: publicada.version,
    plan,
    traza: trazaOf(proceso.id),
    secretos: publicada.outcome.secretos.with(secretos),
    gate,
    tiempoMaximoMs: canal.tiempoMaximoMs,
    maxCuerpoBytes: Math.min(canal.maxCuerpoBytes, limits.cuerpoBytes),
    asincrono: canal.modo === 'asincrono' || plan.durable ? waitingOf(canal) : null,
    observe: observeFor({ canal: canal.nombre, proceso: proceso.nombre }),
  }
}

function waitingOf({ modo, prioridad, aviso }: Canal): CanalRoute['asincrono'] {
  return {
    prioridad,
    ...(aviso && { avisa: true }),
    ...(modo === 'sincrono' && { espera: true }),
  }
}
