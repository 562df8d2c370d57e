import { lookUp } from '@div/contract'
import { type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'
import { SqliteFailure } from './sqlite-process.ts'

const CONSTRAINT: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'ya hay otra fila con el mismo valor en',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'ya hay otra fila con la misma clave en',
  SQLITE_CONSTRAINT_NOTNULL: 'falta un valor obligatorio en',
  SQLITE_CONSTRAINT_CHECK: 'un valor no cumple la restricción',
}

const SENTENCES: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_FOREIGNKEY: 'la fila se refiere a otra que no existe, o hay otras que se refieren a ella',
  SQLITE_CONSTRAINT_DATATYPE: 'un valor no es del tipo que se espera: ',
  SQLITE_CONSTRAINT_TRIGGER: 'un disparador lo impide: ',
  SQLITE_CONSTRAINT_ROWID: 'ya hay otra fila con la misma clave: ',
  SQLITE_CONSTRAINT: 'los datos no cumplen una restricción: ',
  SQLITE_MISMATCH: 'un valor no es del tipo que se espera: ',
  SQLITE_RANGE: 'sobran o faltan valores: ',
  SQLITE_ERROR: 'la sentencia no es correcta: ',
  SQLITE_AUTH: 'la operación no está permitida: ',
  SQLITE_PERM: 'el archivo no deja hacer la operación: ',
  SQLITE_CANTOPEN: 'el archivo no se puede abrir: ',
  SQLITE_IOERR: 'el archivo no se puede leer o escribir: ',
  SQLITE_NOMEM: 'no le queda memoria: ',
  SQLITE_SCHEMA: 'las tablas cambiaron mientras trabajaba: ',
  SQLITE_INTERRUPT: 'se canceló la sentencia',
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
  [/ambiguous column name: (.*)/, (found) => `hay más de una columna «${found}»; diga de qué tabla es`],
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
  const constraint = lookUp(CONSTRAINT, codigo)
  if (constraint) return `${constraint} «${where}»`
  for (const [pattern, say] of TEXTS) {
    const match = pattern.exec(message)
    if (match) return say(match[1] ?? '')
  }
  const words = { detail: undefined, message }
  return (
    motivoOf(SENTENCES, codigo, words) ??
    motivoOf(SENTENCES, familyOf(codigo), words) ??
    `dijo: ${quoteWords(message)}`
  )
}

/** SQLITE_IOERR of SQLITE_IOERR_READ (its extended result codes). */
function familyOf(codigo: string): string {
  return codigo.split('_', 2).join('_')
}
