import { z } from 'zod'
import type { Operation, TipoObjeto } from '../define-servidor.ts'
import { compileSql, refuseSql, type Sentencia } from './compile-sql.ts'
import type { Dialect } from './dialect.ts'
import type { OpcionesDeLectura } from './sql-calls.ts'
import type { SqlConnection } from './sql-connection.ts'

const consultaSchema = z.strictObject({
  sql: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .meta({
      title: 'SQL',
      description: 'Una sentencia. Escriba :nombre donde va cada parámetro.',
      examples: ['select nombre from clientes where id = :id'],
    }),
  soloLectura: z.boolean().optional().meta({
    title: 'Solo lectura',
    description: 'Sí: se rechaza si escribe. No: se trata como escritura aunque lea, por lo que llama.',
  }),
  maxFilas: z.int().min(1).optional().meta({
    title: 'Máximo de filas',
    description: 'Leer más es un error. No se aplica al recorrer con cursor.',
  }),
})

/** A statement written by hand, with `:name` parameters. */
export function defineConsulta<Conn extends SqlConnection>(
  dialect: Dialect,
): TipoObjeto<Conn, typeof consultaSchema> {
  return {
    label: 'Consulta',
    summary: 'Ejecuta una sentencia SQL con parámetros :nombre.',
    objeto: consultaSchema,
    prepare({ sql, soloLectura, maxFilas }, parametros) {
      const sentencia = compileSql(sql, dialect, parametros)
      if (soloLectura && sentencia.efecto === 'escritura') {
        throw refuseSql('La consulta es de solo lectura y esta sentencia escribe.')
      }
      const efecto = soloLectura === false ? 'escritura' : sentencia.efecto
      return {
        ...operationOf<Conn>(sentencia, dialect, {
          efecto,
          lectura: { maxFilas: maxFilas ?? ANY_ROWS.maxFilas, soloLectura: soloLectura === true },
        }),
        reversible: isReversible(sentencia),
      }
    },
  }
}

/** What every database undoes; of all else (routines, definitions, files written by `select … into`) only some undo it. */
const REVERSIBLE: ReadonlySet<string> = new Set([
  ...['select', 'with', 'values', 'table', 'show', 'explain', 'describe', 'desc'],
  ...['insert', 'update', 'delete', 'merge', 'replace'],
])

function isReversible({ verbo, efecto, salida, devuelve, ejecuta }: Sentencia): boolean {
  const reads = verbo === 'select' || (verbo === 'with' && salida === 'filas' && !devuelve)
  return REVERSIBLE.has(verbo) && ejecuta === undefined && !(reads && efecto === 'escritura')
}

const ANY_ROWS: OpcionesDeLectura = { maxFilas: Number.MAX_SAFE_INTEGER }

/** How a compiled statement is called: reading, writing or with a cursor. */
export function operationOf<Conn extends SqlConnection>(
  sentencia: Sentencia,
  { pipelines }: Pick<Dialect, 'pipelines'>,
  {
    efecto = sentencia.efecto,
    lectura = ANY_ROWS,
  }: { efecto?: Sentencia['efecto']; lectura?: OpcionesDeLectura } = {},
): Operation<Conn> {
  if (sentencia.salida === 'afectadas') {
    return {
      efecto,
      run: (connection, parametros, context) => connection.write(sentencia, parametros, context),
    }
  }
  const encadenable = pipelines === true && sentencia.esPura && efecto === 'lectura' && !lectura.soloLectura
  return {
    efecto,
    ...(encadenable && { encadenable }),
    run: (connection, parametros, context) => connection.read(sentencia, parametros, context, lectura),
    stream: (connection, parametros, context) => connection.stream(sentencia, parametros, context, lectura),
  }
}
