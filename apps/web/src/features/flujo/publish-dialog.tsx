import { ConfirmDialog, notify } from '@div/ui'
import { Alert, Skeleton, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Hallazgos } from '../../shared/flujo/hallazgos.tsx'
import { publishProceso, validateProceso } from './flujo-api.ts'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor, useEditorStore } from './store/use-editor.ts'

interface PublishDialogProps {
  saver: DraftSaver
  onClose: () => void
}

/** What is drawn becomes a version that never changes; what keeps it from that is told first. */
export function PublishDialog({ saver, onClose }: PublishDialogProps) {
  const store = useEditorStore()
  const { id, nombre } = useEditor(({ stored }) => stored)
  const navigate = useNavigate()
  const [nota, setNota] = useState('')
  const { data: validacion, error } = useQuery({
    queryKey: ['procesos', 'publicar', id],
    async queryFn({ signal }) {
      if (!(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
      return validateProceso(id, signal)
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isInvalid = error !== null || validacion?.valido === false
  const nombres = new Map(store.flujo.nodos.map((nodo) => [nodo.id, nodo.nombre]))

  async function publish() {
    const { version } = await publishProceso(id, nota)
    notify.success(`Versión ${version} publicada`, nombre, {
      actions: [{ label: 'Ver dónde se llama', onClick: () => navigate(`/procesos/${id}?seccion=canales`) }],
    })
  }

  return (
    <ConfirmDialog
      title={`Publicar «${nombre}»`}
      confirm="Publicar"
      isImpossible={isInvalid}
      onConfirm={publish}
      onClose={onClose}
    >
      {validacion === undefined && error === null && (
        <Skeleton height={64} aria-label="Cargando..." role="status" />
      )}
      {isInvalid && (
        <Alert color="red" variant="light" title="Todavía no se puede publicar">
          {error?.message ?? 'Corrija antes en el flujo lo que sigue.'}
        </Alert>
      )}
      {validacion !== undefined && validacion.hallazgos.length > 0 && (
        <Hallazgos hallazgos={validacion.hallazgos} nombres={nombres} />
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
