import type { AsignacionGuardada, CanalGuardado, Publicacion } from '@div/contract'
import { callApi, fetchApi } from '../../../shared/api-client.ts'
import { publishProceso } from '../../../shared/procesos/publicar/use-publication.ts'
import type { Call } from './suggest-call.ts'

export interface NewCanal {
  nombre: string
  ruta: string
  acceso: 'publico' | 'token'
}

interface Wanted {
  procesoId: string
  /** One that is there already, or what is to be made. */
  canal: CanalGuardado | NewCanal
  call: Call
}

interface Published {
  canal: CanalGuardado
  publicacion: Publicacion
}

/**
 * Publishes what is drawn and puts it into a canal. `onCanal` is told of a canal that was made: who tries again after a refusal goes on
 * with it.
 */
export async function publishInCanal(
  { procesoId, canal: wanted, call }: Wanted,
  onCanal: (canal: CanalGuardado) => void,
): Promise<Published> {
  const publicacion = await publishProceso(procesoId, '')
  const canal = 'id' in wanted ? wanted : await createCanal(wanted)
  onCanal(canal)
  const response = await fetchApi('GET', `canales/${canal.id}/procesos`)
  const before: AsignacionGuardada[] = await response.json()
  const revision = response.headers.get('x-revision') ?? ''
  const body = [
    ...before.map(({ proceso, versionPublicada, metodo, ruta, operacion, ...asignacion }) => ({
      ...asignacion,
      ...(metodo !== null && { metodo }),
      ...(ruta !== null && { ruta }),
      ...(operacion !== null && { operacion }),
    })),
    { procesoId, version: 'publicada', ...call },
  ]
  await callApi('PUT', `canales/${canal.id}/procesos?${new URLSearchParams({ revision })}`, { body })
  return { canal, publicacion }
}

function createCanal({ nombre, ruta, acceso }: NewCanal): Promise<CanalGuardado> {
  return callApi('POST', 'canales', { body: { nombre, ruta, tipo: 'REST', acceso: { tipo: acceso } } })
}
