import { PermisoDenegado, type Role } from '@div/contract'

interface RedPrivada {
  campo: string
  before: boolean
  after: boolean
  /** What it reaches changes with this save. */
  moved: boolean
}

/**
 * Only an admin lets the product reach a private network, and says which place of it (security rule 8): what an admin allowed for one
 * address is not an allowance for the next. Throws PermisoDenegado at that field.
 */
export function refuseRedPrivada(role: Role, { campo, before, after, moved }: RedPrivada): void {
  if (role === 'admin' || !after || (before && !moved)) return
  const mensaje = before
    ? 'Solo un administrador puede cambiar la dirección de lo que alcanza la red privada.'
    : 'Solo un administrador puede permitir la red privada.'
  throw new PermisoDenegado({ permiso: 'de permitir la red privada' }, { errores: [{ campo, mensaje }] })
}
