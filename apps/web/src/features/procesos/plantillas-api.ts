import type { Plantilla, PlantillaResumen, ResultadosDeCasos, TablaDePlantilla } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'

/** They change only with the product. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY } as const

export function usePlantillas() {
  return useQuery({
    queryKey: ['plantillas'],
    queryFn: ({ signal }) => callApi<PlantillaResumen[]>('GET', 'plantillas', { signal }),
    ...NEVER_STALE,
  })
}

export function usePlantilla(id: string) {
  return useQuery({
    queryKey: ['plantillas', id],
    queryFn: ({ signal }) => callApi<Plantilla>('GET', `plantillas/${id}`, { signal }),
    ...NEVER_STALE,
  })
}

/** The tabla with its rows; one that stands there without them is seen in its list. */
export function useCreateTabla(onMade: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ tabla, filas }: TablaDePlantilla) => {
      const { id } = await callApi<{ id: string }>('POST', 'tablas', { body: tabla })
      if (filas.length > 0)
        await callApi('POST', `tablas/${id}/filas/lote`, { body: { modo: 'agregar', filas } })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['tablas'] })
      onMade()
    },
  })
}

/** The cases that came along, against what was made of them. */
export function useCasosDe(procesoId: string) {
  return useQuery({
    queryKey: ['procesos', procesoId, 'casos-de-plantilla'],
    queryFn: () => callApi<ResultadosDeCasos>('POST', `procesos/${procesoId}/casos-prueba/ejecutar`),
    ...NEVER_STALE,
    gcTime: 0,
  })
}
