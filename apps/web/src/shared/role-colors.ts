import type { Role } from '@div/contract'

/** Of the role badges (spec, 6). */
export const ROLE_COLORS: Readonly<Record<Role, string>> = {
  admin: 'blue',
  operador: 'green',
  lectura: 'gray',
}
