import { type Flujo, parseFlujo, procesoSchema } from '@div/contract'
import { z } from 'zod'

const RECURSOS = ['servidores', 'procesos', 'parametros', 'tablas', 'consecutivos'] as const
type RecursoDePaquete = (typeof RECURSOS)[number]

const dependenciaSchema = z.strictObject({
  recurso: z.enum(RECURSOS),
  /** As the flujo writes it: the id of a server or process, the name of the others. */
  referencia: z.string().min(1),
  nombre: z.string(),
  tipoServidor: z.string().optional(),
})
export type DependenciaDePaquete = z.infer<typeof dependenciaSchema>

/** One process with the names of what it depends on. It never holds a secret: servers are only named. */
export const paqueteSchema = z.strictObject({
  formato: z.literal('div-proceso'),
  version: z.literal(1),
  proceso: procesoSchema.omit({ categoriaId: true }).required({ flujo: true }),
  dependencias: z.array(dependenciaSchema).max(10_000),
})
export type Paquete = z.infer<typeof paqueteSchema>

/** `recurso/referencia` of the bundle → what stands for it here. */
export type Asignaciones = ReadonlyMap<string, string>

export function keyOfDependencia({ recurso, referencia }: { recurso: string; referencia: string }): string {
  return `${recurso}/${referencia}`
}

/** Keys in alphabetical order at every level, so that two exports of one process are the same text. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}

/** The flujo of a bundle with the ids of this installation in place of its own. */
export function relocateFlujo(flujo: unknown, asignaciones: Asignaciones): Flujo {
  const parsed = parseFlujo(flujo)
  const relocate = (recurso: RecursoDePaquete, referencia: unknown) =>
    typeof referencia === 'string'
      ? (asignaciones.get(keyOfDependencia({ recurso, referencia })) ?? referencia)
      : referencia
  return {
    ...parsed,
    nodos: parsed.nodos.map((nodo) => {
      if (nodo.tipo !== 'proceso') return nodo
      const { objeto } = nodo
      const isSubproceso = nodo.tipoServidor === 'interno' && nodo.tipoObjeto === 'proceso'
      return {
        ...nodo,
        servidorId: relocate('servidores', nodo.servidorId),
        ...(isSubproceso &&
          typeof objeto === 'object' &&
          objeto !== null && {
            objeto: { ...objeto, procesoId: relocate('procesos', Reflect.get(objeto, 'procesoId')) },
          }),
      }
    }),
  }
}
