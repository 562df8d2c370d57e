import type {
  ColumnaDeObjeto,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoBuscado,
  ObjetoDeServidor,
} from '../define-servidor.ts'
import { detalleOfRutina, findByName, objetoOf, type Place, referenciaOf } from '../sql/catalogo.ts'
import { readFirma, SIGNATURE_SQL } from './mysql-rutina.ts'
import { tipoDatoOf } from './mysql-values.ts'

interface Querier {
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

const SYSTEM = `('mysql', 'information_schema', 'performance_schema', 'sys')`

const LIST_SQL = `
  select * from (
    select table_name as nombre, table_schema as esquema, 'tabla' as tipo,
           case when table_type like '%VIEW' then 'vista' else 'tabla' end as clase,
           case when table_type like '%VIEW' then '' else table_comment end as descripcion
      from information_schema.tables where table_schema not in ${SYSTEM}
    union all
    select routine_name, routine_schema, case routine_type when 'PROCEDURE' then 'procedimiento' else 'funcion' end,
           case routine_type when 'PROCEDURE' then 'procedimiento' else 'funcion' end, routine_comment
      from information_schema.routines where routine_schema not in ${SYSTEM}
  ) objetos
  where (? is null or tipo = ?) and locate(lower(?), lower(concat(esquema, '.', nombre))) > 0
  order by tipo = 'tabla' desc, esquema <=> database() desc, esquema, nombre
  limit ?`

export async function listMysql(
  connection: Querier,
  { tipoObjeto, q = '', limite }: FiltroDeObjetos,
): Promise<ObjetoDeServidor[]> {
  const filas = await connection.query(LIST_SQL, [tipoObjeto ?? null, tipoObjeto ?? null, q, limite])
  return filas.map(objetoOf)
}

const COLUMNS_SQL = `
  select c.table_schema as esquema, c.column_name as nombre, c.column_type as tipo, c.is_nullable as nulo, c.column_key as clave,
         c.extra as extra, k.referenced_table_name as tabla_referida, k.referenced_column_name as columna_referida,
         (select t.table_type from information_schema.tables t where t.table_schema = c.table_schema and t.table_name = c.table_name) as clase
    from information_schema.columns c
    left join information_schema.key_column_usage k
      on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name
     and k.referenced_table_name is not null
   where c.table_name = ? and c.table_schema = coalesce(?, database())
   order by c.ordinal_position`

/** `nombre` may name its schema: `ventas.clientes`. */
export async function describeMysql(
  connection: Querier,
  { nombre, tipoObjeto = 'tabla' }: ObjetoBuscado,
): Promise<DetalleDeObjeto | undefined> {
  return findByName(nombre, (place) =>
    tipoObjeto === 'tabla'
      ? describeTable(connection, place)
      : describeRoutine(connection, { ...place, tipoObjeto }),
  )
}

async function describeTable(
  connection: Querier,
  { esquema, nombre }: Place,
): Promise<DetalleDeObjeto | undefined> {
  const filas = await connection.query(COLUMNS_SQL, [nombre, esquema])
  const [first] = filas
  if (!first) return undefined
  return {
    nombre,
    esquema: String(first.esquema),
    tipoObjeto: 'tabla',
    clase: String(first.clase).endsWith('VIEW') ? 'vista' : 'tabla',
    columnas: filas.map(columnaOf),
    parametros: [],
  }
}

function columnaOf(fila: Record<string, unknown>): ColumnaDeObjeto {
  const tipoNativo = String(fila.tipo)
  return {
    nombre: String(fila.nombre),
    tipo: tipoDatoOf(tipoNativo),
    tipoNativo,
    nulo: fila.nulo === 'YES',
    ...(fila.clave === 'PRI' && { clave: true }),
    ...(/\bGENERATED\b/i.test(String(fila.extra)) && { generada: true }),
    ...referenciaOf(fila),
  }
}

async function describeRoutine(
  connection: Querier,
  { esquema, nombre, tipoObjeto }: Place & { tipoObjeto: string },
): Promise<DetalleDeObjeto | undefined> {
  const routineType = tipoObjeto === 'procedimiento' ? 'PROCEDURE' : 'FUNCTION'
  const firma = readFirma(await connection.query(SIGNATURE_SQL, [nombre, esquema, routineType]))
  return firma && detalleOfRutina(firma, { nombre, tipoObjeto }, tipoDatoOf)
}
