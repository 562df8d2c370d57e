import { Fecha } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createTablaIndex } from './tabla-index.ts'
import { createTablas } from './tablas.ts'

const columna = (nombre: string, tipo: 'texto' | 'entero' | 'fecha' = 'texto') => ({
  nombre,
  tipo,
  requerido: false,
  unico: false,
  descripcion: '',
})

test.each([
  ['the integer', 7, 'siete'],
  ['the text of the integer', '7', 'siete'],
  ['a key that is not there', 8, undefined],
  ['a text that is no integer', 'x', undefined],
  ['nothing', null, undefined],
])('%s is looked up by the type of the key column', (_, clave, nombre) => {
  const find = createTablaIndex(
    [
      { id: 7, nombre: 'siete' },
      { id: 7, nombre: 'otro siete' },
      { id: null, nombre: 'sin clave' },
    ],
    columna('id', 'entero'),
  )
  expect(find(clave)?.nombre).toBe(nombre)
})

test('a day is a key', () => {
  const find = createTablaIndex([{ dia: new Fecha(2026, 1, 2), nombre: 'x' }], columna('dia', 'fecha'))
  expect(find('2026-01-02')?.nombre).toBe('x')
  expect(find(new Fecha(2026, 1, 2))?.nombre).toBe('x')
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('rows are read when a flujo names their tabla, and again when they change, below the plans that look them up', async () => {
  const { db } = database
  const tablaId = crypto.randomUUID()
  const procesoId = crypto.randomUUID()
  await db
    .insertInto('tablas')
    .values({
      id: tablaId,
      nombre: 'paises',
      descripcion: '',
      categoriaId: null,
      columnas: JSON.stringify([columna('iso'), columna('alta', 'fecha')]),
      actualizadoPor: null,
    })
    .execute()
  await db.insertInto('tablaFilas').values({ tablaId, datos: '{"iso":"ES","alta":"2026-01-02"}' }).execute()
  const tablas = createTablas(db)
  const apply = async () => tablas.apply(await db.selectFrom('tablas').selectAll().execute())

  await apply()
  expect(tablas.find('paises', 'nada')).toBeUndefined()
  expect(tablas.find('nada')).toBeUndefined()
  expect([tablas.columnas('paises'), tablas.columnas('nada')]).toEqual([['iso', 'alta'], undefined])
  expect(() => tablas.find('paises')?.('ES')).toThrow('todavía se está leyendo')

  await db
    .insertInto('procesos')
    .values({
      id: procesoId,
      nombre: 'p',
      descripcion: '',
      categoriaId: null,
      modo: 'memoria',
      flujo: '{}',
      versionPublicada: null,
      actualizadoPor: null,
    })
    .execute()
  await db
    .insertInto('procesoDependencias')
    .values({ procesoId, version: 0, recurso: 'tablas', referencia: 'paises', nodo: 'n1' })
    .execute()
  await apply()
  expect(tablas.find('paises')?.('ES')).toEqual({ iso: 'ES', alta: new Fecha(2026, 1, 2) })

  const stamp = tablas.stamp('paises')
  await db.insertInto('tablaFilas').values({ tablaId, datos: '{"iso":"FR"}' }).execute()
  await db.updateTable('tablas').set({ actualizadoEn: new Date() }).where('id', '=', tablaId).execute()
  // A plan holds on to what it was compiled with.
  const found = tablas.find('paises')
  await tablas.refreshFilas()
  expect(tablas.stamp('paises')).toBe(stamp)
  expect(found?.('FR')).toEqual({ iso: 'FR', alta: null })

  await db
    .updateTable('tablas')
    .set({ columnas: JSON.stringify([columna('iso')]) })
    .where('id', '=', tablaId)
    .execute()
  await apply()
  expect(tablas.stamp('paises')).not.toBe(stamp)
  expect(tablas.find('paises')?.('FR')).toEqual({ iso: 'FR' })
})
