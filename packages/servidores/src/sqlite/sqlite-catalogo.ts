import type { TipoDato } from '@div/contract'
import type {
  ColumnaDeObjeto,
  DetalleDeObjeto,
  FiltroDeObjetos,
  ObjetoDeServidor,
} from '../define-servidor.ts'

interface Querier {
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

const VISIBLE = `type in ('table', 'view') and name not like 'sqlite!_%' escape '!'`

export async function listSqlite(
  connection: Querier,
  { tipoObjeto, q = '', limite }: FiltroDeObjetos,
): Promise<ObjetoDeServidor[]> {
  if (tipoObjeto !== undefined && tipoObjeto !== 'tabla') return []
  const filas = await connection.query(
    `select name, type from sqlite_schema where ${VISIBLE} and instr(lower(name), lower(?)) > 0 order by name limit ?`,
    [q, limite],
  )
  return filas.map(({ name, type }) => ({
    nombre: String(name),
    tipoObjeto: 'tabla',
    clase: type === 'view' ? 'vista' : 'tabla',
  }))
}

export async function describeSqlite(
  connection: Querier,
  nombre: string,
): Promise<DetalleDeObjeto | undefined> {
  const [found] = await connection.query(
    `select name, type from sqlite_schema where ${VISIBLE} and name = ?`,
    [nombre],
  )
  if (!found) return undefined
  const columns = await connection.query('select * from pragma_table_xinfo(?) where hidden <> 1', [nombre])
  const keys = await connection.query('select * from pragma_foreign_key_list(?)', [nombre])
  const references = new Map(
    keys.map((key) => [String(key.from), { objeto: String(key.table), columna: String(key.to ?? '') }]),
  )
  return {
    nombre,
    tipoObjeto: 'tabla',
    clase: found.type === 'view' ? 'vista' : 'tabla',
    columnas: columns.map((column) => columnaOf(column, references.get(String(column.name)))),
    parametros: [],
  }
}

function columnaOf(
  { name, type, notnull, pk, hidden }: Record<string, unknown>,
  referencia: ColumnaDeObjeto['referencia'],
): ColumnaDeObjeto {
  const tipoNativo = String(type)
  return {
    nombre: String(name),
    tipo: tipoOf(tipoNativo),
    tipoNativo,
    nulo: notnull === 0 && pk === 0,
    ...(pk !== 0 && { clave: true }),
    ...(hidden !== 0 && { generada: true }),
    ...(referencia && { referencia }),
  }
}

/** First match wins; the later ones are SQLite's own rules of affinity. */
const TIPOS: readonly (readonly [RegExp, TipoDato])[] = [
  [/^BOOL/i, 'booleano'],
  [/^DATE$/i, 'fecha'],
  [/^(?:DATETIME|TIMESTAMP)/i, 'fechaHora'],
  [/^JSON/i, 'cualquiera'],
  [/INT/i, 'entero'],
  [/CHAR|CLOB|TEXT|TIME/i, 'texto'],
  [/BLOB/i, 'binario'],
  [/REAL|FLOA|DOUB|NUM|DEC/i, 'decimal'],
]

function tipoOf(declared: string): TipoDato {
  return TIPOS.find(([pattern]) => pattern.test(declared))?.[1] ?? 'cualquiera'
}
