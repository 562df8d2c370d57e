import {
  type AjustesAsincronos,
  ajustesAsincronosSchema,
  type PoolAsincrono,
  toFormSchema,
} from '@div/contract'
import type { FormSchema } from '@div/ui'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { type ResourceForm, UNICO, useResourceForm } from '../../shared/form/use-resource-form.ts'

const RESOURCE = 'pool-asincrono'
const REFRESH_MS = 5_000

/** As the form draws them. */
export const AJUSTES_FIELDS: FormSchema = toFormSchema(ajustesAsincronosSchema)
export type AjusteAsincrono = keyof AjustesAsincronos
export const AJUSTES = ajustesAsincronosSchema.keyof().options

export type PoolAsincronoForm = ResourceForm<PoolAsincrono, AjustesAsincronos>

export function usePoolAsincronoForm(onStored: () => void): PoolAsincronoForm {
  return useResourceForm<PoolAsincrono, AjustesAsincronos>({
    resource: RESOURCE,
    id: UNICO,
    schema: ajustesAsincronosSchema,
    initial: ajustesAsincronosSchema.parse({}),
    toDraft: toAjustes,
    onStored,
  })
}

export function toAjustes({ ajustes }: Pick<PoolAsincrono, 'ajustes'>): AjustesAsincronos {
  return ajustes
}

/** What waits, again and again. */
export function useCola() {
  return useQuery({
    queryKey: [RESOURCE, 'cola'],
    queryFn: ({ signal }) => callApi<PoolAsincrono>('GET', RESOURCE, { signal }),
    select: ({ cola }) => cola,
    refetchInterval: REFRESH_MS,
  })
}
