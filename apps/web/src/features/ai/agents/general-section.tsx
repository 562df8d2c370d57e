import {
  type AiCapabilityResumen,
  type AiContextoResumen,
  MAX_CONTEXTOS,
  type ServidorResumen,
} from '@div/contract'
import { Anchor, Button, Group, MultiSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { DescripcionField } from '../../../shared/form/descripcion-field.tsx'
import { nameChosen } from '../../../shared/list/name-chosen.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import { CON_MODELOS } from '../../../shared/servidores/con-modelos.ts'
import type { AgenteForm } from './agents-api.ts'

export interface SectionProps {
  form: AgenteForm
  mayChange: boolean
}

/** As many as one answer may hold. */
const MAX_LISTED = 1_000

/** Who it is, which model it speaks with, what it may do and what it is told. */
export function GeneralSection({ form, mayChange }: SectionProps) {
  const { draft, change, errors } = form
  return (
    <Stack gap="lg">
      <TextInput
        label="Nombre"
        withAsterisk
        autoFocus={form.saved === null}
        readOnly={!mayChange}
        {...campoOf(errors, 'nombre')}
        value={draft.nombre}
        onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
      />
      <DescripcionField form={form} isReadOnly={!mayChange} />
      <Textarea
        label="Instrucciones"
        description="Quién es, qué ha de hacer y qué no. Lo lee el modelo antes de cada mensaje."
        withAsterisk
        autosize
        minRows={6}
        maxRows={24}
        readOnly={!mayChange}
        {...campoOf(errors, 'instrucciones')}
        value={draft.instrucciones}
        onChange={({ currentTarget }) => change({ instrucciones: currentTarget.value })}
      />
      <ResourceSelect<ServidorResumen>
        resource="servidores"
        label="Servidor de modelos"
        description="De tipo OpenAI, Anthropic u Ollama."
        query={CON_MODELOS}
        withAsterisk
        disabled={!mayChange}
        noteOf={({ tipoServidor }) => tipoServidor}
        {...campoOf(errors, 'servidorId')}
        value={draft.servidorId || null}
        onChange={(servidorId) => change({ servidorId: servidorId ?? '' })}
      />
      <TextInput
        label="Modelo"
        description="Vacío: el del servidor."
        readOnly={!mayChange}
        {...campoOf(errors, 'modelo')}
        value={draft.modelo}
        onChange={({ currentTarget }) => change({ modelo: currentTarget.value })}
      />
      <CapacidadesField form={form} mayChange={mayChange} />
      <ContextosField form={form} mayChange={mayChange} />
      <Switch
        label="Activo"
        data-campo="activo"
        description="Inactivo, nadie puede hablar con él."
        disabled={!mayChange}
        checked={draft.activo}
        onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
      />
    </Stack>
  )
}

function CapacidadesField({ form: { draft, change, errors }, mayChange }: SectionProps) {
  const listed = useListed<AiCapabilityResumen>('ai-capabilities')
  const labelOf = ({ nombre, escribe }: AiCapabilityResumen) =>
    escribe ? `${nombre} (cambia datos)` : nombre
  return (
    <Stack gap={4}>
      <MultiSelect
        label="Capacidades"
        description="Lo que puede hacer. Nada más le es posible."
        searchable
        disabled={!mayChange}
        {...varios(errors, 'capacidades')}
        data={nameChosen(listed, draft.capacidades, { labelOf, other: 'Una que no está en la lista' })}
        value={draft.capacidades}
        onChange={(capacidades) => change({ capacidades })}
      />
      <Unread listed={listed} />
      <Text size="sm">
        <Anchor component={Link} to="/ai-capabilities" size="sm" underline="always">
          Capacidades
        </Anchor>{' '}
        dice cuáles hay, y de cada una quién puede usarla y cuándo se pide permiso.
      </Text>
    </Stack>
  )
}

function ContextosField({ form: { draft, change, errors }, mayChange }: SectionProps) {
  const listed = useListed<AiContextoResumen>('ai-contexts')
  const { contextos } = draft
  const labelOf = ({ nombre }: AiContextoResumen) => nombre
  return (
    <Stack gap={4}>
      <MultiSelect
        label="Contextos"
        description="Lo que se le dice antes de preguntarle, como es en ese momento y con los permisos de quien le habla."
        searchable
        maxValues={MAX_CONTEXTOS}
        disabled={!mayChange}
        {...varios(errors, 'contextos')}
        data={nameChosen(listed, contextos, { labelOf, other: 'Uno que no se le muestra' })}
        value={contextos}
        onChange={(chosen) => change({ contextos: chosen })}
      />
      <Unread listed={listed} />
      <Text size="sm">
        <Anchor component={Link} to="/ai-contexts" size="sm" underline="always">
          Contextos
        </Anchor>{' '}
        muestra lo que cada uno dice y cuánto ocupa.
      </Text>
    </Stack>
  )
}

/** What there is to choose from could not be read. */
function Unread({ listed }: { listed: ReturnType<typeof useListed> }) {
  const { isLoadingError, error, refetch } = listed
  if (!isLoadingError) return null
  return (
    <Group gap="xs" role="alert">
      <Text size="sm" c="red">
        No se pudo leer la lista. {describeError(error)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        Reintentar
      </Button>
    </Group>
  )
}

function useListed<Resumen>(resource: string) {
  return useQuery({
    queryKey: [resource, 'lista', 'todas'],
    queryFn: ({ signal }) =>
      callApi<Resumen[]>('GET', `${resource}?orden=nombre&limite=${MAX_LISTED}`, { signal }),
  })
}

/** What is wrong with any of those that are chosen stands at the field. */
function varios(errors: SectionProps['form']['errors'], campo: string) {
  return {
    'data-campo': campo,
    error: errors.find((each) => each.campo.startsWith(campo))?.mensaje,
  }
}
