import type { AsignacionGuardada, Uso } from '@div/contract'
import { callApi } from '../api-client.ts'

/** What works only while a thing is on: who uses it, and of a canal also what it publishes. */
export async function readServed(resource: string, id: string, signal?: AbortSignal): Promise<Uso[]> {
  const options = signal ? { signal } : {}
  const [usos, published] = await Promise.all([
    callApi<Uso[]>('GET', `${resource}/${id}/usos`, options),
    resource === 'canales' ? callApi<AsignacionGuardada[]>('GET', `canales/${id}/procesos`, options) : [],
  ])
  return [...published.map(toUso), ...usos]
}

function toUso({ procesoId, proceso, metodo, ruta, operacion }: AsignacionGuardada): Uso {
  const detalle = operacion ?? [metodo, ruta].filter((part) => part !== null).join(' ')
  return { recurso: 'procesos', id: procesoId, nombre: proceso, detalle }
}
