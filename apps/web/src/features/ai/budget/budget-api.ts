import {
  type Consumo,
  type ConsumoAgrupado,
  type GrupoDeConsumo,
  type Presupuesto,
  type PresupuestoGuardado,
  type PresupuestoResumen,
  presupuestoSchema,
  type UsuarioGuardado,
} from '@div/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi, fetchApi, listApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { usePagesByKey } from '../../../shared/list/use-pages-by-key.ts'

const RESOURCE = 'ai/budget'
const CONSUMOS = 'ai/consumos'
const PAGE_SIZE = '100'
/** How often what was spent is asked anew. */
const REFRESH_MS = 15_000
/** As many as one answer may hold. */
const MAX_LISTED = 1_000

export const ZONA = Intl.DateTimeFormat().resolvedOptions().timeZone

const NEW: Presupuesto = {
  nombre: '',
  descripcion: '',
  activo: true,
  ambito: 'todos',
  de: null,
  periodo: 'mes',
  zonaHoraria: ZONA,
  importe: '',
  moneda: 'USD',
  duro: true,
  avisos: [50, 80, 100],
}

export function usePresupuestos(query: Readonly<Record<string, string>>): ListData<PresupuestoResumen> {
  return usePagedList<PresupuestoResumen>(RESOURCE, query, { refreshMs: REFRESH_MS })
}

export type PresupuestoForm = ResourceForm<PresupuestoGuardado, Presupuesto>

export function usePresupuestoForm(
  id: string | null,
  onStored: (stored: PresupuestoGuardado) => void,
): PresupuestoForm {
  return useResourceForm<PresupuestoGuardado, Presupuesto>({
    resource: RESOURCE,
    id,
    schema: presupuestoSchema,
    initial: NEW,
    toDraft: toPresupuestoDraft,
    onStored,
  })
}

export function toPresupuestoDraft(stored: PresupuestoGuardado): Presupuesto {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor, ...presupuesto } = stored
  return presupuesto
}

export function useUsuarios(isWanted: boolean) {
  return useQuery({
    queryKey: ['usuarios', 'lista', 'presupuesto'],
    queryFn: ({ signal }) => callApi<UsuarioGuardado[]>('GET', `usuarios?limite=${MAX_LISTED}`, { signal }),
    enabled: isWanted,
  })
}

/** What was spent since a moment, added up by what it has in common. */
export function useConsumoAgrupado(por: GrupoDeConsumo, desde: string) {
  return useQuery({
    queryKey: [CONSUMOS, 'resumen', por, desde],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ por, desde, zonaHoraria: ZONA })
      return callApi<ConsumoAgrupado[]>('GET', `${CONSUMOS}/resumen?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

export function useConsumos(query: Readonly<Record<string, string>>): ListData<Consumo> {
  return usePagesByKey<Consumo>({
    queryKey: [CONSUMOS, 'lista', query],
    fetchPage: (despuesDe, signal) => {
      const page = new URLSearchParams({ ...query, limite: PAGE_SIZE, ...(despuesDe && { despuesDe }) })
      return listApi<Consumo>(`${CONSUMOS}?${page}`, { signal })
    },
    refreshMs: REFRESH_MS,
  })
}

export async function exportConsumos(desde: string): Promise<Blob> {
  return (await fetchApi('GET', `${CONSUMOS}/exportar?${new URLSearchParams({ desde })}`)).blob()
}
