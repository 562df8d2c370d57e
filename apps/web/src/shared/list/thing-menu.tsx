import type { Resource } from '@div/contract'
import { notify } from '@div/ui'
import { type ActionIconProps, Menu } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api-error.ts'
import { useCan } from '../session.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RowMenu } from './row-menu.tsx'

export interface ThingMenuProps extends Pick<ActionIconProps, 'size' | 'variant' | 'loading'> {
  resource: Resource
  /** `el servidor`, `la tabla` */
  noun: string
  row: { id: string; nombre: string }
  /** What else can be done with it; it stands first. */
  renderItems?: (() => ReactNode) | undefined
  /** For who may create one; it says itself what came of it. */
  onDuplicate?: () => Promise<unknown>
  onRemoved?: (() => void) | undefined
}

/** What can be done with one thing, in its row and on its page. Who may do none of it sees no button. */
export function ThingMenu({
  resource,
  noun,
  row,
  renderItems,
  onDuplicate,
  onRemoved,
  ...look
}: ThingMenuProps) {
  const mayCreate = useCan(`${resource}.crear`)
  const mayRemove = useCan(`${resource}.eliminar`)
  const [isRemoving, setIsRemoving] = useState(false)
  const mayDuplicate = onDuplicate !== undefined && mayCreate
  if (!mayDuplicate && !mayRemove && renderItems === undefined) return null

  async function duplicate() {
    try {
      await onDuplicate?.()
    } catch (error) {
      notify.error(`No se pudo duplicar ${row.nombre}`, describeError(error))
    }
  }

  return (
    <>
      <RowMenu
        {...look}
        label={`Acciones de ${row.nombre}`}
        renderItems={() => (
          <>
            {renderItems?.()}
            {mayDuplicate && (
              <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void duplicate()}>
                Duplicar
              </Menu.Item>
            )}
            {mayRemove && (
              <>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setIsRemoving(true)}
                >
                  Eliminar
                </Menu.Item>
              </>
            )}
          </>
        )}
      />
      {isRemoving && (
        <RemoveDialog
          resource={resource}
          noun={noun}
          row={row}
          onClose={() => setIsRemoving(false)}
          {...(onRemoved && { onRemoved })}
        />
      )}
    </>
  )
}
