import {
  type Agente,
  type AgenteGuardado,
  type AgentePublicado,
  type AgenteResumen,
  agenteSchema,
  type PruebaDeAgente,
  type VersionDeAgenteResumen,
} from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { useUnicoConModelos } from '../../../shared/servidores/con-modelos.ts'

export const RESOURCE = 'ai-agents'

const NEW: Agente = {
  nombre: '',
  descripcion: '',
  activo: true,
  instrucciones: '',
  servidorId: '',
  modelo: '',
  maxTokens: 4_096,
  capacidades: [],
  contextos: [],
  limites: { pasos: 20, tiempoMs: 120_000, tokens: 200_000, importe: null, moneda: 'USD' },
  campos: [],
  casos: [],
}

export type AgenteForm = ResourceForm<AgenteGuardado, Agente>

export function useAgentes(query: Readonly<Record<string, string>>): ListData<AgenteResumen> {
  return usePagedList<AgenteResumen>(RESOURCE, query)
}

export function useAgenteForm(id: string | null, onStored: (stored: AgenteGuardado) => void): AgenteForm {
  const unico = useUnicoConModelos()
  // Where there is nothing to choose it is chosen.
  const servidorId = unico?.id ?? ''
  return useResourceForm<AgenteGuardado, Agente>({
    resource: RESOURCE,
    id,
    schema: agenteSchema,
    initial: useMemo(() => ({ ...NEW, servidorId }), [servidorId]),
    toDraft: toAgenteDraft,
    onStored,
  })
}

export function toAgenteDraft(stored: AgenteGuardado): Agente {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor, versionPublicada, ...draft } = stored
  return draft
}

export const publishAgente = (id: string, nota: string) =>
  callApi<AgentePublicado>('POST', `${RESOURCE}/${id}/publicar`, { body: { nota } })

export const publishVersion = (id: string, version: number) =>
  callApi<AgentePublicado>('POST', `${RESOURCE}/${id}/versiones/${version}/publicar`)

export const restoreVersion = (id: string, version: number) =>
  callApi<AgenteGuardado>('POST', `${RESOURCE}/${id}/versiones/${version}/restaurar`)

export const runPruebas = (id: string) => callApi<PruebaDeAgente>('POST', `${RESOURCE}/${id}/pruebas`)

export const versionesKey = (id: string) => [RESOURCE, 'versiones', id]
export const pruebasKey = (id: string) => [RESOURCE, 'pruebas', id]

export function useVersiones(id: string) {
  return useQuery({
    queryKey: versionesKey(id),
    queryFn: ({ signal }) =>
      callApi<VersionDeAgenteResumen[]>('GET', `${RESOURCE}/${id}/versiones`, { signal }),
  })
}

const LOOK_EVERY_MS = 1_500

/** The newest first; looked at again while one of them goes on. */
export function usePruebas(id: string) {
  return useQuery({
    queryKey: pruebasKey(id),
    queryFn: ({ signal }) => callApi<PruebaDeAgente[]>('GET', `${RESOURCE}/${id}/pruebas`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ estado }) => estado === 'ejecutando') ? LOOK_EVERY_MS : false,
  })
}
