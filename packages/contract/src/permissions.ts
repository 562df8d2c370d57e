import { z } from 'zod'

export const ROLES = ['admin', 'operador', 'lectura'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

const ACTIONS = ['crear', 'leer', 'editar', 'eliminar'] as const
/** The resources of the spec's table, then those that it does not name (contract: everyone signed in reads, admin and operador write). */
const SPEC_RESOURCES = ['servidores', 'canales', 'procesos', 'parametros', 'usuarios'] as const
const OPEN_RESOURCES = [
  'tareas-programadas',
  'calendarios',
  'alertas',
  'tablas',
  'categorias',
  'consecutivos',
  'colecciones',
  'ai-capabilities',
  'ai-contexts',
  'ai-agents',
  'rag',
  'ai/budget',
] as const
/** Written by admin only. */
const ADMIN_RESOURCES = ['tokens', 'entornos', 'ai/pricing', 'auditoria', 'configuracion'] as const

export type Resource =
  | (typeof SPEC_RESOURCES)[number]
  | (typeof OPEN_RESOURCES)[number]
  | (typeof ADMIN_RESOURCES)[number]
export type Action = (typeof ACTIONS)[number]
export const permissionSchema = z.templateLiteral([
  z.enum([...SPEC_RESOURCES, ...OPEN_RESOURCES, ...ADMIN_RESOURCES]),
  '.',
  z.enum(ACTIONS),
])
export type Permission = z.infer<typeof permissionSchema>

/** What a route declares: a permission, any signed-in user, or nobody in particular. */
export type Access = Permission | 'autenticado' | 'publico'

const every = (resources: readonly Resource[], actions: readonly Action[]): Permission[] =>
  resources.flatMap((resource) => actions.map((action) => `${resource}.${action}` as const))

const SIGNED_IN = every([...OPEN_RESOURCES, 'tokens', 'entornos', 'ai/pricing'], ['leer'])

const PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  admin: new Set(every([...SPEC_RESOURCES, ...OPEN_RESOURCES, ...ADMIN_RESOURCES], ACTIONS)),
  operador: new Set([
    ...every(['servidores', 'canales'], ['leer', 'editar']),
    ...every(['procesos'], ['crear', 'leer', 'editar']),
    ...every(['parametros'], ['leer']),
    ...every(OPEN_RESOURCES, ACTIONS),
    ...SIGNED_IN,
  ]),
  lectura: new Set([...every(['servidores', 'canales', 'procesos', 'parametros'], ['leer']), ...SIGNED_IN]),
}

/** Unknown roles have no permissions. */
export function hasPermission(role: string, permission: Permission): boolean {
  const parsed = roleSchema.safeParse(role)
  return parsed.success && PERMISSIONS[parsed.data].has(permission)
}

export function listPermissions(role: Role): Permission[] {
  return [...PERMISSIONS[role]]
}
