import type { Identidad, Permission } from '@div/contract'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** Who may open a screen. `publico` ones stand outside the shell, in their own frame or none. */
export type ScreenAccess = Permission | 'admin' | 'autenticado' | 'publico'

/** The lists whose length the sidebar shows (spec, 3 «Counts»). */
export const COUNTED = [
  'servidores',
  'canales',
  'procesos',
  'tareas-programadas',
  'parametros',
  'tablas',
  'mcp-servers',
  'ai-agents',
] as const
export type Counted = (typeof COUNTED)[number]

/** An entry of the sidebar: its word is the title of the screen, its place the order of the table. */
interface MenuEntry {
  icon: Icon
  /** What the badge counts. */
  count?: Counted
  /** `ia` is the collapsible submenu, `final` stands at the bottom. */
  group?: 'ia' | 'final'
  label?: string
}

export interface Screen {
  path: string
  title: string
  access: ScreenAccess
  /** Fetched when it is first opened; the module's default is the page. */
  page: () => Promise<{ default: ComponentType }>
  /** What it shows first, as a path of the API: asked for while its files come. */
  reads?: (params: Readonly<Record<string, string | undefined>>) => string
  menu?: MenuEntry
  /** Of a public screen: what stands around it and others. */
  frame?: () => Promise<{ default: ComponentType }>
}

/** The spec, 6: a required role or permission. */
export function mayOpen(access: ScreenAccess, user: Pick<Identidad, 'role' | 'permisos'>): boolean {
  if (access === 'publico' || access === 'autenticado') return true
  if (access === 'admin') return user.role === 'admin'
  return user.permisos.includes(access)
}
