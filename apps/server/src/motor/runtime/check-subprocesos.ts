import type { Flujo, Hallazgo, LlamadaSpec, Llamadas, Parametro, Proceso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Definitions } from '../definitions/definitions.ts'
import { listRepetidos, objetoSubprocesoSchema } from './list-repetidos.ts'

/** A call of another proceso, as its node says it. */
export interface Subproceso {
  nodo: string
  procesoId: string
  /** Absent: the published one, as of the call. */
  version: number | undefined
  /** Names that the call passes, in the order of the node. */
  parametros: readonly string[]
}

/** The same calls, telling of those that call another proceso and are well formed. */
export function collectSubprocesos(llamadas: Llamadas, found: (subproceso: Subproceso) => void): Llamadas {
  return {
    prepare(spec: LlamadaSpec) {
      const prepared = llamadas.prepare(spec)
      if (spec.tipoServidor === 'interno' && spec.tipoObjeto === 'proceso') {
        const { procesoId, version } = objetoSubprocesoSchema.parse(spec.objeto)
        found({ nodo: spec.nodo, procesoId, version, parametros: spec.parametros })
      }
      return prepared
    },
    begin: (servidorId, options) => llamadas.begin(servidorId, options),
  }
}

export interface CheckDeps {
  db: Kysely<Database>
  definitions: Pick<Definitions, 'find' | 'current'>
}

/**
 * What is wrong with the calls of a draft to other procesos. Asked when a person validates or publishes, and not when a plan is made
 * from a version: a parent must go on answering when its child changes.
 */
export async function checkSubprocesos(
  { procesoId, flujo, modo }: { procesoId: string; flujo: Flujo; modo: Proceso['modo'] },
  subprocesos: readonly Subproceso[],
  deps: CheckDeps,
): Promise<Hallazgo[]> {
  const hallazgos: Hallazgo[] = []
  for (const subproceso of subprocesos) {
    if (modo === 'durable') hallazgos.push(...(await warnOfRepetidos(subproceso, deps)))
    const isSelf = subproceso.procesoId === procesoId && subproceso.version === undefined
    const declared = isSelf ? readEntrada(flujo) : await findEntrada(subproceso, procesoId, deps)
    if (declared === null) continue
    hallazgos.push(...('mensaje' in declared ? [declared] : checkParametros(subproceso, declared)))
  }
  return hallazgos
}

/** Names that a sentence bears. */
const NAMED = 3

/** A durable proceso keeps each of its own nodes, but of one that it calls only the answer. */
async function warnOfRepetidos(
  { nodo, procesoId, version }: Subproceso,
  { definitions }: CheckDeps,
): Promise<Hallazgo[]> {
  const published = await definitions.find(procesoId, version ?? null)
  const names = published ? await listRepetidos(published, definitions) : []
  if (!published || names.length === 0) return []
  const nombre = definitions.current().nombreDeProceso(procesoId) ?? procesoId
  const named = names.slice(0, NAMED).map((name) => `«${name}»`)
  const others = names.length - named.length
  const more = others === 0 ? [] : [others === 1 ? 'otro más' : `otros ${others}`]
  const which = new Intl.ListFormat('es').format([...named, ...more])
  const mensaje =
    `«${nombre}» se ejecuta entero dentro de este paso. Si el motor se detiene a mitad, empieza otra vez desde su principio, ` +
    `y lo que se hace en ${which} puede quedar hecho dos veces. Para que no ocurra, ponga esos pasos en este proceso, o use ` +
    'destinos que reconozcan la clave de idempotencia.'
  return [{ nodo, campo: 'objeto.procesoId', mensaje, gravedad: 'aviso' }]
}

type Entrada = readonly Parametro[]

function readEntrada({ nodos }: Flujo): Entrada {
  return nodos.find(({ tipo }) => tipo === 'entrada')?.parametros ?? []
}

/** What the called version declares, or why it cannot be called. */
async function findEntrada(
  { nodo, procesoId, version }: Subproceso,
  caller: string,
  { db, definitions }: CheckDeps,
): Promise<Entrada | Hallazgo | null> {
  const nombre = definitions.current().nombreDeProceso(procesoId)
  // Its being missing is found with everything else that a flujo names.
  if (nombre === undefined) return null
  const published = await definitions.find(procesoId, version ?? null)
  if (published) {
    const { plan } = published.outcome
    if (plan) return plan.entrada.parametros
    const mensaje = `«${nombre}» versión ${published.version} no se puede ejecutar: ${published.defecto}`
    return { nodo, campo: 'objeto.procesoId', mensaje, gravedad: 'error' }
  }
  if (version !== undefined) {
    const mensaje = `«${nombre}» no tiene la versión ${version}.`
    return { nodo, campo: 'objeto.version', mensaje, gravedad: 'error' }
  }
  if (await callsBack(procesoId, caller, db)) {
    // One of two that call each other is published first.
    const mensaje = `«${nombre}» no está publicado y llama a este proceso: publíquelo después, o esta llamada fallará.`
    return { nodo, campo: 'objeto.procesoId', mensaje, gravedad: 'aviso' }
  }
  const mensaje = `«${nombre}» no está publicado. Publíquelo antes.`
  return { nodo, campo: 'objeto.procesoId', mensaje, gravedad: 'error' }
}

/** Whether a proceso that was never published leads to the caller through others like it. */
async function callsBack(procesoId: string, caller: string, db: Kysely<Database>): Promise<boolean> {
  const seen = new Set<string>()
  const open = [procesoId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === caller) return true
    if (seen.has(id)) continue
    seen.add(id)
    const draft = await db
      .selectFrom('procesos')
      .select('flujo')
      .where('id', '=', id)
      .where('versionPublicada', 'is', null)
      .executeTakeFirst()
    for (const { tipoServidor, tipoObjeto, objeto } of draft?.flujo.nodos ?? []) {
      if (tipoServidor !== 'interno' || tipoObjeto !== 'proceso') continue
      const called = objetoSubprocesoSchema.safeParse(objeto)
      if (called.success) open.push(called.data.procesoId)
    }
  }
  return false
}

/** A name that is not declared would be passed over; a required one that is not passed would be missed at the first call. */
function checkParametros({ nodo, parametros }: Subproceso, declared: Entrada): Hallazgo[] {
  const hallazgos: Hallazgo[] = []
  const names = new Set(declared.map(({ nombre }) => nombre))
  for (const [index, nombre] of parametros.entries()) {
    if (names.has(nombre)) continue
    const mensaje = `El proceso llamado no declara el dato «${nombre}».`
    hallazgos.push({ nodo, campo: `parametros[${index}].nombre`, mensaje, gravedad: 'error' })
  }
  for (const { nombre, requerido = false, defecto } of declared) {
    if (!requerido || (defecto !== undefined && defecto !== null) || parametros.includes(nombre)) continue
    const mensaje = `Falta el dato «${nombre}», que el proceso llamado requiere.`
    hallazgos.push({ nodo, campo: 'parametros', mensaje, gravedad: 'error' })
  }
  return hallazgos
}
