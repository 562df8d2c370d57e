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

/** Known by the key of its call (`EfectosGuardados`). */
const CONOCIDOS = ['tabla', 'consecutivo']
/** A line of the log may be there twice. */
const SIN_EFECTO = 'registro'

/**
 * Names of the nodes of a proceso that is called whose effects may be there twice: it is run again as a whole when its caller's process dies
 * meanwhile. Not of those that may be repeated, as their targets know the key that is the same each time.
 */
export async function listRepetidos(
  published: PublishedVersion,
  definitions: Pick<Definitions, 'find'>,
): Promise<string[]> {
  const names: string[] = []
  const undoes = undoesItself(published)
  for (const { nombre, llamado } of listEscrituras(published, undoes)) {
    if (llamado === null || (await leadsToEscritura(llamado, undoes, definitions))) names.push(nombre)
  }
  return names
}

/** Its effects are not kept (`run-subproceso`), nor those of what it calls: what it has undone is done anew. */
function undoesItself({ outcome: { plan } }: PublishedVersion): boolean {
  return plan !== null && plan !== undefined && plan.compensacion !== null
}

async function leadsToEscritura(
  llamado: NonNullable<Escritura['llamado']>,
  undone: boolean,
  definitions: Pick<Definitions, 'find'>,
): Promise<boolean> {
  const seen = new Set<string>()
  const open = [{ llamado, undone }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { procesoId, version } = next.llamado
    const published = await definitions.find(procesoId, version ?? null)
    if (!published) continue
    const undoes = next.undone || undoesItself(published)
    const clave = `${procesoId} ${published.version} ${undoes}`
    if (seen.has(clave)) continue
    seen.add(clave)
    for (const { llamado: further } of listEscrituras(published, undoes)) {
      if (further === null) return true
      open.push({ llamado: further, undone: undoes })
    }
  }
  return false
}

function listEscrituras({ outcome: { plan }, nodos }: PublishedVersion, undoes: boolean): Escritura[] {
  if (!plan) return []
  const drawn = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  return listNodos(plan.bloque).flatMap(({ id, nombre, accion }) => {
    if (accion.clase !== 'llamada' || accion.preparada.efecto === 'lectura' || accion.preparada.repetible)
      return []
    const nodo = drawn.get(id)
    if (nodo?.tipoServidor !== 'interno') return { nombre, llamado: null }
    const { tipoObjeto, objeto } = nodo
    if (tipoObjeto === SIN_EFECTO || (!undoes && CONOCIDOS.includes(String(tipoObjeto)))) return []
    const llamado = tipoObjeto === 'proceso' ? objetoSubprocesoSchema.parse(objeto) : null
    return { nombre, llamado }
  })
}
