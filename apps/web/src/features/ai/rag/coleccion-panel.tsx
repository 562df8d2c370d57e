import { IDIOMAS_DE_RAG, ROLES, type ServidorResumen } from '@div/contract'
import { notify } from '@div/ui'
import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { DescripcionField } from '../../../shared/form/descripcion-field.tsx'
import { ResourcePanel } from '../../../shared/form/resource-panel.tsx'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { UsedBy } from '../../../shared/usos/used-by.tsx'
import { CortePreview } from './corte-preview.tsx'
import { IDIOMAS } from './idiomas.ts'
import { type ColeccionForm, RESOURCE, toColeccionDraft, useColeccionForm } from './rag-api.ts'

export function ColeccionPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const navigate = useNavigate()
  const form = useColeccionForm(id, (stored) => {
    notify.success(isNew ? 'Colección creada' : 'Colección guardada', stored.nombre)
    if (isNew) navigate(addressOf(RESOURCE, stored.id))
  })
  return (
    <ResourcePanel
      resource={RESOURCE}
      noun="la colección"
      opened={opened}
      form={form}
      toDraft={toColeccionDraft}
      title={isNew ? 'Nueva colección' : 'Colección'}
      nombre={form.saved?.nombre}
    >
      {(mayChange) => (
        <>
          <General form={form} isNew={isNew} mayChange={mayChange} />
          <CorteFields form={form} mayChange={mayChange} />
          <VectoresFields form={form} mayChange={mayChange} />
          {form.saved && <UsedBy resource={RESOURCE} id={form.saved.id} />}
        </>
      )}
    </ResourcePanel>
  )
}

interface FieldsProps {
  form: ColeccionForm
  mayChange: boolean
}

function General({ form: { draft, change, errors }, isNew, mayChange }: FieldsProps & { isNew: boolean }) {
  return (
    <>
      <TextInput
        label="Nombre"
        withAsterisk
        autoFocus={isNew}
        readOnly={!mayChange}
        {...campoOf(errors, 'nombre')}
        value={draft.nombre}
        onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
      />
      <DescripcionField form={{ draft, errors, change }} isReadOnly={!mayChange} />
      <MultiSelect
        label="Roles que la ven"
        description="Para los demás no existe. Un administrador las ve todas."
        disabled={!mayChange}
        data={ROLES}
        {...campoOf(errors, 'roles')}
        value={draft.roles}
        onChange={(roles) => change({ roles: ROLES.filter((role) => roles.includes(role)) })}
      />
      <Select
        label="Idioma"
        description="Con él se buscan las formas de una palabra: facturas encuentra factura, con acentos o sin ellos."
        allowDeselect={false}
        disabled={!mayChange}
        data-campo="idioma"
        data={IDIOMAS_DE_RAG.map((value) => ({ value, label: IDIOMAS[value] }))}
        value={draft.idioma}
        onChange={(chosen) => {
          const idioma = IDIOMAS_DE_RAG.find((each) => each === chosen)
          if (idioma) change({ idioma })
        }}
      />
    </>
  )
}

function CorteFields({ form: { draft, change, errors }, mayChange }: FieldsProps) {
  const { corte } = draft
  const numberOf = (value: string | number) => (typeof value === 'number' ? value : 0)
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label="Caracteres por pasaje"
          allowDecimal={false}
          readOnly={!mayChange}
          {...campoOf(errors, 'corte.tamano')}
          value={corte.tamano}
          onChange={(tamano) => change({ corte: { ...corte, tamano: numberOf(tamano) } })}
        />
        <NumberInput
          label="Caracteres que se repiten"
          allowDecimal={false}
          readOnly={!mayChange}
          {...campoOf(errors, 'corte.solape')}
          value={corte.solape}
          onChange={(solape) => change({ corte: { ...corte, solape: numberOf(solape) } })}
        />
      </Group>
      <CortePreview corte={corte} />
    </>
  )
}

/** Types of servidores whose models make vectors. */
const CON_VECTORES = new Set(['openai', 'ollama'])

function VectoresFields({ form: { draft, change, errors }, mayChange }: FieldsProps) {
  return (
    <>
      <ResourceSelect<ServidorResumen>
        resource="servidores"
        label="Servidor de vectores"
        description="Con él se busca también por lo que los textos significan. Sin él, por sus palabras."
        clearable
        disabled={!mayChange}
        noteOf={({ tipoServidor }) => (CON_VECTORES.has(tipoServidor) ? null : 'Sin vectores')}
        {...campoOf(errors, 'servidorId')}
        value={draft.servidorId}
        onChange={(servidorId) => change({ servidorId, ...(servidorId === null && { modelo: '' }) })}
      />
      {draft.servidorId !== null && (
        <TextInput
          label="Modelo de vectores"
          description="Vacío: el del servidor. Otro modelo calcula de nuevo los vectores de todos los documentos."
          readOnly={!mayChange}
          {...campoOf(errors, 'modelo')}
          value={draft.modelo}
          onChange={({ currentTarget }) => change({ modelo: currentTarget.value })}
        />
      )}
    </>
  )
}
