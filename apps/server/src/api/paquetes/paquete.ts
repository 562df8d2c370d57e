import { type DependenciaDePaquete, type Flujo, parseFlujo } from '@div/contract'

/** `recurso/referencia` of the bundle → what stands for it here. */
type Asignaciones = ReadonlyMap<string, string>

interface Relocation {
  asignaciones: Asignaciones
  /** Of the servidores of this installation, by their id: what stands in may be of another type. */
  tipos: ReadonlyMap<string, string>
}

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
export function relocateFlujo(flujo: unknown, { asignaciones, tipos }: Relocation): Flujo {
  const parsed = parseFlujo(flujo)
  const relocate = (recurso: DependenciaDePaquete['recurso'], referencia: unknown) =>
    typeof referencia === 'string'
      ? (asignaciones.get(keyOfDependencia({ recurso, referencia })) ?? referencia)
      : referencia
  return {
    ...parsed,
    nodos: parsed.nodos.map((nodo) => {
      if (nodo.tipo !== 'proceso') return nodo
      const { objeto } = nodo
      const isSubproceso = nodo.tipoServidor === 'interno' && nodo.tipoObjeto === 'proceso'
      const servidorId = relocate('servidores', nodo.servidorId)
      const tipoServidor = tipos.get(String(servidorId))
      return {
        ...nodo,
        servidorId,
        ...(tipoServidor !== undefined && { tipoServidor }),
        ...(isSubproceso &&
          typeof objeto === 'object' &&
          objeto !== null && {
            objeto: { ...objeto, procesoId: relocate('procesos', Reflect.get(objeto, 'procesoId')) },
          }),
      }
    }),
  }
}
