import { z } from 'zod'
import { casoDePruebaSchema } from './caso-de-prueba.ts'
import { procesoSchema } from './proceso.ts'

const dependenciaDePaqueteSchema = z.strictObject({
  recurso: z.enum(['servidores', 'procesos', 'parametros', 'tablas', 'consecutivos', 'rag', 'ai-agents']),
  /** As the flujo writes it: the id of a server or process, the name of the others. */
  referencia: z.string().min(1),
  nombre: z.string(),
  tipoServidor: z.string().optional(),
})
export type DependenciaDePaquete = z.infer<typeof dependenciaDePaqueteSchema>

/** One process with the names of what it depends on. It never holds a secret: servers are only named. */
export const paqueteSchema = z.strictObject({
  formato: z.literal('div-proceso'),
  version: z.literal(1),
  proceso: procesoSchema.omit({ categoriaId: true }).required({ flujo: true }),
  dependencias: z.array(dependenciaDePaqueteSchema).max(10_000),
  casosPrueba: z.array(casoDePruebaSchema).max(1_000).default([]),
})
export type Paquete = z.infer<typeof paqueteSchema>

/** The procesos that it calls, by their names. */
export function procesosLlamados({ dependencias }: Paquete): string[] {
  return dependencias.filter(({ recurso }) => recurso === 'procesos').map(({ nombre }) => nombre)
}

/** What importing would do: the name that the process gets, and what does not stand here yet. */
export const revisionDePaqueteSchema = z.strictObject({
  nombre: z.string(),
  faltan: z.array(dependenciaDePaqueteSchema),
  /** `recurso/referencia` of the bundle → what stands for it here. */
  asignaciones: z.record(z.string(), z.string()),
})
export type RevisionDePaquete = z.infer<typeof revisionDePaqueteSchema>
