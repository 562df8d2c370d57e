import { type AiContextoGuardado, ROLES } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Button, MultiSelect, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { DescripcionField } from '../../../shared/form/descripcion-field.tsx'
import { FormDialogs } from '../../../shared/form/form-dialogs.tsx'
import { ObjectPage } from '../../../shared/form/object-page.tsx'
import { RemoveDialog } from '../../../shared/list/remove-dialog.tsx'
import { LoadError } from '../../../shared/load-error.tsx'
import { useCan } from '../../../shared/session.ts'
import { ChangedBy } from '../../../shared/time/changed-by.tsx'
import { ContextoPreview } from './contexto-preview.tsx'
import {
  type ContextoForm,
  RESOURCE,
  seeContexto,
  toContextoDraft,
  tryContexto,
  useContextoForm,
} from './contexts-api.ts'
import { PiezasEditor } from './piezas-editor.tsx'
import { VariablesEditor } from './variables-editor.tsx'

const BACK = { to: '/ai-contexts', label: 'Contextos' }

export default function ContextoPage() {
  const { id } = useParams()
  const contextoId = id === undefined || id === 'new' ? null : id
  return <Contexto key={contextoId} id={contextoId} />
}

function Contexto({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const form = useContextoForm(id, took)
  const { draft, saved } = form
  const mayChange = useCan(id === null ? 'ai-contexts.crear' : 'ai-contexts.editar')
  const mayRemove = useCan('ai-contexts.eliminar')
  const [isRemoving, setIsRemoving] = useState(false)

  function took(stored: AiContextoGuardado) {
    notify.success(id === null ? 'Contexto creado' : 'Contexto guardado', stored.nombre)
    if (id === null) navigate(addressOf(RESOURCE, stored.id))
  }

  function refused(error: unknown) {
    if (error instanceof ApiError) form.showErrors(error.errores)
  }

  if (form.loadError !== null) return <LoadError error={form.loadError} onRetry={form.retry} back={BACK} />
  if (id !== null && saved === null) return <Skeleton height={320} />
  return (
    <>
      <ObjectPage
        back={BACK}
        title={saved ? saved.nombre : 'Nuevo contexto'}
        summary={saved && <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
        actions={
          mayRemove &&
          saved && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Eliminar
            </Button>
          )
        }
        {...(mayChange && {
          save: form.saving,
        })}
        failure={form.failure}
        sections={[
          {
            id: 'contexto',
            label: 'Contexto',
            content: <Fields form={form} mayChange={mayChange} isNew={id === null} />,
          },
        ]}
        rail={
          <ContextoPreview
            contenido={draft}
            build={(valores) =>
              !mayChange && id !== null ? seeContexto(id, valores) : tryContexto(draft, valores)
            }
            onRefused={refused}
          />
        }
      />
      <FormDialogs form={form} toDraft={toContextoDraft} />
      {isRemoving && saved && (
        <RemoveDialog
          resource={RESOURCE}
          noun="el contexto"
          row={saved}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => navigate(BACK.to)}
        />
      )}
    </>
  )
}

interface FieldsProps {
  form: ContextoForm
  mayChange: boolean
  isNew: boolean
}

function Fields({ form, mayChange, isNew }: FieldsProps) {
  const { draft, change, errors } = form
  return (
    <FormHelp help="/documentacion/campos#ai-contexts" root="">
      <Stack gap="lg">
        <TextInput
          label="Nombre"
          withAsterisk
          maw={480}
          autoFocus={isNew}
          readOnly={!mayChange}
          {...campoOf(errors, 'nombre')}
          value={draft.nombre}
          onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
        />
        <Stack gap="xs">
          <Title order={2} size="h3">
            Variables
          </Title>
          <Text size="sm" c="dimmed">
            {'Lo que cambia cada vez que se usa. En los textos y en los filtros se escriben como {{nombre}}.'}
          </Text>
          <VariablesEditor
            variables={draft.variables}
            onChange={(variables) => change({ variables })}
            errors={errors}
            isReadOnly={!mayChange}
          />
        </Stack>
        <Stack gap="xs">
          <Title order={2} size="h3">
            Piezas
          </Title>
          <Text size="sm" c="dimmed">
            El modelo las lee en este orden.
          </Text>
          <PiezasEditor
            piezas={draft.piezas}
            onChange={(piezas) => change({ piezas })}
            errors={errors}
            isReadOnly={!mayChange}
          />
        </Stack>
        <MultiSelect
          label="Roles que lo ven"
          description="Para los demás no existe. Un administrador los ve todos."
          maw={480}
          disabled={!mayChange}
          data={ROLES}
          {...campoOf(errors, 'roles')}
          value={draft.roles}
          onChange={(roles) => change({ roles: ROLES.filter((role) => roles.includes(role)) })}
        />
        <DescripcionField form={form} isReadOnly={!mayChange} />
      </Stack>
    </FormHelp>
  )
}
