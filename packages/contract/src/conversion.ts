import { z } from 'zod'
import { paqueteSchema } from './paquete.ts'

/** Tools whose flows are read as ours. */
export const FORMATOS_AJENOS = ['n8n', 'node-red'] as const
export type FormatoAjeno = (typeof FORMATOS_AJENOS)[number]

/** What became of a foreign node: all of it, nearly all, nothing. */
export const VEREDICTOS = ['tomado', 'aproximado', 'noTomado'] as const
export type Veredicto = (typeof VEREDICTOS)[number]

const lineaDeInformeSchema = z.strictObject({
  nodo: z.string().meta({ description: 'Como se llama allí.' }),
  tipo: z.string(),
  veredicto: z.enum(VEREDICTOS),
  mensaje: z.string(),
  destino: z.string().optional().meta({ description: 'En qué nodos se ha convertido.' }),
})
export type LineaDeInforme = z.infer<typeof lineaDeInformeSchema>

const faltanteSchema = z.strictObject({
  recurso: z.enum(['servidores', 'procesos', 'parametros']),
  nombre: z.string(),
  tipoServidor: z.string().optional(),
  detalle: z.string().meta({ description: 'Lo que se sabe de ello: las credenciales no vienen nunca.' }),
})
export type Faltante = z.infer<typeof faltanteSchema>

/** Flows of another tool as bundles that the ordinary import takes, and what became of every node. */
export const conversionSchema = z
  .strictObject({
    formato: z.enum(FORMATOS_AJENOS),
    paquetes: z.array(paqueteSchema),
    informe: z.array(lineaDeInformeSchema),
    faltantes: z.array(faltanteSchema),
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.infer<typeof conversionSchema>
