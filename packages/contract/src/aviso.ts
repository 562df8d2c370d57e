import { z } from 'zod'

/** Secrets that sign have at least as many characters. */
export const SECRETO_MIN = 24

/** An address that is told things, signed. */
export const avisoSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Use una dirección http o https.' })
    .meta({ title: 'Dirección', examples: ['https://pedidos.ejemplo.es/avisos'] }),
  secreto: z.string().min(SECRETO_MIN, `Use al menos ${SECRETO_MIN} caracteres.`).max(200).meta({
    title: 'Secreto',
    description:
      'Con él se firma cada aviso: quien lo recibe comprueba la cabecera webhook-signature. Vale un texto, o whsec_ y una clave en base64.',
    secret: true,
  }),
  permitirRedPrivada: z.boolean().default(false).meta({
    title: 'Permitir red privada',
    description: 'Deja avisar a una dirección interna. Solo un administrador.',
    avanzado: true,
  }),
})
export type Aviso = z.infer<typeof avisoSchema>
