import {
  type Ajustes,
  ajustesSchema,
  type Comprobacion,
  type Configuracion,
  fraseSchema,
  pedirCopiaSchema,
  type Restauracion,
} from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi, fetchApi } from '../../shared/api-client.ts'
import { fieldsOf } from '../../shared/form/fields-of.ts'
import { type ResourceForm, UNICO, useResourceForm } from '../../shared/form/use-resource-form.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { fileNameOf } from './file-name.ts'

const RESOURCE = 'configuracion'
const NONE: Ajustes = { urlBase: null, urlTrazabilidad: null, historialDias: null, avisoTokensDias: null }
export const AJUSTES_FIELDS = fieldsOf(ajustesSchema)

export function useAjustesForm(onStored: () => void): ResourceForm<Configuracion, Ajustes> {
  const queries = useQueryClient()
  return useResourceForm<Configuracion, Ajustes>({
    resource: RESOURCE,
    id: UNICO,
    schema: ajustesSchema,
    initial: NONE,
    toDraft: toAjustes,
    onStored: () => {
      // What every screen knows of the product.
      void queries.invalidateQueries({ queryKey: [RESOURCE], exact: true })
      onStored()
    },
  })
}

export function toAjustes({ ajustes }: Pick<Configuracion, 'ajustes'>): Ajustes {
  return ajustes
}

export function useSeguridad() {
  return useQuery({
    queryKey: [RESOURCE, 'seguridad'],
    queryFn: ({ signal }) => callApi<Comprobacion[]>('GET', `${RESOURCE}/seguridad`, { signal }),
  })
}

export interface Copia {
  name: string
  file: Blob
}

export function useCopia() {
  const queries = useQueryClient()
  return useSubmit<{ frase: string }, Copia>(pedirCopiaSchema, async (body) => {
    const response = await fetchApi('POST', `${RESOURCE}/copia`, { body })
    const name = fileNameOf(response.headers.get('content-disposition')) ?? 'div.divcopia'
    const file = await response.blob()
    void queries.invalidateQueries({ queryKey: [RESOURCE, 'seguridad'] })
    return { name, file }
  })
}

export interface Restaurar {
  frase: string
  archivo: File | null
  /** Says what would happen and changes nothing. */
  isDryRun: boolean
}

const restaurarSchema = z.object({
  frase: fraseSchema,
  archivo: z.file({ error: 'Elija el archivo de la copia.' }),
})

export function useRestore() {
  return useSubmit<Restaurar, Restauracion>(restaurarSchema, ({ frase, archivo, isDryRun }) => {
    const form = new FormData()
    form.set('frase', frase)
    if (archivo) form.set('archivo', archivo)
    return callApi<Restauracion>('POST', `${RESOURCE}/restaurar${isDryRun ? '?simular=1' : ''}`, {
      body: form,
    })
  })
}
