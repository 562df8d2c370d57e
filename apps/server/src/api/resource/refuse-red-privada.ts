import { PermisoDenegado, type Role } from '@div/contract'

/** Only an admin lets the product reach a private network (security rule 8). Throws PermisoDenegado at that field. */
export function refuseRedPrivada(
  role: Role,
  { campo, before, after }: { campo: string; before: boolean; after: boolean },
): void {
  if (role === 'admin' || before || !after) return
  const errores = [{ campo, mensaje: 'Solo un administrador puede permitir la red privada.' }]
  throw new PermisoDenegado({ permiso: 'de permitir la red privada' }, { errores })
}
