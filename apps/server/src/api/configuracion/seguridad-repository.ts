import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { SERVIDOR_DE_EJEMPLO } from '../../samples/servidor-de-ejemplo.ts'
import type { Facts } from './check-seguridad.ts'

type DefinitionFacts = Pick<
  Facts,
  | 'servidoresRedPrivada'
  | 'canalesRedPrivada'
  | 'canalesPublicos'
  | 'tokensSinVencimiento'
  | 'tokensParaTodo'
  | 'usuariosSinEntrar'
  | 'administradores'
  | 'relojMs'
  | 'ejemplos'
>

/** What the first start brings along, by the address that it has there. */
const SAMPLE_CANAL = 'tienda'

/** The names of what an admin should look at, and how far the clocks are apart. */
export async function readDefinitionFacts(
  db: Kysely<Database>,
  { idleDays }: { idleDays: number },
): Promise<DefinitionFacts> {
  const { rows } = await sql<Omit<DefinitionFacts, 'relojMs'>>`
    select
      array(select nombre from servidores where activo and permitir_red_privada order by 1) as servidores_red_privada,
      array(select nombre from canales where activo and acceso @> '{"permitirRedPrivada": true}' order by 1) as canales_red_privada,
      array(select nombre from canales where activo and acceso ->> 'tipo' = 'publico' order by 1) as canales_publicos,
      array(select nombre from tokens where revocado_en is null and expira_en is null order by 1) as tokens_sin_vencimiento,
      array(select nombre from tokens where revocado_en is null and canales is null
        and (expira_en is null or expira_en > now()) order by 1) as tokens_para_todo,
      array(select username from usuarios where activo
        and coalesce(ultimo_acceso, creado_en) < now() - make_interval(days => ${idleDays}) order by 1) as usuarios_sin_entrar,
      (select count(*)::int from usuarios where activo and role = 'admin') as administradores,
      array(select nombre from canales where activo and ruta = ${SAMPLE_CANAL}
        and exists (select from servidores where nombre = ${SERVIDOR_DE_EJEMPLO}) order by 1) as ejemplos`.execute(
    db,
  )
  const [facts] = rows
  if (!facts) throw new Error('the statement answered no row')
  return { ...facts, relojMs: await measureClock(db) }
}

/** Of the same moment, as far as the way there and back allows. */
async function measureClock(db: Kysely<Database>): Promise<number> {
  const began = Date.now()
  const { rows } = await sql<{ momento: Date }>`select clock_timestamp() as momento`.execute(db)
  const middle = (began + Date.now()) / 2
  return middle - (rows[0]?.momento.getTime() ?? middle)
}
