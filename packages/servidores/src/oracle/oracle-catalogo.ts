import type {
  ColumnaDeObjeto,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoBuscado,
  ObjetoDeServidor,
} from '../define-servidor.ts'
import { detalleOfRutina, findByName, objetoOf, type Place, referenciaOf } from '../sql/catalogo.ts'
import type { Rutina } from '../sql/sql-calls.ts'
import { readFirma, SIGNATURE_SQL, signatureValues } from './oracle-rutina.ts'
import { tipoDatoOf } from './oracle-values.ts'

interface Querier {
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** Those that come with the database are of nobody's work. */
const OWN = `owner not in (select username from all_users where oracle_maintained = 'Y')`

const LIST_SQL = `
  select * from (
    select o.object_name as "nombre", o.owner as "esquema", 'tabla' as "tipo",
           case o.object_type when 'TABLE' then 'tabla' else 'vista' end as "clase", c.comments as "descripcion"
      from all_objects o
      left join all_tab_comments c on c.owner = o.owner and c.table_name = o.object_name
     where o.object_type in ('TABLE', 'VIEW', 'MATERIALIZED VIEW') and o.${OWN}
    union all
    select case when p.procedure_name is null then p.object_name else p.object_name || '.' || p.procedure_name end, p.owner,
           case when a.object_id is null then 'procedimiento' else 'funcion' end,
           case when a.object_id is null then 'procedimiento' else 'funcion' end, null
      from all_procedures p
      left join all_arguments a
        on a.object_id = p.object_id and a.subprogram_id = p.subprogram_id and a.position = 0 and a.data_level = 0
     where (p.object_type in ('PROCEDURE', 'FUNCTION') or p.object_type = 'PACKAGE' and p.procedure_name is not null)
       and coalesce(p.overload, '1') = '1' and p.${OWN}
  )
  where (:1 is null or "tipo" = :2) and (:3 is null or instr(lower("esquema" || '.' || "nombre"), lower(:4)) > 0)
  order by case "tipo" when 'tabla' then 0 else 1 end,
           case "esquema" when sys_context('userenv', 'current_schema') then 0 else 1 end, "esquema", "nombre"
  fetch next :5 rows only`

export async function listOracle(
  connection: Querier,
  { tipoObjeto, q, limite }: FiltroDeObjetos,
): Promise<ObjetoDeServidor[]> {
  const tipo = tipoObjeto ?? null
  const text = q ?? null
  const filas = await connection.query(LIST_SQL, [tipo, tipo, text, text, limite])
  return filas.map(objetoOf)
}

const COLUMNS_SQL = `
  select c.owner as "esquema", c.column_name as "nombre", c.data_type as "tipo", c.data_length as "bytes", c.char_length as "largo",
         c.data_precision as "precision", c.data_scale as "escala", c.nullable as "nulo", c.virtual_column as "virtual",
         c.identity_column as "identidad", k.constraint_type as "clave", r.table_name as "tabla_referida", r.column_name as "columna_referida",
         (select max(o.object_type) from all_objects o
           where o.owner = c.owner and o.object_name = c.table_name and o.object_type in ('TABLE', 'VIEW')) as "clase"
    from all_tab_cols c
    left join (
      select n.owner, n.table_name, m.column_name, n.constraint_type, n.r_owner, n.r_constraint_name, m.position
        from all_constraints n
        join all_cons_columns m on m.owner = n.owner and m.constraint_name = n.constraint_name
       where n.constraint_type in ('P', 'R')
    ) k on k.owner = c.owner and k.table_name = c.table_name and k.column_name = c.column_name
    left join all_cons_columns r
      on r.owner = k.r_owner and r.constraint_name = k.r_constraint_name and r.position = k.position
   where c.table_name in (:1, upper(:2)) and c.owner = coalesce(:3, sys_context('userenv', 'current_schema')) and c.hidden_column = 'NO'
   order by c.column_id`

/** `nombre` may name its schema: `VENTAS.CLIENTES`. */
export async function describeOracle(
  connection: Querier,
  { nombre, tipoObjeto = 'tabla' }: ObjetoBuscado,
): Promise<DetalleDeObjeto | undefined> {
  return findByName(nombre, (place) =>
    tipoObjeto === 'tabla'
      ? describeTable(connection, place)
      : describeRoutine(connection, {
          ...place,
          clase: tipoObjeto === 'funcion' ? 'funcion' : 'procedimiento',
        }),
  )
}

async function describeTable(
  connection: Querier,
  { esquema, nombre }: Place,
): Promise<DetalleDeObjeto | undefined> {
  const filas = await connection.query(COLUMNS_SQL, [nombre, nombre, esquema])
  const [first] = filas
  if (!first) return undefined
  const byName = Map.groupBy(filas, (fila) => String(fila.nombre))
  return {
    nombre,
    esquema: String(first.esquema),
    tipoObjeto: 'tabla',
    clase: first.clase === 'VIEW' ? 'vista' : 'tabla',
    columnas: [...byName].map(([column, rows]) => columnaOf(column, rows)),
    parametros: [],
  }
}

/** A column has a row for each key that it is a part of. */
function columnaOf(nombre: string, filas: readonly Record<string, unknown>[]): ColumnaDeObjeto {
  const [fila = {}] = filas
  const tipoNativo = spellTipo(fila)
  const reference = filas.find(({ clave, tabla_referida }) => clave === 'R' && tabla_referida !== null)
  return {
    nombre,
    tipo: tipoDatoOf(tipoNativo),
    tipoNativo,
    nulo: fila.nulo === 'Y',
    ...(filas.some(({ clave }) => clave === 'P') && { clave: true }),
    ...((fila.virtual === 'YES' || fila.identidad === 'YES') && { generada: true }),
    ...(reference && referenciaOf(reference)),
  }
}

/** As it would be declared: `NUMBER(10,2)`, `VARCHAR2(50)`. */
function spellTipo({ tipo, bytes, largo, precision, escala }: Record<string, unknown>): string {
  const name = String(tipo)
  if (name === 'NUMBER') {
    if (typeof precision === 'number')
      return escala ? `NUMBER(${precision},${escala})` : `NUMBER(${precision})`
    return escala === 0 ? 'INTEGER' : name
  }
  if (/CHAR/.test(name)) return `${name}(${largo})`
  return name === 'RAW' ? `RAW(${bytes})` : name
}

async function describeRoutine(
  connection: Querier,
  { clase, esquema, nombre }: Place & Pick<Rutina, 'clase'>,
): Promise<DetalleDeObjeto | undefined> {
  const firma = readFirma(await connection.query(SIGNATURE_SQL, signatureValues({ esquema, nombre })), clase)
  return firma && detalleOfRutina(firma, { nombre, tipoObjeto: clase }, tipoDatoOf)
}
