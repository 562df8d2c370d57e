import { z } from 'zod'

/** The most that the bell lists; what is unread is counted among these. */
export const MAX_NOTIFICACIONES = 200

/** Something that happened and wants a look: derived from what is stored, so that it goes when its cause does. */
export const notificacionSchema = z
  .strictObject({
    /** Of its cause: the same one for what happens again. */
    id: z.string(),
    tipo: z.enum(['success', 'error', 'warning', 'info']),
    titulo: z.string(),
    mensaje: z.string(),
    momento: z.iso.datetime(),
    /** The route of the web app that leads to the cause. */
    enlace: z.string(),
    leida: z.boolean(),
  })
  .meta({ id: 'Notificacion' })
export type Notificacion = z.infer<typeof notificacionSchema>

/** Newest first. */
export const notificacionesSchema = z.strictObject({
  /** What was looked at: sent back as `hasta`, it leaves unread what happens afterwards. */
  momento: z.iso.datetime(),
  sinLeer: z.int(),
  notificaciones: z.array(notificacionSchema),
})
export type Notificaciones = z.infer<typeof notificacionesSchema>

export const marcarLeidasSchema = z.strictObject({
  hasta: z.iso.datetime({ offset: true }),
  /** Absent: all of them. */
  ids: z.array(z.string().min(1).max(200)).min(1).max(MAX_NOTIFICACIONES).optional(),
})
export type MarcarLeidas = z.infer<typeof marcarLeidasSchema>

export const sinLeerSchema = z.strictObject({ sinLeer: z.int() })
