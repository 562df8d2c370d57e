import type { DependenciaDePaquete, Flujo, Hallazgo } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { type Dependencia, listDependencias } from '../usos/list-dependencias.ts'

const TABLES: Partial<Record<Dependencia['recurso'], string>> = {
  rag: 'ragColecciones',
  'ai-agents': 'aiAgentes',
}

const tableOf = (recurso: Dependencia['recurso']) => sql.table(TABLES[recurso] ?? recurso)

/** What stands here for something that a bundle names: its id, or its name where formulas say the name. Undefined: nothing does. */
export async function resolveDependencia(
  db: Kysely<Database>,
  { recurso, nombre, tipoServidor }: DependenciaDePaquete,
): Promise<string | undefined> {
  const key = recurso === 'servidores' || recurso === 'procesos' ? sql`id::text` : sql`nombre`
  const type = recurso === 'servidores' && tipoServidor ? sql`and tipo_servidor = ${tipoServidor}` : sql``
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${tableOf(recurso)} where lower(nombre) = lower(${nombre}) ${type}`.execute(db)
  return rows[0]?.key
}

/** The type of each servidor among these ids. */
export async function typesOfServidores(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; tipoServidor: string }>`
    select id::text, tipo_servidor from servidores where id::text = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, tipoServidor }) => [id, tipoServidor]))
}

/** Whether what a person assigned exists. */
export async function existsDependencia(
  db: Kysely<Database>,
  { recurso, clave }: { recurso: DependenciaDePaquete['recurso']; clave: string },
): Promise<boolean> {
  const key = recurso === 'servidores' || recurso === 'procesos' ? sql`id::text` : sql`nombre`
  const { rows } = await sql`select 1 from ${tableOf(recurso)} where ${key} = ${clave}`.execute(db)
  return rows.length > 0
}

/** What a flujo names stays, under its name, until the transaction that stores the flujo ends; what does not exist is passed over. */
export async function holdDependencias(
  trx: Transaction<Database>,
  dependencias: readonly Dependencia[],
): Promise<void> {
  for (const [recurso, named] of Map.groupBy(dependencias, (each) => each.recurso)) {
    const referencias = named.map(({ referencia }) => referencia)
    const key = recurso === 'servidores' || recurso === 'procesos' ? sql`id::text` : sql`nombre`
    await sql`select from ${tableOf(recurso)} where ${key} = any(${referencias}) for key share`.execute(trx)
  }
}

/** What only the run would look for, by the sentence that says it is not there; the plan itself needs everything else. */
const MISSING: Partial<Record<Dependencia['recurso'], (referencia: string) => string>> = {
  consecutivos: (nombre) => `No existe el consecutivo «${nombre}».`,
  procesos: () => 'No existe el proceso que este nodo llama.',
  rag: (nombre) => `No existe la colección «${nombre}».`,
}

/** A finding for each thing that a flujo names, does not exist and would be missed by no one before the first call. */
export async function findMissing(db: Kysely<Database>, flujo: Flujo): Promise<Hallazgo[]> {
  const hallazgos: Hallazgo[] = []
  for (const { recurso, referencia, nodo } of listDependencias(flujo)) {
    const mensaje = MISSING[recurso]?.(referencia)
    if (mensaje === undefined || (await existsDependencia(db, { recurso, clave: referencia }))) continue
    hallazgos.push({ nodo, campo: recurso, mensaje, gravedad: 'error' })
  }
  return hallazgos
}
