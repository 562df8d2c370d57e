import type { PresupuestoResumen } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../../db/tables.ts'

/** Whether there is such a thing to be counted. */
export async function exists(
  trx: Transaction<Database>,
  table: 'usuarios' | 'procesos',
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id::text = ${id}`.execute(trx)
  return rows.length > 0
}

type Estado = Pick<
  PresupuestoResumen,
  'id' | 'deNombre' | 'gastado' | 'reservado' | 'previsto' | 'rechazos'
> & {
  inicio: Date
  fin: Date
}

/** Within the first hour of a period the little that was spent says nothing of its end. */
const LEAST_SECONDS = 3_600

/** How budgets stand in the period that goes on; what is foreseen is what was spent so far, in proportion to the time that has passed. */
export async function readEstados(
  db: Kysely<Database>,
  rows: readonly Row<'aiPresupuestos'>[],
): Promise<ReadonlyMap<string, Estado>> {
  const ids = rows.map(({ id }) => id)
  const { rows: estados } = await sql<Estado>`
    select presupuesto.id, actual.inicio, actual.fin,
      trim_scale(coalesce(gastado, 0))::text as gastado,
      trim_scale(coalesce(reservado, 0))::text as reservado,
      trim_scale(round(coalesce(gastado, 0) * extract(epoch from actual.fin - actual.inicio)
        / greatest(extract(epoch from now() - actual.inicio), ${LEAST_SECONDS}), 6))::text as previsto,
      coalesce(rechazos, 0) as rechazos,
      case ambito when 'usuario' then username when 'proceso' then procesos.nombre
        when 'agente' then coalesce(ai_agentes.nombre, de) else de end as de_nombre
    from ai_presupuestos as presupuesto
      cross join lateral ai_periodo(presupuesto.periodo, presupuesto.zona_horaria, now()) as actual
      left join ai_presupuesto_periodos as periodo
        on periodo.presupuesto_id = presupuesto.id and periodo.inicio = actual.inicio
      left join usuarios on ambito = 'usuario' and usuarios.id::text = de
      left join procesos on ambito = 'proceso' and procesos.id::text = de
      left join ai_agentes on ambito = 'agente' and ai_agentes.id::text = de
    where presupuesto.id = any(${ids}::uuid[])`.execute(db)
  return new Map(estados.map((estado) => [estado.id, estado]))
}
