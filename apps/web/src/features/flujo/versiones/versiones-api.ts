import type { Flujo, Punto, PuntoResumen } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { useVersion } from '../../../shared/procesos/use-versiones.ts'
import { useEditor } from '../store/use-editor.ts'
import { isVersion } from './shown-documents.ts'

const puntosKey = (procesoId: string) => ['procesos', 'puntos', procesoId]

export function usePuntos(procesoId: string) {
  return useQuery({
    queryKey: puntosKey(procesoId),
    queryFn: ({ signal }) => callApi<PuntoResumen[]>('GET', `procesos/${procesoId}/puntos`, { signal }),
    staleTime: 0,
  })
}

function usePunto(procesoId: string, id: string | null) {
  return useQuery({
    queryKey: ['procesos', 'punto', procesoId, id],
    queryFn: ({ signal }) => callApi<Punto>('GET', `procesos/${procesoId}/puntos/${id}`, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface ShownDocument {
  flujo: Flujo | undefined
  error: Error | null
  retry: () => void
}

/** The document of a version, of a restore point, or, as null, of the draft as it is drawn. */
export function useShownDocument(which: string | null): ShownDocument {
  const procesoId = useEditor(({ stored }) => stored.id)
  const drawn = useEditor(({ history }) => history.flujo)
  const version = useVersion(procesoId, which !== null && isVersion(which) ? Number(which) : null)
  const punto = usePunto(procesoId, which !== null && !isVersion(which) ? which : null)
  if (which === null) return { flujo: drawn, error: null, retry: () => undefined }
  const { data, error, refetch } = isVersion(which) ? version : punto
  return { flujo: data?.flujo, error, retry: () => void refetch() }
}

/** What is done with earlier states of a proceso; what is known of it is asked for anew. */
export function useVersionActions(procesoId: string) {
  const queries = useQueryClient()
  const forgetPuntos = () => queries.invalidateQueries({ queryKey: puntosKey(procesoId) })
  return {
    /** Null: one that the product may take away again. */
    async addPunto(nombre: string | null): Promise<void> {
      await callApi('POST', `procesos/${procesoId}/puntos`, { body: { nombre } })
      await forgetPuntos()
    },
    async removePunto(id: string): Promise<void> {
      await callApi('DELETE', `procesos/${procesoId}/puntos/${id}`)
      await forgetPuntos()
    },
  }
}
