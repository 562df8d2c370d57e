import type { Publicacion } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { useCanalesDeProceso } from './publicar/use-publication.ts'

/** One click: callers are answered by the older version again, at the same address. */
export function GoBackDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const { data: canales = [], isPending } = useCanalesDeProceso(id)
  const goBack = useGoBack(id)
  const following = new Set(
    canales.filter((canal) => canal.version === 'publicada').map(({ canal }) => canal),
  )

  return (
    <ConfirmDialog
      title={`Volver a la versión ${version}`}
      confirm="Volver a publicarla"
      onConfirm={async () => {
        const published = await goBack(version)
        notify.success(
          `Publicada otra vez la versión ${version}`,
          published.sinCambios ? 'Ya era la publicada.' : `Es ahora la versión ${published.version}.`,
        )
      }}
      onClose={onClose}
    >
      {isPending ? (
        <Skeleton height={40} role="status" aria-label="Cargando..." />
      ) : (
        <Text size="sm">
          {following.size === 0
            ? 'Ningún canal la llama todavía.'
            : `${[...following].join(', ')} responde con ella enseguida, en la misma dirección.`}{' '}
          Queda como una versión nueva, igual que aquella; su borrador no cambia.
        </Text>
      )}
    </ConfirmDialog>
  )
}

/** The version is published again, as a new one. */
function useGoBack(procesoId: string) {
  const queries = useQueryClient()
  return async (version: number): Promise<Publicacion> => {
    const path = `procesos/${procesoId}/versiones/${version}/publicar`
    const published = await callApi<Publicacion>('POST', path, { body: {} })
    await queries.invalidateQueries({
      queryKey: ['procesos'],
      predicate: ({ queryKey: [, part] }) => part !== 'uno' && part !== 'lienzo',
    })
    return published
  }
}
