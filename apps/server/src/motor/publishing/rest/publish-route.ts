import { parseRoutePath } from '@div/contract'
import type { HTTPMethod } from 'find-my-way'
import type { AsignacionDefinida, CanalDefinido } from '../../definitions/definitions.ts'
import type { CanalGate } from '../canal-gate.ts'
import { type PublishDeps, publishCanalRoute } from '../publish-canal-route.ts'
import { compileEntry } from './entry.ts'
import type { RestTarget } from './rest-route.ts'

/** An assignment made ready. Without `path` nothing can answer it; with `motivo` somebody should look at it. */
export interface PublishedRoute {
  metodo: HTTPMethod
  ruta: string
  path: string | null
  target: RestTarget
  motivo: string | null
}

/** Decides everything about a route that its calls would otherwise decide again and again. */
export function publishRoute(
  definido: CanalDefinido,
  asignada: AsignacionDefinida,
  deps: PublishDeps & { gate: CanalGate },
): PublishedRoute {
  const { asignacion } = asignada
  const { gate, limits } = deps
  const metodo = asignacion.metodo ?? 'POST'
  const ruta = asignacion.ruta ?? '/'
  const broken: RestTarget = { kind: 'broken', gate }
  const path = parseRoutePath(ruta)
  if ('motivo' in path) return { metodo, ruta, path: null, target: broken, motivo: path.motivo }
  const published = publishCanalRoute(definido, asignada, deps)
  if ('motivo' in published) return { metodo, ruta, path: path.pattern, target: broken, ...published }
  const { plan } = published
  return {
    metodo,
    ruta,
    path: path.pattern,
    motivo: null,
    target: {
      kind: 'route',
      route: {
        ...published,
        metodo,
        entry: compileEntry(plan.entrada.parametros, { metodo, nombresDeRuta: path.nombres, limits }),
        fixedTypes: plan.salidas.flatMap(({ tipoContenido }) => (tipoContenido ? [tipoContenido] : [])),
        etag: asignacion.etag,
        vary: gate.cors ? 'Accept, Origin' : 'Accept',
      },
    },
  }
}
