import type { Consumo, ConsumoAgrupado, GrupoDeConsumo } from '@div/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../db/like-pattern.ts'
import type { Database } from '../../../db/tables.ts'

export interface ConsumoFilter {
  desde: Date
  hasta?: Date | undefined
  modelo?: string | undefined
  usuarioId?: string | undefined
  procesoId?: string | undefined
}

function conditionsOf({ desde, hasta, modelo, usuarioId, procesoId }: ConsumoFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`consumo.momento >= ${desde}`]
  if (hasta) conditions.push(sql`consumo.momento < ${hasta}`)
  if (modelo !== undefined) conditions.push(sql`consumo.modelo = ${modelo}`)
  if (usuarioId !== undefined) conditions.push(sql`consumo.usuario_id = ${usuarioId}::uuid`)
  if (procesoId !== undefined) conditions.push(sql`consumo.proceso_id = ${procesoId}::uuid`)
  return sql.join(conditions, sql` and `)
}

type Listed = Omit<Consumo, 'momento' | 'entrada' | 'cacheada' | 'salida'> & {
  momento: Date
  entrada: string
  cacheada: string
  salida: string
}

/** Newest first: ids are made of the moment. */
export async function listConsumos(
  db: Kysely<Database>,
  filter: ConsumoFilter,
  { q = null, despuesDe, limite }: { q?: string | null; despuesDe: string | null; limite: number },
): Promise<Consumo[]> {
  const isFound =
    q === null
      ? sql`true`
      : sql`concat_ws(' ', modelo, agente, ai_agentes.nombre, username, servidores.nombre, procesos.nombre) ilike ${containing(q)}`
  const { rows } = await sql<Listed>`
    select consumo.id, momento, estado, modelo, clase, entrada, cacheada, salida,
      trim_scale(importe)::text as importe, moneda, coalesce(ai_agentes.nombre, agente) as agente, ejecucion_id,
      servidores.nombre as servidor, username as usuario, procesos.nombre as proceso, canales.nombre as canal
    from ai_consumos as consumo
      left join servidores on servidores.id = servidor_id
      left join usuarios on usuarios.id = usuario_id
      left join procesos on procesos.id = proceso_id
      left join canales on canales.id = canal_id
      left join ai_agentes on ai_agentes.id::text = agente
    where ${conditionsOf(filter)} and ${isFound}
      and ${despuesDe === null ? sql`true` : sql`consumo.id < ${despuesDe}::uuid`}
    order by consumo.id desc limit ${limite}`.execute(db)
  return rows.map(({ momento, entrada, cacheada, salida, ...consumo }) => ({
    ...consumo,
    momento: momento.toISOString(),
    entrada: Number(entrada),
    cacheada: Number(cacheada),
    salida: Number(salida),
  }))
}

const CLAVES: Readonly<Record<GrupoDeConsumo, (zonaHoraria: string) => RawBuilder<unknown>>> = {
  dia: (zonaHoraria) => sql`to_char(momento at time zone ${zonaHoraria}, 'YYYY-MM-DD')`,
  modelo: () => sql`modelo`,
  usuario: () => sql`usuario_id::text`,
  agente: () => sql`agente`,
  proceso: () => sql`proceso_id::text`,
}
const NOMBRES: Readonly<Record<GrupoDeConsumo, RawBuilder<unknown>>> = {
  dia: sql`clave`,
  modelo: sql`clave`,
  usuario: sql`(select username from usuarios where id::text = clave)`,
  agente: sql`coalesce((select nombre from ai_agentes where id::text = clave), clave)`,
  proceso: sql`(select nombre from procesos where id::text = clave)`,
}

/** Calls that have something in common, added up: days in their order, anything else by what it cost. */
export async function groupConsumos(
  db: Kysely<Database>,
  filter: ConsumoFilter,
  { por, zonaHoraria, limite }: { por: GrupoDeConsumo; zonaHoraria: string; limite: number },
): Promise<ConsumoAgrupado[]> {
  const { rows } = await sql<Omit<ConsumoAgrupado, 'tokens'> & { tokens: string }>`
    select clave, ${NOMBRES[por]} as nombre,
      (select nombre from servidores where id = grupo.servidor_id) as servidor, moneda, trim_scale(total)::text as importe, llamadas, tokens
    from (
      select ${CLAVES[por](zonaHoraria)} as clave, moneda,
        ${por === 'modelo' ? sql`servidor_id` : sql`null::uuid`} as servidor_id, coalesce(sum(importe), 0) as total,
        count(*)::int as llamadas, sum(entrada + salida)::bigint as tokens
      from ai_consumos as consumo
      where ${conditionsOf(filter)} and estado in ('liquidado', 'vencido')
      group by 1, 2, 3) as grupo
    order by ${por === 'dia' ? sql`clave` : sql`total desc, clave`} limit ${limite}`.execute(db)
  return rows.map(({ tokens, ...grupo }) => ({ ...grupo, tokens: Number(tokens) }))
}
