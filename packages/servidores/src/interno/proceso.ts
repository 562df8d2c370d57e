import { LIMITS, ProfundidadSuperada } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'

export const proceso = defineTipoObjeto({
  label: 'Proceso',
  summary: 'Ejecuta otro proceso con estos parámetros como entrada y devuelve su salida.',
  objeto: z.object({
    procesoId: z.uuid('Elija un proceso.').meta({ title: 'Proceso' }),
    version: z.int().min(1).optional().meta({ title: 'Versión', description: 'Vacía: la publicada.' }),
  }),
  prepare: ({ procesoId, version }) => ({
    efecto: 'escritura',
    admiteTransaccion: false,
    async run({ ports }: InternoConnection, entrada, context) {
      if (context.profundidad >= LIMITS.profundidadProcesos) {
        throw new ProfundidadSuperada({ maximo: LIMITS.profundidadProcesos })
      }
      return ports.runProceso({ procesoId, ...(version !== undefined && { version }), entrada, context })
    },
  }),
})
