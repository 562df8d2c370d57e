import { expect, test } from 'vitest'
import { MYSQL_DIALECT } from '../mysql/mysql-dialect.ts'
import { POSTGRESQL_DIALECT } from '../postgresql/postgresql-dialect.ts'
import { buildTabla } from './build-tabla.ts'
import { bindValues } from './compile-sql.ts'
import { tablaSchema } from './tabla-schema.ts'

function build(objeto: Record<string, unknown>, parametros: string[] = [], dialect = POSTGRESQL_DIALECT) {
  return buildTabla(tablaSchema.parse({ tabla: 't', ...objeto }), dialect, parametros)
}

test.each<[Record<string, unknown>, string]>([
  [{ operacion: 'seleccionar' }, 'select * from "t"'],
  [
    { operacion: 'seleccionar', esquema: 's', columnas: ['a', { columna: 'b"x', alias: 'c' }] },
    'select "a", "b""x" as "c" from "s"."t"',
  ],
  [
    {
      operacion: 'seleccionar',
      orden: [{ columna: 'a', sentido: 'desc' }],
      limite: 5,
      desplazamiento: { parametro: 'p' },
    },
    'select * from "t" order by "a" desc limit 5 offset $1',
  ],
  [
    {
      operacion: 'seleccionar',
      filtro: {
        o: [
          { columna: 'a', operador: '<', parametro: 'p' },
          { y: [{ columna: 'b', operador: 'esNulo' }, { columna: 'p' }] },
        ],
      },
    },
    'select * from "t" where "a" < $1 or ("b" is null and "p" = $2)',
  ],
  [
    { operacion: 'seleccionar', filtro: [{ columna: 'a', operador: 'noEn', parametro: 'p' }] },
    'select * from "t" where "a" <> all($1)',
  ],
  [
    { operacion: 'seleccionar', filtro: [{ columna: 'p', operador: 'contiene' }] },
    `select * from "t" where "p" ilike $1 escape '!'`,
  ],
  [
    { operacion: 'insertar', columnas: ['p', { columna: 'b', parametro: 'p' }], devolver: ['id'] },
    'insert into "t" ("p", "b") values ($1, $2) returning "id"',
  ],
  [
    { operacion: 'actualizar', columnas: ['p'], filtro: [{ columna: 'p' }] },
    'update "t" set "p" = $1 where "p" = $2',
  ],
  [{ operacion: 'eliminar', todas: true }, 'delete from "t"'],
])('%j', (objeto, texto) => {
  expect(build(objeto, ['p']).texto).toBe(texto)
})

test('what is searched for stands for itself', () => {
  const sentencia = build({ operacion: 'seleccionar', filtro: [{ columna: 'p', operador: 'empiezaPor' }] }, [
    'p',
  ])
  expect(bindValues(sentencia, { p: '5%_!' })).toEqual(['5!%!_!!%'])
})

test.each<[string, Record<string, unknown>, string]>([
  ['everything updated', { operacion: 'actualizar', columnas: ['p'] }, 'objeto.filtro'],
  ['everything deleted', { operacion: 'eliminar', filtro: [] }, 'objeto.filtro'],
  [
    'a filter without its parameter',
    { operacion: 'seleccionar', filtro: [{ columna: 'x' }] },
    'objeto.filtro[0]',
  ],
  ['nothing to insert', { operacion: 'insertar' }, 'objeto.columnas'],
  ['a column twice', { operacion: 'insertar', columnas: ['p', { columna: 'p' }] }, 'objeto.columnas'],
  [
    'a limit without its parameter',
    { operacion: 'seleccionar', limite: { parametro: 'x' } },
    'objeto.limite',
  ],
])('%s is refused', (_, objeto, campo) => {
  expect(() => build(objeto, ['p'])).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})

test('MySQL does not return updated rows', () => {
  const objeto = { operacion: 'actualizar', columnas: ['p'], todas: true, devolver: ['p'] }
  expect(() => build(objeto, ['p'], MYSQL_DIALECT)).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo: 'objeto.devolver' })] }),
  )
})
