import {
  type ClaveDeApi,
  type ClaveDeApiEmitida,
  type ClaveDeApiGuardada,
  claveDeApiSchema,
} from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'

const PATH = 'auth/claves'
const KEY = ['auth', 'claves']

export function useClaves() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi<ClaveDeApiGuardada[]>('GET', PATH, { signal }),
  })
}

/** The answer alone carries the key itself. */
export function useCreateClave() {
  const queries = useQueryClient()
  return useSubmit<ClaveDeApi, ClaveDeApiEmitida>(claveDeApiSchema, async (body) => {
    const emitida = await callApi<ClaveDeApiEmitida>('POST', PATH, { body })
    void queries.invalidateQueries({ queryKey: KEY })
    return emitida
  })
}

export function useRemoveClave() {
  const queries = useQueryClient()
  return async (id: string) => {
    await callApi('DELETE', `${PATH}/${id}`)
    await queries.invalidateQueries({ queryKey: KEY })
  }
}
