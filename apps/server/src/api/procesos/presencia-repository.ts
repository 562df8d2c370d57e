import type { Presencia } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

interface Latido {
  procesoId: string
  pestana: string
  usuario: string
  edita: boolean
  /** How long somebody who says nothing more counts as there. */
  segundos: number
}

/** Says that a tab is open, and answers who else is there: each person once, however many tabs they have. */
export async function noteLatido(
  db: Kysely<Database>,
  { procesoId, pestana, usuario, edita, segundos }: Latido,
): Promise<Presencia['presentes']> {
  await sql`
    insert into presencias (proceso_id, pestana, usuario, edita)
    values (${procesoId}::uuid, ${pestana}::uuid, ${usuario}, ${edita})
    on conflict (proceso_id, pestana)
      do update set visto_en = now(), usuario = excluded.usuario, edita = excluded.edita`.execute(db)
  await sql`delete from presencias where visto_en < now() - make_interval(secs => ${segundos}::int)`.execute(
    db,
  )
  const { rows } = await sql<{ usuario: string; edita: boolean; desde: Date }>`
    select usuario, bool_or(edita) as edita, min(desde) as desde from presencias
    where proceso_id = ${procesoId}::uuid and usuario <> ${usuario}
    group by usuario order by min(desde), usuario`.execute(db)
  return rows.map((row) => ({ ...row, desde: row.desde.toISOString() }))
}

/** A tab that is closed takes only itself away. */
export async function endLatido(
  db: Kysely<Database>,
  { procesoId, pestana, usuario }: Pick<Latido, 'procesoId' | 'pestana' | 'usuario'>,
): Promise<void> {
  await db
    .deleteFrom('presencias')
    .where('procesoId', '=', procesoId)
    .where('pestana', '=', pestana)
    .where('usuario', '=', usuario)
    .execute()
}
