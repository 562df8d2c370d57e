import { z } from 'zod'
import { GUARDADO } from './ficha.ts'
import { permissionSchema, roleSchema } from './permissions.ts'

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

export const usuarioGuardadoSchema = usuarioSchema
  .extend({
    ...GUARDADO,
    ultimoAcceso: z.iso.datetime().nullable(),
    /** The password is temporary: until it is changed, nothing else can be done with it. */
    debeCambiarPassword: z.boolean(),
  })
  .meta({ id: 'UsuarioGuardado' })
export type UsuarioGuardado = z.infer<typeof usuarioGuardadoSchema>

/** The answer to the creation alone tells the password that was made for it. */
export const usuarioCreadoSchema = usuarioGuardadoSchema
  .extend({ passwordTemporal: z.string().exactOptional() })
  .meta({ id: 'UsuarioCreado' })
export type UsuarioCreado = z.infer<typeof usuarioCreadoSchema>

/** What users see of themselves: also what they may do. */
export const identidadSchema = usuarioGuardadoSchema
  .pick({ id: true, username: true, email: true, role: true, debeCambiarPassword: true })
  .extend({ permisos: z.array(permissionSchema) })
  .meta({ id: 'Identidad' })
export type Identidad = z.infer<typeof identidadSchema>

/** The answer of a sign-in and of its renewal. */
export const sesionSchema = z
  .strictObject({ token: z.string(), refresh_token: z.string(), user: identidadSchema })
  .meta({ id: 'Sesion' })
export type Sesion = z.infer<typeof sesionSchema>

/** What users may change of themselves. */
export const perfilSchema = usuarioSchema.pick({ email: true })
export type Perfil = z.infer<typeof perfilSchema>

export const cambioDePasswordSchema = z.strictObject({
  actual: z.string().max(1_000).meta({ title: 'Contraseña actual' }),
  nueva: passwordSchema.meta({ title: 'Contraseña nueva' }),
})
export type CambioDePassword = z.infer<typeof cambioDePasswordSchema>

/** A temporary password, shown once. */
export const passwordTemporalSchema = z.strictObject({ password: z.string() })
export type PasswordTemporal = z.infer<typeof passwordTemporalSchema>
