import type { Resource } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Button, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { RemoveDialog } from '../list/remove-dialog.tsx'
import type { Opened } from '../list/use-opened.ts'
import { useCan } from '../session.ts'
import { ChangedBy } from '../time/changed-by.tsx'
import { EditorPanel } from './editor-panel.tsx'
import { FormDialogs, type FormDialogsProps } from './form-dialogs.tsx'
import type { ResourceForm, Stored } from './use-resource-form.ts'

interface Changed extends Stored {
  actualizadoEn: string
  actualizadoPor: string | null
}

interface ResourcePanelProps<Saved extends Changed, Draft extends object>
  extends FormDialogsProps<Saved, Draft> {
  resource: Resource
  /** `la categoría` */
  noun: string
  opened: Opened
  form: ResourceForm<Saved, Draft>
  title: string
  /** What it is called where it is stored. */
  nombre: string | undefined
  badges?: ReactNode
  /** Of a new one that may be made as it stands. */
  isReady?: boolean
  onReset?: () => void
  /** Where removing it is asked in another way. */
  onRemove?: () => void
  /** Told whether the person may change what stands there. */
  children: (mayChange: boolean) => ReactNode
}

/** A thing of a resource beside its list: read, changed, stored and removed by who may. */
export function ResourcePanel<Saved extends Changed, Draft extends object>({
  resource,
  noun,
  opened: { id, isNew, close },
  form,
  title,
  nombre,
  badges,
  isReady = form.isDirty,
  onReset = form.reset,
  onRemove,
  children,
  ...conflict
}: ResourcePanelProps<Saved, Draft>) {
  const mayChange = useCan(`${resource}.${isNew ? 'crear' : 'editar'}`)
  const mayRemove = useCan(`${resource}.eliminar`)
  const [isRemoving, setIsRemoving] = useState(false)
  const { saved } = form
  return (
    <EditorPanel
      title={nombre ?? title}
      badges={badges}
      summary={saved && <ChangedBy at={saved.actualizadoEn} by={saved.actualizadoPor} />}
      onClose={close}
      isLoading={!isNew && saved === null}
      loadError={form.loadError}
      onRetry={form.retry}
      failure={form.failure}
      {...(mayChange && {
        save: { ...form.saving, isDirty: isReady, onReset },
      })}
      actions={
        mayRemove &&
        !isNew && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onRemove ?? (() => setIsRemoving(true))}
          >
            Eliminar
          </Button>
        )
      }
    >
      <FormHelp help={`/documentacion/campos#${resource}`} root="">
        <Stack gap="lg">{children(mayChange)}</Stack>
      </FormHelp>
      <FormDialogs {...conflict} form={form} />
      {isRemoving && id !== null && (
        <RemoveDialog
          resource={resource}
          noun={noun}
          row={{ id, nombre: nombre ?? '' }}
          onClose={() => setIsRemoving(false)}
          onRemoved={close}
        />
      )}
    </EditorPanel>
  )
}
