import type { AsignacionGuardada, CanalGuardado } from '@div/contract'
import { callApi, fetchApi } from '../../../shared/api-client.ts'
import type { Call } from './suggest-call.ts'

export interface NewCanal {
  nombre: string
  ruta: string
  tipo: CanalGuardado['tipo']
  acceso: 'publico' | 'token'
}

interface Wanted {
  procesoId: string
  /** One that is there already, or what is to be made. */
  canal: CanalGuardado | NewCanal
  call: Call
}

/** Puts what is published into a canal. `onCanal` is told of one that was made: who tries again after a refusal goes on with it. */
export async function assignToCanal(
  { procesoId, canal: wanted, call }: Wanted,
  onCanal: (canal: CanalGuardado) => void,
): Promise<CanalGuardado> {
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
  return canal
}

function createCanal({ nombre, ruta, tipo, acceso }: NewCanal): Promise<CanalGuardado> {
  return callApi('POST', 'canales', { body: { nombre, ruta, tipo, acceso: { tipo: acceso } } })
}
