import { ConfirmDialog, notify } from '@div/ui'
import { Text } from '@mantine/core'
import { useCanalesDeProceso } from '../../../shared/procesos/publicar/use-publication.ts'
import { useEditor } from '../store/use-editor.ts'
import { useVersionActions } from './versiones-api.ts'

/** One click: callers are answered by the older version again, at the same address. */
export function GoBackDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { id } = useEditor(({ stored }) => stored)
  const { data: canales = [] } = useCanalesDeProceso(id)
  const { goBack } = useVersionActions(id)
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
      <Text size="sm">
        {following.size === 0
          ? 'Ningún canal la llama todavía.'
          : `${[...following].join(', ')} responde con ella enseguida, en la misma dirección.`}{' '}
        Queda como una versión nueva, igual que aquella; su borrador no cambia.
      </Text>
    </ConfirmDialog>
  )
}
