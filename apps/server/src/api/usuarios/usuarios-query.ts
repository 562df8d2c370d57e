import { type Limits, roleSchema } from '@div/contract'
import { z } from 'zod'
import { ORDENES } from '../access/usuarios-repository.ts'
import { describeLimite, describeOrden, desdeSchema } from '../resource/page-query.ts'

export const usuariosQuerySchema = (limits: Limits) =>
  z.object({
    q: z.string().trim().max(200).default(''),
    /** Of this role only. */
    role: z.union([roleSchema, z.literal('')]).default(''),
    activo: z.enum(['true', 'false', '']).default(''),
    orden: describeOrden(ORDENES, 'username'),
    limite: describeLimite(limits),
    desde: desdeSchema,
  })
