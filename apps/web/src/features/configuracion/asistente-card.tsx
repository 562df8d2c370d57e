import type { ServidorResumen } from '@div/contract'
import { ErrorState, FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { useTiposServidor } from '../../shared/servidores/use-tipos-servidor.ts'
import { ASISTENTE_FIELDS, toAsistente, useAsistenteForm } from './asistente-api.ts'

/** Whose model helps on the canvas. Without a servidor there is no assistant. */
export function AsistenteCard() {
  const form = useAsistenteForm(() => notify.success('Asistente configurado'))
  const { draft, change, errors, failure, isDirty, isSaving, loadError, retry, reset, save } = form
  const { data: tipos = [] } = useTiposServidor()
  const ofModelos = new Set(
    tipos.filter(({ grupo }) => grupo === 'inteligencia-artificial').map(({ tipoServidor }) => tipoServidor),
  )
  if (loadError) return <ErrorState message={loadError.message} onRetry={retry} />

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <SectionCard
      title="Asistente"
      summary="Propone procesos en el lienzo, escribe fórmulas y explica fallos. Recibe los dibujos, los nombres de tablas y columnas, y de una ejecución fallida lo que su historial guarda, ya enmascarado. Lo que cuesta se carga a quien lo usa."
    >
      <form onSubmit={submit} noValidate aria-label="Asistente">
        <FormHelp help="/documentacion/asistente#elegir-su-modelo" root="">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mb="md">
            <ResourceSelect<ServidorResumen>
              resource="servidores"
              label="Servidor de modelos"
              description="Sin servidor, el asistente no aparece."
              clearable
              noteOf={({ tipoServidor }) => (ofModelos.has(tipoServidor) ? null : 'Sin modelos')}
              {...campoOf(errors, 'servidorId')}
              value={draft.servidorId}
              onChange={(servidorId) => change({ servidorId, ...(servidorId === null && { modelo: '' }) })}
            />
            <TextInput
              label="Modelo"
              description="Vacío: el del servidor. Los más capaces proponen mejor."
              disabled={draft.servidorId === null}
              {...campoOf(errors, 'modelo')}
              value={draft.modelo}
              onChange={({ currentTarget }) => change({ modelo: currentTarget.value })}
            />
          </SimpleGrid>
        </FormHelp>
        {failure !== null && (
          <Alert color="red" variant="light" title="No se pudo guardar" role="alert" mb="md">
            {failure}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            Guardar el asistente
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={reset} disabled={isSaving}>
              Descartar
            </Button>
          )}
          <GuiaLink to="/documentacion/asistente">el asistente</GuiaLink>
        </Group>
      </form>
      <FormDialogs form={form} toDraft={toAsistente} fields={ASISTENTE_FIELDS} />
    </SectionCard>
  )
}
