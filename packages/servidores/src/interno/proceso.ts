import { ProfundidadSuperada } from '@div/contract'
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
    async run({ ports, limits }: InternoConnection, entrada, context) {
      const { profundidadProcesos: maximo } = limits
      if (context.profundidad >= maximo) throw new ProfundidadSuperada({ maximo })
      return ports.runProceso({ procesoId, ...(version !== undefined && { version }), entrada, context })
    },
  }),
})
