import { AISLAMIENTOS } from '@div/contract'
import { defineNodo } from '@div/engine'
import { z } from 'zod'

export const proceso = defineNodo({
  tipoNodo: 'proceso',
  label: 'Proceso',
  summary:
    'Llama a un objeto de un servidor: una consulta, un procedimiento, una operación HTTP, otro proceso.',
  config: z.object({
    servidorId: z.string('Elija un servidor.').min(1, 'Elija un servidor.').meta({ title: 'Servidor' }),
    tipoServidor: z.string().min(1).meta({ title: 'Tipo de servidor' }),
    tipoObjeto: z
      .string('Elija qué hacer en el servidor.')
      .min(1, 'Elija qué hacer en el servidor.')
      .meta({ title: 'Objeto' }),
    /** By server and object type; the server's own schema reads it at publish. */
    objeto: z.record(z.string(), z.unknown()).default({}).meta({ title: 'Configuración del objeto' }),
    transaccion: z.string().min(1).max(100).optional().meta({ title: 'Transacción' }),
    aislamiento: z.enum(AISLAMIENTOS).optional().meta({ title: 'Aislamiento' }),
  }),
})
