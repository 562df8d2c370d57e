import type { Fallo } from '../sql/failure.ts'
import { SqliteFailure } from './sqlite-process.ts'

const CONSTRAINT: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'ya hay otra fila con el mismo valor en',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'ya hay otra fila con la misma clave en',
  SQLITE_CONSTRAINT_NOTNULL: 'falta un valor obligatorio en',
  SQLITE_CONSTRAINT_CHECK: 'un valor no cumple la restricción',
}

const SENTENCES: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_FOREIGNKEY: 'la fila se refiere a otra que no existe, o hay otras que se refieren a ella',
  SQLITE_READONLY: 'la base es de solo lectura',
  SQLITE_FULL: 'no queda espacio en el disco',
  SQLITE_NOTADB: 'el archivo no es una base SQLite',
  SQLITE_CORRUPT: 'el archivo de la base está dañado',
  SQLITE_TOOBIG: 'un valor es demasiado grande',
}

const BUSY = /^SQLITE_(?:BUSY|LOCKED)/
const LOST = /^(?:DIV_PROCESO|SQLITE_(?:CANTOPEN|IOERR|NOTADB|CORRUPT))/

/** SQLite tells most mistakes under one code, by their English text. */
const TEXTS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/near "(.*)": syntax error/, (found) => `error de sintaxis cerca de «${found}»`],
  [/no such table: (.*)/, (found) => `no existe la tabla «${found}»`],
  [/no such column: (.*)/, (found) => `no existe la columna «${found}»`],
  [/has no column named (.*)/, (found) => `no existe la columna «${found}»`],
  [/no such function: (.*)/, (found) => `no existe la función «${found}»`],
  [/readonly database/, () => 'la base es de solo lectura'],
]

/** Null of what SQLite did not do. */
export function classifySqlite(cause: unknown): Fallo | null {
  if (!(cause instanceof SqliteFailure)) return null
  const { code: codigoNativo, message } = cause
  return {
    clase: LOST.test(codigoNativo) ? 'perdida' : 'rechazo',
    motivo: motivo(codigoNativo, message),
    codigoNativo,
    reintentable: BUSY.test(codigoNativo),
  }
}

function motivo(codigo: string, message: string): string {
  if (codigo === 'DIV_PROCESO') return 'su proceso terminó'
  if (BUSY.test(codigo)) return 'otra conexión tiene bloqueada la base'
  const where = message.split(': ').at(-1)
  const constraint = CONSTRAINT[codigo]
  if (constraint) return `${constraint} «${where}»`
  const sentence = SENTENCES[codigo]
  if (sentence) return sentence
  for (const [pattern, say] of TEXTS) {
    const match = pattern.exec(message)
    if (match) return say(match[1] ?? '')
  }
  return `dijo: ${message}`
}
