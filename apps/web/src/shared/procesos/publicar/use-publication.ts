import type {
  CanalDeProceso,
  CasoDePruebaGuardado,
  ProcesoGuardado,
  Publicacion,
  ResultadosDeCasos,
  ValidacionDeProceso,
  Version,
} from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api-client.ts'
import { ApiError } from '../../api-error.ts'
import { isEqual } from '../../form/differences.ts'
import { refreshProcesos } from '../refresh-procesos.ts'

interface PublicationOptions {
  id: string
  /** Stores what there is to store. Throws when that is not possible. */
  onBefore?: (() => Promise<void>) | undefined
}

const publicationKey = (id: string) => ['procesos', 'publicar', id]
const casosKey = (id: string) => ['procesos', 'publicar-casos', id]

/** What is to be published, beside what is published now. */
function usePublication({ id, onBefore }: PublicationOptions) {
  return useQuery({
    queryKey: publicationKey(id),
    async queryFn({ signal }) {
      await onBefore?.()
      const proceso = await callApi<ProcesoGuardado>('GET', `procesos/${id}`, { signal })
      const [validacion, publicada] = await Promise.all([
        callApi<ValidacionDeProceso>('POST', `procesos/${id}/validar`, { signal }),
        proceso.versionPublicada === null
          ? null
          : callApi<Version>('GET', `procesos/${id}/versiones/${proceso.versionPublicada}`, { signal }),
      ])
      const isUnchanged =
        publicada !== null && publicada.modo === proceso.modo && isEqual(publicada.flujo, proceso.flujo)
      return { proceso, validacion, publicada, isUnchanged }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** The saved test cases, run once with the draft; `isWanted` false: there is nothing to publish. */
function useCasosDePrueba(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: casosKey(id),
    async queryFn({ signal }) {
      const casos = await callApi<CasoDePruebaGuardado[]>('GET', `procesos/${id}/casos-prueba`, { signal })
      if (casos.length === 0) return []
      const path = `procesos/${id}/casos-prueba/ejecutar`
      return (await callApi<ResultadosDeCasos>('POST', path, { body: {}, signal })).resultados
    },
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export type Publishable = ReturnType<typeof usePublishable>

/** What there is to say before it is published, the same wherever that is done. */
export function usePublishable(options: PublicationOptions) {
  const { id, onBefore } = options
  const queries = useQueryClient()
  const { data, error } = usePublication(options)
  const isInvalid = error !== null || data?.validacion.valido === false
  const isUnchanged = data?.isUnchanged === true
  const hasCasos = data !== undefined && !isInvalid && !isUnchanged
  const casos = useCasosDePrueba(id, hasCasos)

  /** Publishes what was checked; what somebody else stored meanwhile is checked first. */
  async function publish(nota: string): Promise<Publicacion> {
    await onBefore?.()
    try {
      const body = { nota, ...(data && { revision: data.proceso.revision }) }
      const published = await callApi<Publicacion>('POST', `procesos/${id}/publicar`, { body })
      void refreshProcesos(queries)
      return published
    } catch (reason) {
      if (reason instanceof ApiError && reason.codigo === 'REVISION_OBSOLETA')
        for (const queryKey of [publicationKey(id), casosKey(id)]) void queries.resetQueries({ queryKey })
      throw reason
    }
  }

  return {
    publish,
    data,
    error,
    isInvalid,
    isUnchanged,
    casos,
    failed: casos.data?.filter(({ ok }) => !ok) ?? [],
    /** Until all of it is known nothing is published: what is stored may lack the last change. */
    isWaiting: (data === undefined && error === null) || (hasCasos && casos.isPending),
  }
}

export function useCanalesDeProceso(id: string) {
  return useQuery({
    queryKey: ['procesos', 'canales', id],
    queryFn: ({ signal }) => callApi<CanalDeProceso[]>('GET', `procesos/${id}/canales`, { signal }),
  })
}
