import type { ErrorDeCampo, TareaGuardada } from '@div/contract'
import { FormHelp, notify, SchemaForm, useReturnFocus } from '@div/ui'
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../shared/api-client.ts'
import { ApiError, describeError } from '../../../shared/api-error.ts'
import { CronEditor } from '../../../shared/cron/cron-editor.tsx'
import { checkEntrada } from '../../../shared/entrada/check-entrada.ts'
import { entradaOf, entradaSchema } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { errorOf } from '../../../shared/form/error-of.ts'
import { mayPublish, PublicationBrief } from '../../../shared/procesos/publicar/publication-brief.tsx'
import { usePublishable } from '../../../shared/procesos/publicar/use-publication.ts'
import { FlujoHallazgos } from '../flujo-hallazgos.tsx'
import { useEditor } from '../store/use-editor.ts'

interface TareaDialogProps {
  /** Stores what there is to store. Throws when that is not possible. */
  onBefore: () => Promise<void>
  onClose: () => void
}

/** What is drawn becomes a tarea that is planned for certain times. */
export default function TareaDialog({ onBefore, onClose }: TareaDialogProps) {
  useReturnFocus()
  const { id, nombre: ofProceso } = useEditor(({ stored }) => stored)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [nombre, setNombre] = useState(ofProceso)
  const [cron, setCron] = useState('0 8 * * 1-5')
  const [entrada, setEntrada] = useState<Readonly<Record<string, unknown>>>(() => initialEntrada(parametros))
  const [errors, setErrors] = useState<readonly ErrorDeCampo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const publishable = usePublishable({ id, onBefore })
  const zonaHoraria = Intl.DateTimeFormat().resolvedOptions().timeZone

  async function submit(event: FormEvent) {
    event.preventDefault()
    const mistakes = checkEntrada(parametros, entrada)
    setErrors(mistakes)
    if (mistakes.length > 0 || isBusy || !mayPublish(publishable)) return
    setIsBusy(true)
    setFailure(null)
    try {
      await publishable.publish('')
      const body = { nombre, procesoId: id, cron, zonaHoraria, entrada }
      const tarea = await callApi<TareaGuardada>('POST', 'tareas-programadas', { body })
      void queries.invalidateQueries({ queryKey: ['tareas-programadas'] })
      notify.success('Tarea programada', tarea.nombre, {
        actions: [{ label: 'Verla', onClick: () => navigate(`/tareas-programadas/${tarea.id}`) }],
      })
      onClose()
    } catch (reason) {
      if (reason instanceof ApiError) setErrors(reason.errores)
      setFailure(describeError(reason))
      setIsBusy(false)
    }
  }

  return (
    <Modal opened onClose={onClose} size="lg" title="Programar">
      <form onSubmit={submit} aria-label="Programar" noValidate>
        <FormHelp help="/documentacion/campos#tareas-programadas" root="">
          <Stack gap="md">
            <TextInput
              label="Nombre de la tarea"
              withAsterisk
              data-autofocus
              {...campoOf(errors, 'nombre')}
              value={nombre}
              onChange={({ currentTarget }) => setNombre(currentTarget.value)}
            />
            <div data-campo="cron">
              <CronEditor
                value={cron}
                error={errorOf(errors, 'cron')}
                isReadOnly={false}
                onChange={setCron}
              />
            </div>
            {parametros.length > 0 && (
              <SchemaForm
                schema={entradaSchema(parametros)}
                value={entrada}
                onChange={setEntrada}
                errors={errors}
                root="entrada"
                columns={1}
              />
            )}
            <PublicationBrief publishable={publishable} onFollow={onClose} />
            {failure && (
              <Alert color="red" variant="light" role="alert" title="No se pudo programar">
                {failure}
                <FlujoHallazgos onlyErrors onGone={onClose} />
              </Alert>
            )}
            <Text size="sm" c="dimmed">
              Se publica lo que está dibujado, si cambió, y se ejecuta en la hora de {zonaHoraria}. Qué pasa
              si una ejecución se retrasa o se pierde se elige en la tarea.
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose} disabled={isBusy}>
                Cancelar
              </Button>
              <Button
                type="submit"
                loading={isBusy}
                disabled={nombre.trim() === '' || !mayPublish(publishable)}
              >
                Programar
              </Button>
            </Group>
          </Stack>
        </FormHelp>
      </form>
    </Modal>
  )
}
