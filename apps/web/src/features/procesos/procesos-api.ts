import type {
  Conversion,
  Paquete,
  ProcesoGuardado,
  ProcesoResumen,
  ResultadoDeEjecucion,
  RevisionDePaquete,
  ValidacionDeProceso,
} from '@div/contract'
import { flujoSchema, procesoSchema } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callApi, fetchApi } from '../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import { saveFile } from '../../shared/save-file.ts'

/** What a form changes; the flujo may be something that is none yet. */
export type ProcesoDraft = Pick<
  ProcesoGuardado,
  'nombre' | 'descripcion' | 'categoriaId' | 'modo' | 'concurrencia'
> & {
  flujo?: unknown
}
export type ProcesoForm = ResourceForm<ProcesoGuardado, ProcesoDraft>

const NEW: ProcesoDraft = {
  nombre: '',
  descripcion: '',
  categoriaId: null,
  modo: 'memoria',
  concurrencia: null,
}
/** A draft may have findings, but it must be a flujo. */
const draftSchema = procesoSchema.extend({ flujo: flujoSchema.optional() })

export function useProcesos(query: Readonly<Record<string, string>>): ListData<ProcesoResumen> {
  return usePagedList<ProcesoResumen>('procesos', query)
}

export function useProcesoForm(id: string | null, onStored?: (stored: ProcesoGuardado) => void): ProcesoForm {
  const { forget } = useProcesoActions()
  return useResourceForm<ProcesoGuardado, ProcesoDraft>({
    resource: 'procesos',
    id,
    schema: draftSchema,
    initial: NEW,
    toDraft: toProcesoDraft,
    onStored: (stored) => {
      void forget(stored.id)
      onStored?.(stored)
    },
  })
}

export function toProcesoDraft({
  nombre,
  descripcion,
  categoriaId,
  modo,
  concurrencia,
  flujo,
}: ProcesoGuardado): ProcesoDraft {
  return { nombre, descripcion, categoriaId, modo, concurrencia, flujo }
}

/** How it does: its state, its activity, where it is published. Of one that is not there nothing is asked again. */
export function useResumen(id: string, isThere = true) {
  return useQuery({
    queryKey: ['procesos', 'resumen', id],
    queryFn: ({ signal }) => callApi<ProcesoResumen>('GET', `procesos/${id}/resumen`, { signal }),
    refetchInterval: isThere && 30_000,
  })
}

/** What is wrong with the draft as it is stored. */
export function useValidacion(id: string, revision: number | undefined) {
  return useQuery({
    queryKey: ['procesos', 'validacion', id, revision],
    queryFn: ({ signal }) => callApi<ValidacionDeProceso>('POST', `procesos/${id}/validar`, { signal }),
    enabled: revision !== undefined,
    // A servidor or a tabla that it names may have changed meanwhile.
    staleTime: 0,
  })
}

export interface Ejecutar {
  entrada: Readonly<Record<string, unknown>>
  /** Absent: the draft as it is stored. */
  version?: number
  /** The last node that runs. */
  nodo?: string
}

export function runProceso(id: string, body: Ejecutar, signal: AbortSignal): Promise<ResultadoDeEjecucion> {
  return callApi('POST', `procesos/${id}/ejecutar`, { body, signal })
}

export function reviewPaquete(body: {
  paquete: Paquete
  asignaciones: Readonly<Record<string, string>>
}): Promise<RevisionDePaquete> {
  return callApi('POST', 'procesos/importar', { body: { ...body, revisar: true } })
}

/** What another tool's flow becomes; nothing is written. */
export function convertFlujo(documento: unknown): Promise<Conversion> {
  return callApi('POST', 'procesos/convertir', { body: { documento } })
}

/** Puts a file with the proceso and the names of what it depends on where the browser puts its files. */
export async function exportProceso({ id, nombre }: Pick<ProcesoResumen, 'id' | 'nombre'>): Promise<void> {
  const response = await fetchApi('GET', `procesos/${id}/exportar`)
  saveFile(`${nombre}.json`, await response.blob())
}

/** What changes procesos; all that is known of them is asked for anew, but what somebody is changing on a form. */
export function useProcesoActions() {
  const queries = useQueryClient()
  const forget = useCallback(
    (id?: string) =>
      queries.invalidateQueries({
        queryKey: ['procesos'],
        predicate: ({ queryKey: [, part, of] }) => part !== 'uno' && (of === id || part === 'lista'),
      }),
    [queries],
  )
  return {
    async duplicate(id: string): Promise<ProcesoGuardado> {
      const copy = await callApi<ProcesoGuardado>('POST', `procesos/${id}/duplicar`)
      void forget()
      return copy
    },
    async importPaquete(body: {
      paquete: Paquete
      asignaciones: Readonly<Record<string, string>>
      nombre: string
    }): Promise<ProcesoGuardado> {
      const created = await callApi<ProcesoGuardado>('POST', 'procesos/importar', { body })
      void forget()
      return created
    },
    /** The draft becomes what the version was. */
    async restore(id: string, { version, revision }: { version: number; revision: number }): Promise<void> {
      const restored = await callApi<ProcesoGuardado>(
        'POST',
        `procesos/${id}/versiones/${version}/restaurar`,
        {
          body: { revision },
        },
      )
      queries.setQueryData(['procesos', 'uno', id], restored)
      void forget(id)
    },
    forget,
  }
}
