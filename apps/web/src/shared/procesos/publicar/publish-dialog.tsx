import type { Hallazgo } from '@div/contract'
import { ConfirmDialog, FormHelp, notify } from '@div/ui'
import { Alert, Skeleton, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CambiosPart, CasosPart, ImpactoPart, InvalidPart } from './publication-parts.tsx'
import { usePublishable } from './use-publication.ts'

interface PublishDialogProps {
  proceso: { id: string; nombre: string }
  /** Stores what there is to store. Throws when that is not possible. */
  onBefore?: () => Promise<void>
  /** Leads to the node of a change, or to where a finding is mended. */
  onGo?: (nodo: string, hallazgo?: Hallazgo) => void
  /** Lays what changed over the drawing. */
  onCompare?: (version: number) => void
  onClose: () => void
}

/** The draft becomes a version that never changes: what is wrong, what its tests say, what changes and for whom, before it is done. */
export default function PublishDialog({
  proceso: { id, nombre },
  onBefore,
  onGo,
  onCompare,
  onClose,
}: PublishDialogProps) {
  const navigate = useNavigate()
  const publishable = usePublishable({ id, onBefore })
  const { data, error, isInvalid, isUnchanged, casos, failed, isWaiting } = publishable
  const [nota, setNota] = useState('')

  async function publish() {
    const { version, sinCambios } = await publishable.publish(nota)
    if (sinCambios) return notify.info('No hay cambios', `Sigue publicada la versión ${version}.`)
    notify.success(`Versión ${version} publicada`, nombre, {
      actions: [{ label: 'Ver dónde se llama', onClick: () => navigate(`/procesos/${id}?seccion=canales`) }],
    })
  }

  function go(nodo: string | null, hallazgo?: Hallazgo) {
    if (nodo === null) return
    onClose()
    onGo?.(nodo, hallazgo)
  }

  return (
    <ConfirmDialog
      title={`Publicar «${nombre}»`}
      size="xl"
      confirm={failed.length > 0 ? 'Publicar de todos modos' : 'Publicar'}
      isDangerous={failed.length > 0}
      isImpossible={isInvalid || isUnchanged}
      isWaiting={isWaiting}
      onConfirm={publish}
      onClose={onClose}
    >
      {data === undefined && error === null && (
        <Skeleton height={160} aria-label="Cargando..." role="status" />
      )}
      <InvalidPart
        publishable={publishable}
        {...(onGo && { onGo: (hallazgo) => go(hallazgo.nodo, hallazgo) })}
      />
      {isUnchanged && <Unchanged version={data?.publicada?.version} />}
      {data !== undefined && !isInvalid && !isUnchanged && (
        <Stack gap="lg">
          <CasosPart resultados={casos.data} error={casos.error} />
          {data.publicada && (
            <CambiosPart
              before={data.publicada}
              after={data.proceso}
              onGo={onGo && ((nodo) => go(nodo))}
              onCompare={onCompare}
            />
          )}
          <ImpactoPart
            id={id}
            before={data.publicada?.flujo ?? null}
            after={data.proceso.flujo}
            onFollow={onClose}
          />
          <FormHelp help="/documentacion/campos#publicacion" root="">
            <Textarea
              label="Nota"
              data-campo="nota"
              description="Qué cambia en esta versión. Las anteriores quedan guardadas y se puede volver a ellas."
              data-autofocus
              autosize
              minRows={2}
              maxRows={6}
              maxLength={2_000}
              value={nota}
              onChange={({ currentTarget }) => setNota(currentTarget.value)}
            />
          </FormHelp>
        </Stack>
      )}
    </ConfirmDialog>
  )
}

function Unchanged({ version }: { version: number | undefined }) {
  return (
    <Alert color="gray" variant="light" title={`No hay cambios desde la versión ${version}`}>
      Es la que está publicada: no hace falta otra.
    </Alert>
  )
}
