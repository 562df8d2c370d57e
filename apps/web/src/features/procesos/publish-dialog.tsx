import type { ProcesoGuardado } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Alert, Skeleton, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Hallazgos } from '../../shared/flujo/hallazgos.tsx'
import { useProcesoActions, useValidacion } from './procesos-api.ts'

interface PublishDialogProps {
  proceso: ProcesoGuardado
  onClose: () => void
}

/** The draft becomes a version that never changes; what keeps it from that is told first. */
export function PublishDialog({ proceso, onClose }: PublishDialogProps) {
  const { id, revision, flujo } = proceso
  const navigate = useNavigate()
  const { publish } = useProcesoActions()
  const { data: validacion, isFetching } = useValidacion(id, revision)
  const [nota, setNota] = useState('')
  const isInvalid = validacion?.valido === false
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo.nombre]))

  async function run() {
    const { version } = await publish(id, nota)
    notify.success(`Versión ${version} publicada`, proceso.nombre, {
      actions: [{ label: 'Ver dónde se llama', onClick: () => navigate(`/procesos/${id}?seccion=canales`) }],
    })
  }

  return (
    <ConfirmDialog
      title={`Publicar «${proceso.nombre}»`}
      confirm="Publicar"
      isImpossible={isInvalid}
      onConfirm={run}
      onClose={onClose}
    >
      {validacion === undefined && isFetching && (
        <Skeleton height={64} aria-label="Cargando..." role="status" />
      )}
      {isInvalid && (
        <Alert color="red" variant="light" title="Todavía no se puede publicar">
          Corrija antes en el flujo lo que sigue.
        </Alert>
      )}
      {validacion !== undefined && validacion.hallazgos.length > 0 && (
        <Hallazgos hallazgos={validacion.hallazgos} nombres={nodos} />
      )}
      {!isInvalid && (
        <>
          <Text size="sm">
            Los canales que siguen a «la publicada» y las tareas pasan a usarla enseguida. Las versiones
            anteriores quedan guardadas.
          </Text>
          <Textarea
            label="Nota"
            description="Qué cambia en esta versión."
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2_000}
            value={nota}
            onChange={({ currentTarget }) => setNota(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
