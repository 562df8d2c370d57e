import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Dependencia } from '../usos/list-dependencias.ts'
import type { DependenciaDePaquete } from './paquete.ts'

/** The names of what a flujo depends on; what does not exist keeps its reference as its name. */
export async function nameDependencias(
  db: Kysely<Database>,
  dependencias: readonly Dependencia[],
): Promise<DependenciaDePaquete[]> {
  const ids = (recurso: Dependencia['recurso']) =>
    dependencias.filter((each) => each.recurso === recurso).map(({ referencia }) => referencia)
  const servidores = await sql<{ id: string; nombre: string; tipoServidor: string }>`
    select id::text, nombre, tipo_servidor from servidores where id::text = any(${ids('servidores')})`.execute(
    db,
  )
  const procesos = await sql<{ id: string; nombre: string }>`
    select id::text, nombre from procesos where id::text = any(${ids('procesos')})`.execute(db)
  const servidorById = new Map(servidores.rows.map((row) => [row.id, row]))
  const procesoById = new Map(procesos.rows.map((row) => [row.id, row]))
  const named = dependencias.map(({ recurso, referencia }): DependenciaDePaquete => {
    const servidor = recurso === 'servidores' ? servidorById.get(referencia) : undefined
    if (servidor) return { recurso, referencia, nombre: servidor.nombre, tipoServidor: servidor.tipoServidor }
    const proceso = recurso === 'procesos' ? procesoById.get(referencia) : undefined
    return { recurso, referencia, nombre: proceso?.nombre ?? referencia }
  })
  const unique = new Map(named.map((each) => [`${each.recurso} ${each.nombre} ${each.referencia}`, each]))
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}

/** What stands here for something that a bundle names: its id, or its name where formulas say the name. Undefined: nothing does. */
export async function resolveDependencia(
  db: Kysely<Database>,
  { recurso, nombre, tipoServidor }: DependenciaDePaquete,
): Promise<string | undefined> {
  const key = recurso === 'servidores' || recurso === 'procesos' ? sql`id::text` : sql`nombre`
  const type = recurso === 'servidores' && tipoServidor ? sql`and tipo_servidor = ${tipoServidor}` : sql``
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${sql.table(recurso)} where lower(nombre) = lower(${nombre}) ${type}`.execute(
    db,
  )
  return rows[0]?.key
}

/** Whether what a person assigned exists. */
export async function existsDependencia(
  db: Kysely<Database>,
  { recurso, clave }: { recurso: DependenciaDePaquete['recurso']; clave: string },
): Promise<boolean> {
  const key = recurso === 'servidores' || recurso === 'procesos' ? sql`id::text` : sql`nombre`
  const { rows } = await sql`select 1 from ${sql.table(recurso)} where ${key} = ${clave}`.execute(db)
  return rows.length > 0
}
