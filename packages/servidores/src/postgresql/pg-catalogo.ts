import type {
  ColumnaDeObjeto,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoBuscado,
  ObjetoDeServidor,
} from '../define-servidor.ts'
import { findByName, objetoOf, type Place, referenciaOf } from '../sql/catalogo.ts'
import type { PgSession } from './pg-session.ts'
import { type Argumento, readFirma, SIGNATURES_SQL } from './pg-signature.ts'
import { tipoDatoOf } from './pg-types.ts'

const HIDDEN = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`

const LIST_SQL = `
  select * from (
    select c.relname as nombre, n.nspname as esquema, 'tabla' as tipo,
           case c.relkind when 'v' then 'vista' when 'm' then 'vista materializada' when 'f' then 'tabla externa' else 'tabla' end as clase,
           obj_description(c.oid, 'pg_class') as descripcion
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${HIDDEN} and has_schema_privilege(n.oid, 'usage')
    union all
    select p.proname, n.nspname, case p.prokind when 'p' then 'procedimiento' else 'funcion' end,
           case p.prokind when 'p' then 'procedimiento' else 'funcion' end, obj_description(p.oid, 'pg_proc')
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prokind in ('f', 'p') and p.prorettype not in (2279, 3838) and ${HIDDEN}
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  ) objetos
  where ($1::text is null or tipo = $1) and strpos(lower(esquema || '.' || nombre), lower($2::text)) > 0
  order by tipo = 'tabla' desc, esquema = current_schema() desc, esquema, nombre
  limit $3::int`

export async function listPg(
  session: PgSession,
  { tipoObjeto, q = '', limite }: FiltroDeObjetos,
): Promise<ObjetoDeServidor[]> {
  const filas = await session.query(LIST_SQL, [tipoObjeto ?? null, q, limite], limite)
  return filas.map(objetoOf)
}

const COLUMNS_SQL = `
  select n.nspname as esquema, c.relkind in ('v', 'm') as vista, a.attname as nombre, format_type(a.atttypid, a.atttypmod) as tipo,
         coalesce(nullif(t.typbasetype, 0), t.oid)::int8 as oid, not a.attnotnull as nulo,
         exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as clave,
         a.attgenerated <> '' or a.attidentity = 'a' as generada, fk.tabla as tabla_referida, fk.columna as columna_referida
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join lateral (
      select k.confrelid::regclass::text as tabla, ra.attname as columna
        from pg_constraint k
        cross join lateral unnest(k.conkey, k.confkey) as pair(own, other)
        join pg_attribute ra on ra.attrelid = k.confrelid and ra.attnum = pair.other
       where k.conrelid = c.oid and k.contype = 'f' and pair.own = a.attnum
       order by k.oid limit 1
    ) fk on true
   where c.relname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and case when $2::text is null then pg_table_is_visible(c.oid) else n.nspname = $2 end
   order by a.attnum`

/** `nombre` may name its schema: `ventas.clientes`. */
export async function describePg(
  session: PgSession,
  { nombre, tipoObjeto = 'tabla' }: ObjetoBuscado,
  maximo: number,
): Promise<DetalleDeObjeto | undefined> {
  return findByName<DetalleDeObjeto>(nombre, (place) =>
    tipoObjeto === 'tabla'
      ? describeTable(session, place, maximo)
      : describeRoutine(session, { ...place, tipoObjeto }, maximo),
  )
}

async function describeTable(session: PgSession, { esquema, nombre }: Place, maximo: number) {
  const filas = await session.query(COLUMNS_SQL, [nombre, esquema], maximo)
  const [first] = filas
  if (!first) return undefined
  return {
    nombre,
    esquema: String(first.esquema),
    tipoObjeto: 'tabla',
    clase: first.vista === true ? 'vista' : 'tabla',
    columnas: filas.map((fila) => columnaOf(session, fila)),
    parametros: [],
  }
}

function columnaOf(session: PgSession, fila: Record<string, unknown>): ColumnaDeObjeto {
  const { nombre, tipo, oid, nulo, clave, generada } = fila
  return {
    nombre: String(nombre),
    tipo: tipoDatoOf(session.types.of(Number(oid))),
    tipoNativo: String(tipo),
    nulo: nulo === true,
    ...(clave === true && { clave: true }),
    ...(generada === true && { generada: true }),
    ...referenciaOf(fila),
  }
}

/** Of several overloads the first. */
async function describeRoutine(
  session: PgSession,
  { esquema, nombre, tipoObjeto }: Place & { tipoObjeto: string },
  maximo: number,
) {
  const kinds = [tipoObjeto === 'procedimiento' ? 'p' : 'f']
  const [fila] = await session.query(SIGNATURES_SQL, [nombre, esquema, kinds], maximo)
  if (!fila) return undefined
  const firma = readFirma(fila)
  const parametros: ColumnaDeObjeto[] = []
  for (const argumento of firma.argumentos) parametros.push(await parametroOf(session, argumento))
  return { nombre, esquema: firma.esquema, tipoObjeto, clase: tipoObjeto, columnas: [], parametros }
}

async function parametroOf(session: PgSession, { nombre, tipo, modo }: Argumento): Promise<ColumnaDeObjeto> {
  const [fila] = await session.query('select to_regtype($1)::oid::int8 as oid', [tipo], 1)
  const tipoDato = tipoDatoOf(session.types.of(Number(fila?.oid)))
  return { nombre, tipo: tipoDato, tipoNativo: tipo, nulo: true, modo }
}
