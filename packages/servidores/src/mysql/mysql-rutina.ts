import type { Argumento, Firma } from '../sql/firma.ts'
import type { AnswerLimit, Parametros, Rutina, SalidaDeRutina } from '../sql/sql-calls.ts'
import { MYSQL_DIALECT } from './mysql-dialect.ts'
import type { MysqlSession } from './mysql-session.ts'
import { readOutput } from './mysql-values.ts'

/** One row a parameter; a routine without any has one row whose name is null. The result of a function has place 0. */
export const SIGNATURE_SQL = `
  select r.routine_schema as esquema, p.parameter_name as nombre, p.parameter_mode as modo, p.dtd_identifier as tipo
    from information_schema.routines r
    left join information_schema.parameters p
      on p.specific_schema = r.routine_schema and p.specific_name = r.specific_name
     and p.routine_type = r.routine_type and p.ordinal_position > 0
   where r.routine_name = ? and r.routine_schema = coalesce(?, database()) and r.routine_type = ?
   order by p.ordinal_position`

export function readFirma(filas: readonly Record<string, unknown>[]): Firma | undefined {
  const [first] = filas
  if (!first) return undefined
  const argumentos = filas
    .filter(({ nombre }) => nombre !== null)
    .map(({ nombre, modo, tipo }): Argumento => {
      const direction = modo === 'OUT' || modo === 'INOUT' ? modo : 'IN'
      return { nombre: String(nombre), modo: direction, tipo: String(tipo) }
    })
  return { esquema: String(first.esquema), argumentos }
}

interface Call {
  rutina: Rutina
  firma: Firma
  parametros: Parametros
  limit: AnswerLimit
}

export async function callFunction(
  session: MysqlSession,
  { rutina, firma, parametros, limit }: Call,
): Promise<SalidaDeRutina> {
  const { argumentos } = firma
  const sql = `select ${targetOf(rutina, firma)}(${argumentos.map(() => '?').join(', ')}) as resultado`
  const values = argumentos.map(({ nombre }) => parametros[nombre] ?? null)
  const { conjuntos } = await session.execute(sql, values, limit)
  return { salidas: { resultado: conjuntos[0]?.filas[0]?.resultado ?? null }, conjuntos: [] }
}

/** Outputs go through variables of the session, which is how both systems give them to any client. */
export async function callProcedure(
  session: MysqlSession,
  { rutina, firma, parametros, limit }: Call,
): Promise<SalidaDeRutina> {
  const { argumentos } = firma
  const outputs = argumentos.filter(({ modo }) => modo !== 'IN')
  const variableOf = (argumento: Argumento) => `@div_${argumentos.indexOf(argumento)}`
  const values = (list: readonly Argumento[]) => list.map(({ nombre }) => parametros[nombre] ?? null)

  const both = argumentos.filter(({ modo }) => modo === 'INOUT')
  if (both.length > 0) {
    const assignments = both.map((argumento) => `${variableOf(argumento)} = ?`).join(', ')
    await session.execute(`set ${assignments}`, values(both), limit)
  }
  const places = argumentos
    .map((argumento) => (argumento.modo === 'IN' ? '?' : variableOf(argumento)))
    .join(', ')
  const inputs = values(argumentos.filter(({ modo }) => modo === 'IN'))
  const { conjuntos } = await session.execute(`call ${targetOf(rutina, firma)}(${places})`, inputs, limit)
  const salidas = outputs.length === 0 ? {} : await readOutputs()
  return { salidas, conjuntos: conjuntos.map(({ filas }) => filas) }

  async function readOutputs(): Promise<Record<string, unknown>> {
    const columns = outputs.map(
      (argumento) => `${variableOf(argumento)} as ${MYSQL_DIALECT.quote(argumento.nombre)}`,
    )
    const read = await session.execute(`select ${columns.join(', ')}`, [], limit)
    const fila = read.conjuntos[0]?.filas[0] ?? {}
    return Object.fromEntries(
      outputs.map(({ nombre, tipo }) => [nombre, readOutput(fila[nombre] ?? null, tipo, session.lectura)]),
    )
  }
}

function targetOf({ nombre }: Rutina, { esquema }: Firma): string {
  return `${MYSQL_DIALECT.quote(esquema)}.${MYSQL_DIALECT.quote(nombre)}`
}
