import type { Limits } from '@div/contract'
import { z } from 'zod'
import { ORDENES } from '../access/usuarios-repository.ts'
import { describeLimite, describeOrden, desdeSchema } from '../resource/page-query.ts'

export const usuariosQuerySchema = (limits: Limits) =>
  z.object({
    q: z.string().trim().max(200).default(''),
    orden: describeOrden(ORDENES, 'username'),
    limite: describeLimite(limits),
    desde: desdeSchema,
  })
