import type { RecursoAuditado } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'

type Entry = Pick<Row<'auditoria'>, 'recurso' | 'recursoId' | 'detalle'>

/** Where the things stand whose entries may say no name, and which column has it. */
const TABLES: ReadonlyMap<string, readonly [table: string, column: string]> = new Map<
  RecursoAuditado,
  readonly [string, string]
>([
  ['servidores', ['servidores', 'nombre']],
  ['canales', ['canales', 'nombre']],
  ['procesos', ['procesos', 'nombre']],
  ['tareas-programadas', ['tareas_programadas', 'nombre']],
  ['tablas', ['tablas', 'nombre']],
  ['usuarios', ['usuarios', 'username']],
])

const toldSchema = z.object({ nombre: z.string().optional(), username: z.string().optional() })
const idSchema = z.uuid()

/** What was touched, as it was called then; where an entry does not say so, as it is called now. What is gone, or never had one, is not there. */
export async function readNombres<Each extends Entry>(
  db: Kysely<Database>,
  entries: readonly Each[],
): Promise<ReadonlyMap<Each, string>> {
  const nombres = new Map(
    entries.flatMap((entry) => {
      const told = nameTold(entry)
      return told === undefined ? [] : [[entry, told] as const]
    }),
  )
  const silent = entries.filter((entry) => !nombres.has(entry) && idSchema.safeParse(entry.recursoId).success)
  for (const [recurso, ofRecurso] of Map.groupBy(silent, (entry) => entry.recurso)) {
    const [table, column] = TABLES.get(recurso) ?? []
    if (table === undefined || column === undefined) continue
    const ids = ofRecurso.map(({ recursoId }) => recursoId)
    const { rows } = await sql<{ id: string; nombre: string }>`
      select id::text, ${sql.ref(column)} as nombre from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(
      db,
    )
    const found = new Map(rows.map(({ id, nombre }) => [id, nombre]))
    for (const entry of ofRecurso) {
      const nombre = found.get(entry.recursoId ?? '')
      if (nombre !== undefined) nombres.set(entry, nombre)
    }
  }
  return nombres
}

function nameTold({ detalle }: Entry): string | undefined {
  const { nombre, username } = toldSchema.safeParse(detalle).data ?? {}
  return nombre ?? username
}
