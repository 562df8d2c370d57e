import type {
  ColumnaDeObjeto,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoBuscado,
  ObjetoDeServidor,
} from '../define-servidor.ts'
import { detalleOfRutina, findByName, objetoOf, type Place, referenciaOf } from '../sql/catalogo.ts'
import { readFirma, SIGNATURE_SQL } from './sqlserver-rutina.ts'
import { tipoDatoOf } from './sqlserver-values.ts'

interface Querier {
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** The comment that the tools of SQL Server keep with an object. */
const DESCRIPTION = `
  (select cast(e.value as nvarchar(4000)) from sys.extended_properties e
    where e.class = 1 and e.major_id = o.object_id and e.minor_id = 0 and e.name = 'MS_Description')`

const LIST_SQL = `
  select top (@p3) * from (
    select o.name as nombre, s.name as esquema,
           case when o.type in ('U', 'V') then 'tabla' when o.type in ('P', 'PC') then 'procedimiento' else 'funcion' end as tipo,
           case when o.type = 'U' then 'tabla' when o.type = 'V' then 'vista' when o.type in ('P', 'PC') then 'procedimiento' else 'funcion' end as clase,
           ${DESCRIPTION} as descripcion
      from sys.objects o
      join sys.schemas s on s.schema_id = o.schema_id
     where o.type in ('U', 'V', 'P', 'PC', 'FN', 'FS', 'IF', 'TF', 'FT') and o.is_ms_shipped = 0
  ) objetos
  where (@p1 is null or tipo = @p1) and charindex(lower(@p2), lower(esquema + '.' + nombre)) > 0
  order by case tipo when 'tabla' then 0 else 1 end, case esquema when schema_name() then 0 else 1 end, esquema, nombre`

export async function listSqlserver(
  connection: Querier,
  { tipoObjeto, q = '', limite }: FiltroDeObjetos,
): Promise<ObjetoDeServidor[]> {
  const filas = await connection.query(LIST_SQL, [tipoObjeto ?? null, q, limite])
  return filas.map(objetoOf)
}

const COLUMNS_SQL = `
  select s.name as esquema, rtrim(o.type) as clase, c.name as nombre, coalesce(type_name(c.system_type_id), type_name(c.user_type_id)) as tipo,
         c.max_length as largo, c.precision as precision_, c.scale as escala, c.is_nullable as nulo,
         cast(case when c.is_identity = 1 or c.is_computed = 1 or c.generated_always_type > 0 then 1 else 0 end as bit) as generada,
         cast(case when k.column_id is null then 0 else 1 end as bit) as clave,
         object_name(f.referenced_object_id) as tabla_referida,
         col_name(f.referenced_object_id, f.referenced_column_id) as columna_referida
    from sys.objects o
    join sys.schemas s on s.schema_id = o.schema_id
    join sys.columns c on c.object_id = o.object_id
    left join sys.indexes i on i.object_id = o.object_id and i.is_primary_key = 1
    left join sys.index_columns k on k.object_id = o.object_id and k.index_id = i.index_id and k.column_id = c.column_id
    left join sys.foreign_key_columns f on f.parent_object_id = o.object_id and f.parent_column_id = c.column_id
   where o.type in ('U', 'V') and o.name = @p1 and s.name = coalesce(@p2, schema_name())
   order by c.column_id`

/** `nombre` may name its schema: `ventas.clientes`. */
export async function describeSqlserver(
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
  // A column of two foreign keys is told once.
  const columns = filas.filter(
    (fila, index) => filas.findIndex((other) => other.nombre === fila.nombre) === index,
  )
  return {
    nombre,
    esquema: String(first.esquema),
    tipoObjeto: 'tabla',
    clase: first.clase === 'V' ? 'vista' : 'tabla',
    columnas: columns.map(columnaOf),
    parametros: [],
  }
}

function columnaOf(fila: Record<string, unknown>): ColumnaDeObjeto {
  const tipo = String(fila.tipo)
  return {
    nombre: String(fila.nombre),
    tipo: tipoDatoOf(tipo),
    tipoNativo: spellTipo(tipo, fila),
    nulo: fila.nulo === true,
    ...(fila.clave === true && { clave: true }),
    ...(fila.generada === true && { generada: true }),
    ...referenciaOf(fila),
  }
}

/** As it would be declared: `nvarchar(50)`, `decimal(10,2)`. */
function spellTipo(tipo: string, { largo, precision_, escala }: Record<string, unknown>): string {
  if (tipo === 'decimal' || tipo === 'numeric') return `${tipo}(${precision_},${escala})`
  if (!/char$|binary$/.test(tipo)) return tipo
  const bytes = Number(largo)
  if (bytes === -1) return `${tipo}(max)`
  return `${tipo}(${tipo.startsWith('n') ? bytes / 2 : bytes})`
}

async function describeRoutine(
  connection: Querier,
  { esquema, nombre, tipoObjeto }: Place & { tipoObjeto: string },
): Promise<DetalleDeObjeto | undefined> {
  const firma = readFirma(await connection.query(SIGNATURE_SQL, [nombre, esquema, tipoObjeto]))
  return firma && detalleOfRutina(firma, { nombre, tipoObjeto }, tipoDatoOf)
}
