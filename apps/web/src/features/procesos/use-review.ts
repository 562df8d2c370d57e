import type { Paquete } from '@div/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reviewPaquete } from './procesos-api.ts'

/** What importing a bundle would do, as often as something else is assigned. */
export function useReview(paquete: Paquete | null, asignaciones: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: ['importar', paquete, asignaciones],
    queryFn: () => (paquete === null ? null : reviewPaquete({ paquete, asignaciones })),
    select: (review) => review ?? undefined,
    enabled: paquete !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}
