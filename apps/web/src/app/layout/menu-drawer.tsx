import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

/** The sidebar where there is no room for it beside the screen. */
export default function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer opened onClose={onClose} size={264} padding={0} withCloseButton={false} aria-label="Menú">
      {children}
    </Drawer>
  )
}
