import type { NodoDelCluster } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testLatido } from '../../motor/metrics/latido-testing.ts'
import { createNodosRepository, type NodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { emptySample } from '../../motor/metrics/rolling-window.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerNodos } from './routes.ts'

let api: TestApi
let nodos: NodosRepository
const inicio = new Date('2026-01-01T00:00:00.000Z')

beforeAll(async () => {
  api = await startTestApi(registerNodos)
  nodos = createNodosRepository(api.deps.db)
  const ventana = { ...emptySample(), requests: 120, errors: 3 }
  const beat = (id: string, rol: 'api' | 'motor', datos: Parameters<typeof testLatido>[0]) =>
    nodos.beat({ id, rol, inicio, datos: testLatido(datos) })
  await beat('a1', 'api', { host: 'uno', nodo: 'n1' })
  await beat('m1', 'motor', { host: 'uno', nodo: 'n1', ventana, cpu: 0.5, activas: 2 })
  await beat('m2', 'motor', { host: 'uno', nodo: 'n1', version: '1.1.0' })
  await beat('m9', 'motor', { host: 'dos', nodo: 'n2' })
  await api.deps.db
    .updateTable('nodosMotor')
    .set({ latido: new Date(Date.now() - 60_000) })
    .where('id', '=', 'm9')
    .execute()
})
afterAll(() => api.close())

const list = async () => (await api.call('GET', '/api/nodos')).json() as NodoDelCluster[]
const ask = (nodo: string, accion: string) => api.call('POST', `/api/nodos/${nodo}/${accion}`)
const asked = (nodo: string) => nodos.readPedido(nodo)

test('the processes of a node stand together; one that is silent is lost', async () => {
  expect(await list()).toMatchObject([
    { id: 'n2', equipo: 'dos', rol: 'motor', estado: 'perdido', procesos: [{ perdido: true }] },
    {
      id: 'n1',
      equipo: 'uno',
      rol: 'todo',
      estado: 'activo',
      versiones: ['1.0.0', '1.1.0'],
      workers: 2,
      activas: 2,
      porSegundo: 2,
      drenaje: null,
      procesos: [{ rol: 'api' }, { cpu: 0.5, porSegundo: 2, errores: 3 }, { version: '1.1.0' }],
    },
  ])
})

test('a process that died in a node that lives is not told of: another one has its place', async () => {
  await nodos.beat({ id: 'm3', rol: 'motor', inicio, datos: testLatido({ host: 'uno', nodo: 'n1' }) })
  await api.deps.db
    .updateTable('nodosMotor')
    .set({ latido: new Date(Date.now() - 60_000) })
    .where('id', '=', 'm3')
    .execute()
  const [, uno] = await list()
  expect(uno?.procesos.map(({ id }) => id)).toEqual(['a1', 'm1', 'm2'])
})

test('what is asked of a node its processes hear with their next heartbeat, and the audit tells who asked', async () => {
  expect((await ask('n1', 'drenar')).json()).toMatchObject({
    estado: 'drenando',
    drenaje: { usuario: 'admin' },
  })
  const datos = testLatido({ nodo: 'n1', host: 'uno' })
  expect(await nodos.beat({ id: 'm2', rol: 'motor', inicio, datos })).toEqual({ drenar: true, reinicios: 0 })
  expect(await asked('n2')).toEqual({ drenar: false, reinicios: 0 })

  await ask('n1', 'reiniciar')
  await ask('n1', 'reiniciar')
  expect(await asked('n1')).toEqual({ drenar: true, reinicios: 2 })

  expect((await ask('n1', 'reanudar')).json()).toMatchObject({ estado: 'activo', drenaje: null })
  expect(await asked('n1')).toEqual({ drenar: false, reinicios: 2 })
  const audited = await api.deps.db
    .selectFrom('auditoria')
    .select(['accion', 'recurso', 'recursoId', 'detalle'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ accion }) => accion)).toEqual(['drenar', 'reiniciar', 'reiniciar', 'reanudar'])
  expect(audited[0]).toMatchObject({ recurso: 'nodos', recursoId: 'n1', detalle: { nombre: 'uno' } })
})

test.each(['drenar', 'reanudar', 'reiniciar'])('%s is refused to a node without a motor', async (accion) => {
  const datos = testLatido({ host: 'tres', nodo: 'n3' })
  await nodos.beat({ id: 'a3', rol: 'api', inicio, datos })
  const answer = await ask('n3', accion)
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    codigo: 'NODO_SIN_MOTOR',
    detail: 'El nodo «tres» solo tiene la API: no hay motor que drenar, reanudar ni reiniciar.',
  })
  expect(await asked('n3')).toEqual({ drenar: false, reinicios: 0 })
  await api.deps.db.deleteFrom('nodosMotor').where('id', '=', 'a3').execute()
})

test('of a node that nobody knows nothing is asked', async () => {
  const answer = await ask('nadie', 'drenar')
  expect(answer.statusCode).toBe(404)
})

test('what was asked of a node goes with it', async () => {
  await ask('n2', 'drenar')
  await nodos.remove('m9')
  await nodos.prune()
  expect(await asked('n2')).toEqual({ drenar: false, reinicios: 0 })
  expect(await asked('n1')).toEqual({ drenar: false, reinicios: 2 })
})

test.each(['operador', 'lectura'] as const)(
  '%s neither sees nodes nor asks anything of them',
  async (role) => {
    expect((await api.call('GET', '/api/nodos', { role })).statusCode).toBe(403)
    expect((await api.call('POST', '/api/nodos/n1/drenar', { role })).statusCode).toBe(403)
  },
)
