import { listNodos } from '@div/engine'
import { z } from 'zod'
import type { Definitions } from '../definitions/definitions.ts'
import type { PublishedVersion } from '../definitions/published-version.ts'

export const objetoSubprocesoSchema = z.object({ procesoId: z.uuid(), version: z.int().optional() })

/** A node that writes what may be there twice. */
interface Escritura {
  nombre: string
  /** What it calls, where that is yet another proceso: it does what that one does. */
  llamado: z.output<typeof objetoSubprocesoSchema> | null
}

/**
 * Names of the nodes of a proceso that is called whose effects may be there twice: it is run again as a whole when its caller's process dies
 * meanwhile. Not of those that may be repeated, as their targets know the key that is the same each time, nor of lines of the log.
 */
export async function listRepetidos(
  published: PublishedVersion,
  definitions: Pick<Definitions, 'find'>,
): Promise<string[]> {
  const names: string[] = []
  for (const { nombre, llamado } of listEscrituras(published)) {
    if (llamado === null || (await leadsToEscritura(llamado, definitions))) names.push(nombre)
  }
  return names
}

/** Each version is looked at once, however many nodes call it and whoever calls whom. */
async function leadsToEscritura(
  llamado: NonNullable<Escritura['llamado']>,
  definitions: Pick<Definitions, 'find'>,
): Promise<boolean> {
  const seen = new Set<string>()
  const open = [llamado]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const published = await definitions.find(next.procesoId, next.version ?? null)
    const clave = `${next.procesoId} ${published?.version}`
    if (!published || seen.has(clave)) continue
    seen.add(clave)
    for (const escritura of listEscrituras(published)) {
      if (escritura.llamado === null) return true
      open.push(escritura.llamado)
    }
  }
  return false
}

function listEscrituras(published: PublishedVersion): Escritura[] {
  const { plan } = published.outcome
  if (!plan) return []
  const drawn = new Map(published.nodos.map((nodo) => [nodo.id, nodo]))
  return listNodos(plan.bloque).flatMap(({ id, nombre, accion }) => {
    if (accion.clase !== 'llamada' || accion.preparada.efecto === 'lectura' || accion.preparada.repetible)
      return []
    const nodo = drawn.get(id)
    if (nodo?.tipoServidor !== 'interno') return { nombre, llamado: null }
    if (nodo.tipoObjeto === 'registro') return []
    const llamado = nodo.tipoObjeto === 'proceso' ? objetoSubprocesoSchema.parse(nodo.objeto) : null
    return { nombre, llamado }
  })
}
