import { z } from 'zod'
import { roleSchema } from './permissions.ts'

/** Length is what makes a password hard to guess (NIST SP 800-63B, 5.1.1). */
export const PASSWORD_MIN = 10

/** Its upper end only limits the work of hashing. */
export const passwordSchema = z.string().min(PASSWORD_MIN).max(1_000)

/** A user as it is written; the password, write-only, comes beside it. */
export const usuarioSchema = z.strictObject({
  username: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[\p{L}\p{N}._@-]+$/u, 'Use letras, dígitos, punto, guion, guion bajo o @.')
    .meta({ title: 'Usuario' }),
  email: z.email().max(200).meta({ title: 'Correo' }),
  role: roleSchema.meta({ title: 'Rol' }),
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
})
export type UsuarioInput = z.infer<typeof usuarioSchema>
