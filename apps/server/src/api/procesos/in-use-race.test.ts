import { newFlujo } from '@div/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilWaiting } from '../../db/testing.ts'
import { insertRecord } from '../resource/register-resource.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { procesos } from './procesos.ts'

const ADMIN: Actor = { id: '0', username: 'raiz', role: 'admin' }

let api: WholeApi
let token: string
let ids: Record<string, string>
let round = 0

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  token = (await api.signIn('raiz')).token
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: object) =>
  api.call(method, url, { token, ...(body && { body }) })

async function create(recurso: string, body: object): Promise<string> {
  const answer = await call('POST', `/api/${recurso}`, body)
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

beforeEach(async () => {
  round++
  const nombre = `cosa${round}`
  ids = {
    parametros: await create('parametros', { nombre, valor: '1' }),
    tablas: await create('tablas', { nombre, columnas: [{ nombre: 'clave' }] }),
    consecutivos: await create('consecutivos', { nombre }),
    procesos: await create('procesos', { nombre }),
    servidores: await create('servidores', { nombre, tipoServidor: 'interno', config: {} }),
  }
  await call('POST', `/api/procesos/${ids.procesos}/publicar`, {})
})

/** A flujo that names one of everything. */
function namingAll() {
  const { version, nodos } = newFlujo()
  const [entrada, salida] = nodos
  const nombre = `cosa${round}`
  const expresion = `PARAMETRO("${nombre}") & BUSCAR("${nombre}"; "a"; "clave") & CONSECUTIVO("${nombre}")`
  const llamada = {
    id: 'llamada',
    tipo: 'proceso',
    nombre: 'Llamada',
    servidorId: ids.servidores,
    tipoServidor: 'interno',
    tipoObjeto: 'proceso',
    objeto: { procesoId: ids.procesos },
  }
  return {
    version,
    nodos: [entrada, llamada, { ...salida, parametros: [{ nombre: 'dato', tipo: 'texto', expresion }] }],
    conexiones: [
      { id: 'c1', origen: entrada?.id, destino: 'llamada' },
      { id: 'c2', origen: 'llamada', destino: salida?.id },
    ],
  }
}

describe.each(['parametros', 'tablas', 'consecutivos', 'procesos', 'servidores'] as const)(
  '%s',
  (recurso) => {
    test('that a process being saved names are not removed', async () => {
      const saving = await api.deps.db.startTransaction().execute()
      const body = { nombre: `usa${round}`, flujo: namingAll() }
      await insertRecord(procesos, { trx: saving, usuario: ADMIN, body })
      const removing = call('DELETE', `/api/${recurso}/${ids[recurso]}`)
      await untilWaiting(api.deps.db, 1)
      await saving.commit().execute()
      expect((await removing).json()).toMatchObject({ codigo: 'EN_USO', usos: [{ nombre: `usa${round}` }] })
    })

    test('that are being removed are gone for the process that is published meanwhile', async () => {
      const id = await create('procesos', { nombre: `usa${round}`, flujo: namingAll() })
      expect((await call('POST', `/api/procesos/${id}/validar`)).json()).toEqual({
        valido: true,
        hallazgos: [],
      })
      const removing = await api.deps.db.startTransaction().execute()
      await removing.deleteFrom(recurso).where('id', '=', String(ids[recurso])).execute()
      const publishing = call('POST', `/api/procesos/${id}/publicar`, {})
      await untilWaiting(api.deps.db, 1)
      await removing.commit().execute()
      expect((await publishing).json()).toMatchObject({ codigo: 'FLUJO_INVALIDO' })
    })
  },
)

test.each(['parametros', 'tablas', 'consecutivos'])(
  '%s that a process being saved says by name keep it',
  async (recurso) => {
    const url = `/api/${recurso}/${ids[recurso]}`
    const before = (await call('GET', url)).json()
    const saving = await api.deps.db.startTransaction().execute()
    const body = { nombre: `usa${round}`, flujo: namingAll() }
    await insertRecord(procesos, { trx: saving, usuario: ADMIN, body })
    const renaming = call('PUT', url, { ...before, nombre: `otro${round}` })
    await untilWaiting(api.deps.db, 1)
    await saving.commit().execute()
    expect((await renaming).json()).toMatchObject({
      codigo: 'NOMBRE_EN_USO',
      usos: [{ nombre: `usa${round}` }],
    })
  },
)
