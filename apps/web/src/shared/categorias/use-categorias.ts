import type { CategoriaResumen } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'

/** As many as one answer may hold. */
const MAX_LISTED = 1_000

/** All categories. */
export function useCategoriasQuery() {
  return useQuery({
    queryKey: ['categorias', 'lista', 'todas'],
    queryFn: ({ signal }) =>
      callApi<CategoriaResumen[]>('GET', `categorias?orden=nombre&limite=${MAX_LISTED}`, { signal }),
  })
}

/** Undefined until they are known. */
export function useCategorias(): readonly CategoriaResumen[] | undefined {
  return useCategoriasQuery().data
}
