import { FlujoInvalido, newFlujo } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createRecord, findRecord, show, updateRecord } from '../resource/register-resource.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { procesos } from './procesos.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ADMIN: Actor = { id: '0', username: 'ana', role: 'admin' }
/** Every role of today that may save a process may read what it names; one that is unknown may read nothing. */
const GUEST: Actor = JSON.parse('{"id":"0","username":"eva","role":"invitado"}')

/** A flujo whose exit takes a shared parameter. */
function flujoNaming(nombre: string) {
  const flujo = newFlujo()
  const nodos = flujo.nodos.map((nodo) =>
    nodo.tipo === 'salida'
      ? { ...nodo, parametros: [{ nombre: 'total', tipo: 'decimal', expresion: `PARAMETRO("${nombre}")` }] }
      : nodo,
  )
  return { ...flujo, nodos }
}

const REFUSED = {
  extra: { hallazgos: [expect.objectContaining({ campo: 'parametros', gravedad: 'error' })] },
}

test('a process that names what its author may not read is not created, changed or restored', async () => {
  const { db } = database
  const body = { nombre: 'Precio', flujo: flujoNaming('iva') }
  const creating = createRecord(procesos, { db, usuario: GUEST, body })
  await expect(creating).rejects.toMatchObject(REFUSED)
  await expect(creating).rejects.toThrow(FlujoInvalido)

  const created = await createRecord(procesos, { db, usuario: ADMIN, body: { nombre: 'Precio' } })
  const params = { id: created.id }
  const changed = { ...show(procesos, created), ...body }
  await expect(updateRecord(procesos, { db, usuario: GUEST, params, body: changed })).rejects.toMatchObject(
    REFUSED,
  )
  expect((await findRecord(procesos, db, params)).flujo).toEqual(created.flujo)
  const saved = await updateRecord(procesos, { db, usuario: ADMIN, params, body: changed })

  // What stands there already is not passed on by somebody who may not read it either.
  const renamed = { nombre: 'Otro', revision: saved.revision }
  await expect(updateRecord(procesos, { db, usuario: GUEST, params, body: renamed })).rejects.toMatchObject(
    REFUSED,
  )
})
