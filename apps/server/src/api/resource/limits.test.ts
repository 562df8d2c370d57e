import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { registerAuditoria } from '../auditoria/routes.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerTablas } from '../tablas/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerUsuarios } from '../usuarios/routes.ts'

let api: TestApi
let path: string

beforeAll(async () => {
  const limits = { ...LIMITS, listado: 2, filasTabla: 2, erroresListados: 1 }
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerAuditoria, registerConsecutivos, registerTablas, registerUsuarios])
        register(app, deps)
    },
    async () => ({ config: { ...readConfig({}), limits } }),
  )
  for (const nombre of ['a', 'b', 'c']) {
    const columnas = [{ nombre: 'n', tipo: 'entero', unico: true }]
    const { id } = (await api.call('POST', '/api/tablas', { body: { nombre, columnas } })).json()
    path = `/api/tablas/${id}`
  }
})
afterAll(() => api.close())

describe('a limit of the settings', () => {
  test.each([
    ['/api/tablas', 'limite'],
    ['/api/usuarios', 'limite'],
    ['/api/auditoria', 'limite'],
    ['/api/consecutivo', 'limite'],
    ['/filas', 'limite'],
  ])('bounds what %s lists', async (url, campo) => {
    const list = url.startsWith('/api/') ? url : `${path}${url}`
    const refused = await api.call('GET', `${list}?limite=3`)
    expect({ status: refused.statusCode, campo: refused.json().errores[0].campo }).toEqual({
      status: 422,
      campo,
    })
    expect((await api.call('GET', `${list}?limite=2`)).statusCode).toBe(200)
  })

  test('bounds a list that asks for no limit', async () => {
    const answer = await api.call('GET', '/api/tablas')
    expect(answer.json()).toHaveLength(2)
    expect(answer.headers['x-total-count']).toBe('3')
    expect((await api.call('GET', '/api/auditoria')).json().entradas).toHaveLength(2)
  })

  test('bounds the errors that are listed', async () => {
    const answer = await api.call('POST', `${path}/filas/lote`, { body: { filas: [{ n: 'x' }, { n: 'y' }] } })
    expect(answer.json().errores).toHaveLength(1)
  })

  test('bounds the rows of a tabla', async () => {
    const lote = (filas: object[]) => api.call('POST', `${path}/filas/lote`, { body: { filas } })
    expect((await lote([{ n: 1 }, { n: 2 }, { n: 3 }])).json().errores[0].campo).toBe('filas')
    expect((await lote([{ n: 1 }, { n: 2 }])).statusCode).toBe(200)
    const more = await api.call('POST', `${path}/filas`, { body: { n: 3 } })
    expect({ status: more.statusCode, codigo: more.json().codigo }).toEqual({
      status: 422,
      codigo: 'LIMITE_SUPERADO',
    })
  })
})
