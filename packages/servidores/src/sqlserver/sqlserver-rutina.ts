import type { Argumento, Firma } from '../sql/firma.ts'
import type { AnswerLimit, Parametros, Rutina, SalidaDeRutina } from '../sql/sql-calls.ts'
import { SQLSERVER_DIALECT } from './sqlserver-dialect.ts'
import type { Parametro, SqlserverSession } from './sqlserver-session.ts'
import { readOutput, toOutput, toSqlserver } from './sqlserver-values.ts'

export interface FirmaSqlserver extends Firma {
  /** It answers rows. */
  returnsTable: boolean
}

/** One row a parameter; a routine without any has one row whose name is null. The result of a function has place 0. */
export const SIGNATURE_SQL = `
  select s.name as esquema, rtrim(o.type) as clase, p.name as nombre, p.is_output as sale,
         coalesce(type_name(p.system_type_id), type_name(p.user_type_id)) as tipo
    from sys.objects o
    join sys.schemas s on s.schema_id = o.schema_id
    left join sys.parameters p on p.object_id = o.object_id and p.parameter_id > 0
   where o.name = @p1 and s.name = coalesce(@p2, schema_name())
     and case when o.type in ('P', 'PC') then 'procedimiento' when o.type in ('FN', 'FS', 'IF', 'TF', 'FT') then 'funcion' end = @p3
   order by p.parameter_id`

const TABLES = new Set(['IF', 'TF', 'FT'])

export function readFirma(filas: readonly Record<string, unknown>[]): FirmaSqlserver | undefined {
  const [first] = filas
  if (!first) return undefined
  const argumentos = filas
    .filter(({ nombre }) => nombre !== null)
    .map(
      ({ nombre, sale, tipo }): Argumento => ({
        nombre: String(nombre).replace(/^@/, ''),
        modo: sale === true ? 'INOUT' : 'IN',
        tipo: String(tipo),
        // The catalogue does not say which have one.
        hasDefault: true,
      }),
    )
  return { esquema: String(first.esquema), argumentos, returnsTable: TABLES.has(String(first.clase)) }
}

interface Call {
  rutina: Rutina
  firma: FirmaSqlserver
  parametros: Parametros
  limit: AnswerLimit
}

export async function callFunction(
  session: SqlserverSession,
  { rutina, firma, parametros, limit }: Call,
): Promise<SalidaDeRutina> {
  const bound: Parametro[] = []
  const places = firma.argumentos.map(({ nombre }) => {
    if (!Object.hasOwn(parametros, nombre)) return 'default'
    const place = bound.length + 1
    bound.push({ nombre: `p${place}`, ...toSqlserver(parametros[nombre], session.zona) })
    return SQLSERVER_DIALECT.placeholder(place)
  })
  const call = `${targetOf(rutina, firma)}(${places.join(', ')})`
  const texto = firma.returnsTable ? `select * from ${call}` : `select ${call} as resultado`
  const { conjuntos } = await session.execute({ texto, parametros: bound }, limit)
  const filas = conjuntos[0]?.filas ?? []
  return firma.returnsTable
    ? { salidas: {}, conjuntos: [filas] }
    : { salidas: { resultado: filas[0]?.resultado ?? null }, conjuntos: [] }
}

export async function callProcedure(
  session: SqlserverSession,
  { rutina, firma, parametros, limit }: Call,
): Promise<SalidaDeRutina> {
  const { zona } = session
  const outputs = firma.argumentos.filter(({ modo }) => modo === 'INOUT')
  const bound = firma.argumentos.flatMap(({ nombre, modo, tipo }): Parametro[] => {
    const value = parametros[nombre] ?? null
    if (modo === 'INOUT') return [{ nombre, sale: true, ...toOutput(value, tipo, zona) }]
    return Object.hasOwn(parametros, nombre) ? [{ nombre, ...toSqlserver(value, zona) }] : []
  })
  const { conjuntos, salidas } = await session.execute(
    { texto: targetOf(rutina, firma), parametros: bound, esProcedimiento: true },
    limit,
  )
  return {
    salidas: Object.fromEntries(
      outputs.map(({ nombre, tipo }) => {
        const salida = salidas.get(nombre) ?? salidas.get(`@${nombre}`)
        return [nombre, salida ? readOutput(salida.value, { nativo: tipo, campo: salida.campo, zona }) : null]
      }),
    ),
    conjuntos: conjuntos.map(({ filas }) => filas),
  }
}

function targetOf({ nombre }: Rutina, { esquema }: Firma): string {
  return `${SQLSERVER_DIALECT.quote(esquema)}.${SQLSERVER_DIALECT.quote(nombre)}`
}
