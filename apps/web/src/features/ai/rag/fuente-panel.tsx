import type { FuenteDeRag, ServidorResumen } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { EditorPanel } from '../../../shared/form/editor-panel.tsx'
import { errorOf } from '../../../shared/form/error-of.ts'
import { FormDialogs } from '../../../shared/form/form-dialogs.tsx'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { useCan, useSession } from '../../../shared/session.ts'
import { FuenteCuando } from './fuente-cuando.tsx'
import { createOrigen, type FuenteForm, fuentesPath, toFuenteDraft, useFuenteForm } from './fuentes-api.ts'

const TIPOS = [
  { value: 'web', label: 'Páginas web' },
  { value: 'consulta', label: 'Consulta SQL' },
]

/** A source beside the others of its collection. */
export function FuentePanel({ coleccionId, opened }: { coleccionId: string; opened: Opened }) {
  const { id, isNew, close, open } = opened
  const queries = useQueryClient()
  const mayChange = useCan('rag.editar')
  const form = useFuenteForm(coleccionId, id, (stored) => {
    notify.success(isNew ? 'Fuente creada' : 'Fuente guardada', stored.nombre)
    void queries.invalidateQueries({ queryKey: [fuentesPath(coleccionId), 'lista'] })
    if (isNew) open(stored.id)
  })
  const { draft, change, errors, saved } = form
  return (
    <EditorPanel
      title={saved?.nombre ?? (isNew ? 'Nueva fuente' : 'Fuente')}
      onClose={close}
      isLoading={!isNew && saved === null}
      loadError={form.loadError}
      onRetry={form.retry}
      failure={form.failure}
      {...(mayChange && {
        save: form.saving,
      })}
    >
      <FormHelp help="/documentacion/campos#rag-fuentes" root="">
        <Stack gap="lg">
          <TextInput
            label="Nombre"
            withAsterisk
            autoFocus={isNew}
            readOnly={!mayChange}
            {...campoOf(errors, 'nombre')}
            value={draft.nombre}
            onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
          />
          {isNew && (
            <SegmentedControl
              aria-label="De dónde"
              data={TIPOS}
              value={draft.origen.tipo}
              onChange={(tipo) => change({ origen: createOrigen(tipo === 'consulta' ? 'consulta' : 'web') })}
            />
          )}
          {draft.origen.tipo === 'web' ? (
            <WebFields form={form} origen={draft.origen} mayChange={mayChange} />
          ) : (
            <ConsultaFields form={form} origen={draft.origen} mayChange={mayChange} />
          )}
          <FuenteCuando form={form} mayChange={mayChange} />
        </Stack>
      </FormHelp>
      <FormDialogs form={form} toDraft={toFuenteDraft} />
    </EditorPanel>
  )
}

type De<Tipo extends FuenteDeRag['origen']['tipo']> = Extract<FuenteDeRag['origen'], { tipo: Tipo }>

interface FieldsProps<Tipo extends FuenteDeRag['origen']['tipo']> {
  form: FuenteForm
  origen: De<Tipo>
  mayChange: boolean
}

function WebFields({ form: { change, errors }, origen, mayChange }: FieldsProps<'web'>) {
  const isAdmin = useSession()?.user.role === 'admin'
  const wrong = errors.find(({ campo }) => campo.startsWith('origen.direcciones'))
  return (
    <>
      <Textarea
        label="Direcciones"
        description="Una por línea. Se leen HTML, Markdown, texto y PDF; lo enlazado no se sigue."
        placeholder="https://www.ejemplo.es/ayuda"
        withAsterisk
        autosize
        minRows={4}
        maxRows={14}
        readOnly={!mayChange}
        data-campo="origen"
        error={wrong?.mensaje}
        value={origen.direcciones.join('\n')}
        onChange={({ currentTarget }) =>
          change({ origen: { ...origen, direcciones: currentTarget.value.split('\n') } })
        }
        onBlur={() =>
          change({
            origen: { ...origen, direcciones: origen.direcciones.filter((line) => line.trim() !== '') },
          })
        }
      />
      <Switch
        label="Permitir la red privada"
        description="Solo un administrador puede permitirlo."
        disabled={!mayChange || (!isAdmin && !origen.permitirRedPrivada)}
        data-campo="origen"
        checked={origen.permitirRedPrivada}
        onChange={({ currentTarget }) =>
          change({ origen: { ...origen, permitirRedPrivada: currentTarget.checked } })
        }
      />
    </>
  )
}

const COLUMNAS = [
  ['clave', 'Columna de la clave', 'La que distingue una fila de otra.'],
  ['titulo', 'Columna del título', 'Encabeza el documento.'],
  ['texto', 'Columna del texto', 'En él se busca.'],
] as const

function ConsultaFields({ form: { change, errors }, origen, mayChange }: FieldsProps<'consulta'>) {
  return (
    <>
      <ResourceSelect<ServidorResumen>
        resource="servidores"
        label="Servidor"
        withAsterisk
        disabled={!mayChange}
        data-campo="origen"
        error={errorOf(errors, 'origen.servidorId')}
        value={origen.servidorId || null}
        onChange={(servidorId) => change({ origen: { ...origen, servidorId: servidorId ?? '' } })}
      />
      <Textarea
        label="Consulta SQL"
        description="Solo puede leer. Cada fila es un documento; la que desaparece se quita."
        placeholder="select id, titulo, texto from articulos"
        withAsterisk
        autosize
        minRows={4}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        readOnly={!mayChange}
        data-campo="origen"
        error={errorOf(errors, 'origen.sql')}
        value={origen.sql}
        onChange={({ currentTarget }) => change({ origen: { ...origen, sql: currentTarget.value } })}
      />
      {COLUMNAS.map(([campo, label, description]) => (
        <TextInput
          key={campo}
          label={label}
          description={description}
          withAsterisk
          readOnly={!mayChange}
          data-campo="origen"
          error={errorOf(errors, `origen.${campo}`)}
          value={origen[campo]}
          onChange={({ currentTarget }) => change({ origen: { ...origen, [campo]: currentTarget.value } })}
        />
      ))}
    </>
  )
}
