import type { Nodo } from '@div/contract'
import { Kbd, Menu } from '@mantine/core'
import { IconClipboard, IconClipboardX, IconCopy } from '@tabler/icons-react'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { useEditorStore } from '../store/use-editor.ts'
import { parametrosClipboard } from './parametros-clipboard.ts'

/** The parameters of a node go to another one, of any proceso and any tab. */
export function ParametrosMenu({ nodo }: { nodo: Nodo }) {
  const { copy, paste, empty } = parametrosClipboard(useEditorStore(), nodo)
  return (
    <RowMenu
      label="Parámetros del nodo"
      renderItems={() => (
        <>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            rightSection={<Kbd size="xs">Mayús C</Kbd>}
            onClick={copy}
          >
            Copiar parámetros
          </Menu.Item>
          <Menu.Item
            leftSection={<IconClipboard size={16} aria-hidden />}
            rightSection={<Kbd size="xs">Mayús V</Kbd>}
            onClick={paste}
          >
            Pegar parámetros
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboardX size={16} aria-hidden />} onClick={empty}>
            Vaciar el clipboard
          </Menu.Item>
        </>
      )}
    />
  )
}
