import type { Limits } from '@div/contract'
import { z } from 'zod'
import { ORDENES, type UsuariosQuery } from '../access/usuarios-repository.ts'

export const usuariosQuerySchema = ({ listado }: Limits) =>
  z.object({
    q: z.string().trim().max(200).optional(),
    orden: z.enum(ORDENES.flatMap((orden) => [orden, `-${orden}` as const])).default('username'),
    limite: z.coerce.number().int().min(1).max(listado).default(listado),
    desde: z.coerce.number().int().min(0).max(10_000_000).default(0),
  })

/** `-username` orders downwards. */
export function toUsuariosQuery({
  q,
  orden,
  ...page
}: z.infer<ReturnType<typeof usuariosQuerySchema>>): UsuariosQuery {
  const name = orden.replace('-', '')
  return {
    q,
    orden: ORDENES.find((each) => each === name) ?? 'username',
    direccion: orden.startsWith('-') ? 'desc' : 'asc',
    ...page,
  }
}
