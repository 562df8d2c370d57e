import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'
import { NIVELES_DE_REGISTRO } from './interno-ports.ts'

export const registro = defineTipoObjeto({
  label: 'Registro',
  summary: 'Escribe una línea en el registro del motor, con los parámetros como datos.',
  objeto: z.object({
    nivel: z.enum(NIVELES_DE_REGISTRO).default('informacion').meta({ title: 'Nivel' }),
    mensaje: z.string().max(1_000).default('').meta({ title: 'Mensaje' }),
  }),
  prepare: ({ nivel, mensaje }) => ({
    efecto: 'escritura',
    admiteTransaccion: false,
    async run({ ports }: InternoConnection, datos, context) {
      ports.log({ nivel, mensaje, datos, context })
      return { registrado: true }
    },
  }),
})
