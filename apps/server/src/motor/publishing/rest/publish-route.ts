import { type Canal, type Limits, parseRoutePath } from '@div/contract'
import type { HTTPMethod } from 'find-my-way'
import type { AsignacionDefinida, CanalDefinido } from '../../definitions/definitions.ts'
import type { Traza } from '../../history/traza.ts'
import type { Observe } from '../../metrics/run-meter.ts'
import type { CanalGate } from './canal-gate.ts'
import { compileEntry } from './entry.ts'
import type { RestRoute, RestTarget } from './rest-route.ts'

/** An assignment made ready. Without `path` nothing can answer it; with `motivo` somebody should look at it. */
export interface PublishedRoute {
  metodo: HTTPMethod
  ruta: string
  path: string | null
  target: RestTarget
  motivo: string | null
}

export interface PublishRouteDeps {
  gate: CanalGate
  limits: Limits
  observeFor(names: { canal: string; proceso: string }): Observe
  trazaOf(procesoId: string): Traza
}

/** Decides everything about a route that its calls would otherwise decide again and again. */
export function publishRoute(
  { id: canalId, canal, secretos }: CanalDefinido,
  { asignacion, proceso, publicada }: AsignacionDefinida,
  { gate, limits, observeFor, trazaOf }: PublishRouteDeps,
): PublishedRoute {
  const metodo = asignacion.metodo ?? 'POST'
  const ruta = asignacion.ruta ?? '/'
  const broken: RestTarget = { kind: 'broken', gate }
  const path = parseRoutePath(ruta)
  if ('motivo' in path) return { metodo, ruta, path: null, target: broken, motivo: path.motivo }
  if (!publicada) {
    return {
      metodo,
      ruta,
      path: path.pattern,
      target: broken,
      motivo: `«${proceso.nombre}» no está publicado`,
    }
  }
  const { plan } = publicada.outcome
  if (!plan) {
    const motivo = `«${proceso.nombre}» versión ${publicada.version} no se puede ejecutar: ${publicada.defecto}`
    return { metodo, ruta, path: path.pattern, target: broken, motivo }
  }
  return {
    metodo,
    ruta,
    path: path.pattern,
    motivo: null,
    target: {
      kind: 'route',
      route: {
        canalId,
        procesoId: proceso.id,
        version: publicada.version,
        metodo,
        plan,
        traza: trazaOf(proceso.id),
        secretos: publicada.outcome.secretos.with(secretos),
        gate,
        entry: compileEntry(plan.entrada.parametros, { metodo, nombresDeRuta: path.nombres, limits }),
        fixedTypes: plan.salidas.flatMap(({ tipoContenido }) => (tipoContenido ? [tipoContenido] : [])),
        tiempoMaximoMs: canal.tiempoMaximoMs,
        maxCuerpoBytes: Math.min(canal.maxCuerpoBytes, limits.cuerpoBytes),
        asincrono: canal.modo === 'asincrono' || plan.durable ? waitingOf(canal) : null,
        etag: asignacion.etag,
        vary: gate.cors ? 'Accept, Origin' : 'Accept',
        observe: observeFor({ canal: canal.nombre, proceso: proceso.nombre }),
      },
    },
  }
}

function waitingOf({ modo, prioridad, aviso }: Canal): RestRoute['asincrono'] {
  return {
    prioridad,
    ...(aviso && { avisa: true }),
    ...(modo === 'sincrono' && { espera: true }),
  }
}
