import type { EsperadoDeRag } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { ActionIcon, Autocomplete, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { EditorPanel } from '../../../shared/form/editor-panel.tsx'
import { errorOf } from '../../../shared/form/error-of.ts'
import { FormDialogs } from '../../../shared/form/form-dialogs.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { useCan } from '../../../shared/session.ts'
import {
  NUEVO_ESPERADO,
  type PreguntaForm,
  preguntasPath,
  toPreguntaDraft,
  useDocumentoNombres,
  usePreguntaForm,
} from './evaluacion-api.ts'

const MAX_ESPERADOS = 20

/** A question beside the others of its collection. */
export function PreguntaPanel({ coleccionId, opened }: { coleccionId: string; opened: Opened }) {
  const { id, isNew, close, open } = opened
  const queries = useQueryClient()
  const mayChange = useCan('rag.editar')
  const form = usePreguntaForm(coleccionId, id, (stored) => {
    notify.success(isNew ? 'Pregunta creada' : 'Pregunta guardada', stored.texto)
    void queries.invalidateQueries({ queryKey: [preguntasPath(coleccionId), 'lista'] })
    if (isNew) open(stored.id)
  })
  const { draft, change, errors, saved } = form
  return (
    <EditorPanel
      title={isNew ? 'Nueva pregunta' : 'Pregunta'}
      onClose={close}
      isLoading={!isNew && saved === null}
      loadError={form.loadError}
      onRetry={form.retry}
      failure={form.failure}
      {...(mayChange && {
        save: form.saving,
      })}
    >
      <FormHelp help="/documentacion/campos#rag-preguntas" root="">
        <Stack gap="lg">
          <Textarea
            label="Pregunta"
            description="Como la escribiría quien busca."
            withAsterisk
            autosize
            minRows={2}
            autoFocus={isNew}
            readOnly={!mayChange}
            {...campoOf(errors, 'texto')}
            value={draft.texto}
            onChange={({ currentTarget }) => change({ texto: currentTarget.value })}
          />
          <Esperados coleccionId={coleccionId} form={form} mayChange={mayChange} />
        </Stack>
      </FormHelp>
      <FormDialogs form={form} toDraft={toPreguntaDraft} />
    </EditorPanel>
  )
}

interface EsperadosProps {
  coleccionId: string
  form: PreguntaForm
  mayChange: boolean
}

function Esperados({ coleccionId, form: { draft, change, errors }, mayChange }: EsperadosProps) {
  const { esperados } = draft
  const set = (at: number, fields: Partial<EsperadoDeRag>) =>
    change({ esperados: esperados.map((each, index) => (index === at ? { ...each, ...fields } : each)) })
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        Lo que se espera
      </Text>
      {esperados.map((esperado, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that stays while they are typed.
        <Paper key={at} withBorder p="sm" component="fieldset" aria-label={`Esperado ${at + 1}`}>
          <Stack gap="xs">
            <Group align="flex-end" wrap="nowrap">
              <Documento
                coleccionId={coleccionId}
                value={esperado.documento}
                error={errorOf(errors, `esperados[${at}].documento`)}
                mayChange={mayChange}
                onChange={(documento) => set(at, { documento })}
              />
              {mayChange && esperados.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="lg"
                  aria-label={`Quitar el esperado ${at + 1}`}
                  onClick={() => change({ esperados: esperados.filter((_, index) => index !== at) })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Textarea
              label="Fragmento"
              description="Unas palabras del pasaje. Vacío: vale cualquier pasaje del documento."
              autosize
              minRows={2}
              maxRows={8}
              readOnly={!mayChange}
              data-campo="esperados"
              error={errorOf(errors, `esperados[${at}].fragmento`)}
              value={esperado.fragmento}
              onChange={({ currentTarget }) => set(at, { fragmento: currentTarget.value })}
            />
          </Stack>
        </Paper>
      ))}
      {mayChange && esperados.length < MAX_ESPERADOS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change({ esperados: [...esperados, NUEVO_ESPERADO] })}
          style={{ alignSelf: 'flex-start' }}
        >
          Añadir otro
        </Button>
      )}
    </Stack>
  )
}

interface DocumentoProps {
  coleccionId: string
  value: string
  error: string | undefined
  mayChange: boolean
  onChange: (documento: string) => void
}

/** By its name: a question goes on meaning it when its file is replaced. */
function Documento({ coleccionId, value, error, mayChange, onChange }: DocumentoProps) {
  const { data = [] } = useDocumentoNombres(coleccionId, value)
  return (
    <Autocomplete
      label="Documento"
      withAsterisk
      flex={1}
      readOnly={!mayChange}
      data-campo="esperados"
      error={error}
      data={data}
      // The server has chosen them, whatever the accents.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
    />
  )
}
