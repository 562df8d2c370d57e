import type { EntornoGuardado } from '@div/contract'
import { ConfirmDialog, FormHelp } from '@div/ui'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { UnsavedGuard } from '../../shared/form/unsaved-guard.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { draftOf, isChanged } from './entorno-draft.ts'
import { useEntornoActions, useEntornos } from './test-client-api.ts'
import type { EntornoEditing } from './use-entorno-editing.ts'

interface EntornosPanelProps {
  entornoId: string | null
  editing: EntornoEditing
  onClose: () => void
}

/** Values that peticiones name. */
export function EntornosPanel({ entornoId, editing, onClose }: EntornosPanelProps) {
  const { data: entornos, error, refetch } = useEntornos()
  const { isNew, settle } = editing
  const stored = isNew ? null : (entornos?.find(({ id }) => id === entornoId) ?? null)
  if (!entornos) {
    return (
      <EditorPanel title="Entornos" onClose={onClose} isLoading={!error}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
      </EditorPanel>
    )
  }
  return (
    <EntornoEditor
      key={stored ? `${stored.id}/${stored.revision}` : 'nuevo'}
      stored={stored}
      onClose={onClose}
      onDirty={editing.onDirty}
      onStored={({ id }) => settle(id)}
      onRemoved={() => settle(null)}
      choice={
        entornos.length > 0 && (
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <Select
              label="Entorno que se edita"
              flex={1}
              allowDeselect={false}
              placeholder="Nuevo entorno"
              data={entornos.map(({ id, nombre }) => ({ value: id, label: nombre }))}
              value={stored?.id ?? null}
              onChange={editing.edit}
            />
            <Button variant="default" onClick={editing.add} disabled={stored === null}>
              Nuevo
            </Button>
          </Group>
        )
      }
    />
  )
}

type Variable = EntornoGuardado['variables'][number]

interface EntornoEditorProps {
  stored: EntornoGuardado | null
  choice: ReactNode
  onDirty: (isDirty: boolean) => void
  onStored: (stored: EntornoGuardado) => void
  onRemoved: () => void
  onClose: () => void
}

function EntornoEditor({ stored, choice, onDirty, onStored, onRemoved, onClose }: EntornoEditorProps) {
  const first = draftOf(stored)
  const [nombre, setNombre] = useState(first.nombre)
  const [variables, setVariables] = useState<readonly Variable[]>(first.variables)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const actions = useEntornoActions()
  const wouldLose = isChanged({ nombre, variables: [...variables] }, stored)
  const isDirty = nombre.trim() !== '' && wouldLose
  useEffect(() => {
    onDirty(wouldLose)
    return () => onDirty(false)
  }, [wouldLose, onDirty])

  async function attempt(work: () => Promise<unknown>) {
    setIsSaving(true)
    setFailure(null)
    try {
      await work()
    } catch (reason) {
      setFailure(describeError(reason))
    } finally {
      setIsSaving(false)
    }
  }

  const save = () =>
    attempt(async () => onStored(await actions.store({ nombre, variables: [...variables] }, stored)))
  const set = (at: number, part: Partial<Variable>) =>
    setVariables(variables.map((each, index) => (index === at ? { ...each, ...part } : each)))

  return (
    <EditorPanel
      title="Entornos"
      summary="Sus variables: {{nombre}} en una petición toma su valor. Solo las ve usted."
      onClose={onClose}
      failure={failure}
      save={{
        isDirty,
        isSaving,
        label: stored ? 'Guardar' : 'Crear entorno',
        onSave: save,
        onReset: () => {
          setNombre(first.nombre)
          setVariables(first.variables)
        },
      }}
      actions={
        stored && (
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
    >
      <UnsavedGuard isDirty={wouldLose} />
      <FormHelp help="/documentacion/cliente-de-pruebas#entornos-y-variables" root="">
        <Stack gap="lg">
          {choice}
          <TextInput
            label="Nombre"
            placeholder="Pruebas"
            value={nombre}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
          <Stack gap="xs">
            <Text size="sm" fw={500}>
              Variables
            </Text>
            {variables.map(({ nombre: name, secreto, valor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a variable is nothing but its place
              <Group key={index} gap="xs" wrap="nowrap">
                <TextInput
                  aria-label="Nombre de la variable"
                  placeholder="base"
                  flex={2}
                  miw={0}
                  value={name}
                  onChange={({ currentTarget }) => set(index, { nombre: currentTarget.value })}
                />
                {secreto ? (
                  <PasswordInput
                    aria-label={`Valor de ${name || 'la variable'}`}
                    placeholder={typeof valor === 'string' ? '' : 'Guardado'}
                    flex={3}
                    miw={0}
                    autoComplete="off"
                    value={typeof valor === 'string' ? valor : ''}
                    onChange={({ currentTarget }) => set(index, { valor: currentTarget.value })}
                  />
                ) : (
                  <TextInput
                    aria-label={`Valor de ${name || 'la variable'}`}
                    flex={3}
                    miw={0}
                    value={typeof valor === 'string' ? valor : ''}
                    onChange={({ currentTarget }) => set(index, { valor: currentTarget.value })}
                  />
                )}
                <Checkbox
                  label="Secreta"
                  checked={secreto}
                  // What was sealed is not shown again.
                  onChange={({ currentTarget: { checked } }) =>
                    set(index, { secreto: checked, valor: typeof valor === 'string' ? valor : '' })
                  }
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Quitar ${name || 'la variable'}`}
                  onClick={() => setVariables(variables.filter((_, each) => each !== index))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            ))}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setVariables([...variables, { nombre: '', secreto: false, valor: '' }])}
            >
              Añadir variable
            </Button>
          </Stack>
        </Stack>
      </FormHelp>
      {stored && isRemoving && (
        <ConfirmDialog
          title={`Eliminar el entorno «${stored.nombre}»`}
          confirm="Eliminar"
          isDangerous
          onConfirm={async () => {
            await actions.remove(stored.id)
            onRemoved()
          }}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">Sus variables se pierden, las secretas también: nadie puede volver a leerlas.</Text>
        </ConfirmDialog>
      )}
    </EditorPanel>
  )
}
