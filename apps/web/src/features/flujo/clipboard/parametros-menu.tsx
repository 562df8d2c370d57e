import type { Nodo } from '@div/contract'
import { Menu } from '@mantine/core'
import { IconClipboard, IconClipboardX, IconCopy } from '@tabler/icons-react'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { useParametrosClipboard } from './use-parametros-clipboard.ts'

/** The parameters of a node go to another one, of any proceso and any tab. */
export function ParametrosMenu({ nodo }: { nodo: Nodo }) {
  const { copy, paste, empty } = useParametrosClipboard(nodo)
  return (
    <RowMenu
      label="Parámetros del nodo"
      renderItems={() => (
        <>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
            Copiar parámetros
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboard size={16} aria-hidden />} onClick={paste}>
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
