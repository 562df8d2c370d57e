import type { ServidorResumen } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../shared/api-client.ts'

const NONE: readonly ServidorResumen[] = []

/** The servidores that a node may call. */
export function useServidores() {
  const { data: servidores = NONE } = useQuery({
    queryKey: ['servidores', 'lienzo'],
    queryFn: ({ signal }) => callApi<ServidorResumen[]>('GET', 'servidores', { signal }),
    staleTime: 30_000,
  })
  const nombres = useMemo(() => new Map(servidores.map(({ id, nombre }) => [id, nombre])), [servidores])
  return { servidores, nombres }
}
