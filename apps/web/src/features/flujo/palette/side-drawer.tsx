import { useReturnFocus } from '@div/ui'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

/** Where there is no room beside the canvas. */
export default function SideDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useReturnFocus()
  return (
    <Drawer opened onClose={onClose} size={300} title="Nodos del flujo">
      {children}
    </Drawer>
  )
}
