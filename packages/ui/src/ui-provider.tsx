import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Toasts } from './notify/toasts.tsx'
import { resolveVariables, theme } from './theme.ts'

/** The look of everything inside, and the place where toasts appear. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <Toasts />
      {children}
    </MantineProvider>
  )
}
