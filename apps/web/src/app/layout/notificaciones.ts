import type { MarcarLeidas, Notificaciones } from '@div/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { useLiveSignal } from '../../shared/en-vivo/use-live-signal.ts'

const REFRESH_MS = 30_000
const KEY = ['notificaciones']

export function useNotificaciones() {
  const client = useQueryClient()
  const isHeard = useLiveSignal('notificaciones', () => void client.invalidateQueries({ queryKey: KEY }))
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi<Notificaciones>('GET', 'notificaciones', { signal }),
    refetchInterval: isHeard ? false : REFRESH_MS,
  })
}

/** Of one, or of all that were shown; what happened since stays unread. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: MarcarLeidas) => callApi('POST', 'notificaciones/leidas', { body }),
    // Shown at once; the next reading has the last word.
    onMutate: ({ ids }) => client.setQueryData<Notificaciones>(KEY, (shown) => shown && markRead(shown, ids)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

function markRead(shown: Notificaciones, ids: readonly string[] | undefined): Notificaciones {
  const notificaciones = shown.notificaciones.map((each) =>
    ids === undefined || ids.includes(each.id) ? { ...each, leida: true } : each,
  )
  return { ...shown, notificaciones, sinLeer: notificaciones.filter(({ leida }) => !leida).length }
}
