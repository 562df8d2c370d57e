import { describe, expect, test } from 'vitest'
import { classifyMysql } from '../mysql/mysql-failure.ts'
import { classifyPg } from '../postgresql/pg-failure.ts'
import { classifySqlite } from '../sqlite/sqlite-failure.ts'
import { SqliteFailure } from '../sqlite/sqlite-process.ts'

const pg = (code: string, message: string, more: object = {}) =>
  classifyPg(Object.assign(new Error(message), { severity: 'ERROR', code, ...more }))?.motivo
const mysql = (code: string, sqlState: string, message: string) =>
  classifyMysql(Object.assign(new Error(message), { code, sqlState, errno: 1 }))?.motivo
const sqlite = (code: string, message: string) => classifySqlite(new SqliteFailure(code, message))?.motivo

describe('what a database says is told in Spanish first, then in its own words', () => {
  test.each([
    ['23502', 'null value', { column: 'a' }, 'falta un valor obligatorio en la columna «a»'],
    ['23502', 'null value', {}, 'falta un valor obligatorio'],
    ['22021', 'invalid byte', {}, 'un texto tiene un carácter que la base no admite: «invalid byte»'],
    ['22P02', 'invalid "x"', {}, 'un valor no es del tipo que se espera: «invalid "x"»'],
    ['22003', 'out of range', {}, 'un número no cabe en su tipo: «out of range»'],
    ['22001', 'too long', {}, 'un texto no cabe en su columna: «too long»'],
    ['22023', 'bad parameter', {}, 'un valor no se puede usar: «bad parameter»'],
    ['23000', 'constraint', {}, 'los datos no cumplen una restricción: «constraint»'],
    ['42P10', 'bad reference', {}, 'la sentencia no es correcta: «bad reference»'],
    ['P0001', 'Sin saldo', {}, 'la rutina dice: «Sin saldo»'],
    ['ZZ000', 'strange', {}, 'dijo: «strange»'],
  ])('PostgreSQL %s %s %j', (code, message, more, motivo) => {
    expect(pg(code, message, more)).toBe(motivo)
  })

  test.each([
    ['ER_DATA_TOO_LONG', '22001', 'Data too long', 'un texto no cabe en su columna: «Data too long»'],
    ['ER_OTHER', '22018', 'Invalid', 'un valor no se puede usar: «Invalid»'],
    ['ER_SIGNAL_EXCEPTION', '45000', 'Sin saldo', 'la rutina dice: «Sin saldo»'],
    ['ER_OTHER', 'HY000', 'strange', 'dijo: «strange»'],
  ])('MySQL %s %s', (code, sqlState, message, motivo) => {
    expect(mysql(code, sqlState, message)).toBe(motivo)
  })

  test.each([
    ['SQLITE_MISMATCH', 'datatype mismatch', 'un valor no es del tipo que se espera: «datatype mismatch»'],
    ['SQLITE_IOERR_READ', 'disk I/O error', 'el archivo no se puede leer o escribir: «disk I/O error»'],
    ['SQLITE_CONSTRAINT_VTAB', 'constraint', 'los datos no cumplen una restricción: «constraint»'],
    ['SQLITE_CONSTRAINT_TRIGGER', 'Sin saldo', 'un disparador lo impide: «Sin saldo»'],
    ['SQLITE_ERROR', 'no such table: x', 'no existe la tabla «x»'],
    ['SQLITE_ERROR', 'integer overflow', 'la sentencia no es correcta: «integer overflow»'],
    ['RangeError', 'strange', 'dijo: «strange»'],
  ])('SQLite %s %s', (code, message, motivo) => {
    expect(sqlite(code, message)).toBe(motivo)
  })
})
