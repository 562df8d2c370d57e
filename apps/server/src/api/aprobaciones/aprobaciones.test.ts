import type { Flujo } from '@div/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { runAccepted } from '../../motor/async-pool/run-accepted.ts'
import { createRunMeter } from '../../motor/metrics/run-meter.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { registerServidores } from '../servidores/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerAprobaciones } from './routes.ts'

const log = pino({ level: 'silent' })
const posicion = { x: 0, y: 0 }

let api: TestApi
let runtime: Runtime
let worker: ReturnType<typeof runAccepted>
let procesoId: string

/** entrada → aprobacion → salida, which answers what was decided. */
function approving(servidorId: string): Flujo {
  return {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion,
        parametros: [
          { nombre: 'total', tipo: 'entero', claveDeNegocio: true },
          { nombre: 'token', tipo: 'texto' },
        ],
      },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Pedir permiso',
        posicion,
        servidorId,
        tipoServidor: 'interno',
        tipoObjeto: 'aprobacion',
        objeto: { titulo: 'Compra grande', rol: 'operador' },
        parametros: [
          { nombre: 'total', valorAsignado: { nodo: 'n1', ruta: 'total' } },
          { nombre: 'token', valorAsignado: { nodo: 'n1', ruta: 'token' } },
        ],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Salida',
        posicion,
        parametros: [
          { nombre: 'aprobada', valorAsignado: { nodo: 'n2', ruta: 'aprobada' } },
          { nombre: 'por', valorAsignado: { nodo: 'n2', ruta: 'usuario' } },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerAprobaciones, registerProcesos, registerServidores]) register(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      return { runtime, config: readConfig({}) }
    },
  )
  const meter = createRunMeter({
    activas: () => 0,
    historial: () => ({ pendientes: 0, descartadas: 0, sinDatos: 0 }),
    pools: () => [],
  })
  worker = runAccepted({ runtime, meter, isDraining: () => false, log })
  const servidor = { nombre: 'DIV mismo', tipoServidor: 'interno', config: {} }
  const { id } = (await api.call('POST', '/api/servidores', { body: servidor })).json()
  const proceso = { nombre: 'Comprar', modo: 'durable', flujo: approving(id) }
  procesoId = (await api.call('POST', '/api/procesos', { body: proceso })).json().id
  await api.call('POST', `/api/procesos/${procesoId}/publicar`, { body: {} })
  await runtime.definitions.catchUp()
})
afterAll(async () => {
  await worker.stop(1_000)
  await runtime.close()
  await api.close()
})

const list = async (role: 'admin' | 'operador' | 'lectura' = 'admin') =>
  (await api.call('GET', '/api/aprobaciones', { role })).json()

test('a durable run waits until somebody of its role decides, and goes on with who it was', async () => {
  const idEjecucion = newRunId()
  await runtime.cola.accept({
    idEjecucion,
    trabajo: {
      procesoId,
      version: 1,
      canalId: null,
      tareaId: null,
      origen: 'prueba',
      entrada: { total: 900, token: 'no se ve' },
      formato: 'json',
      tiempoMaximoMs: 1_000,
      espera: true,
    },
  })
  await expect
    .poll(() => list('operador'))
    .toMatchObject([
      {
        ejecucionId: idEjecucion,
        titulo: 'Compra grande',
        proceso: 'Comprar',
        claveNegocio: '900',
        datos: { total: 900, token: '•••' },
      },
    ])
  expect(await list()).toHaveLength(1)
  const counted = async (role: 'admin' | 'lectura') =>
    (await api.call('GET', '/api/aprobaciones', { role })).headers['x-total-count']
  expect([await counted('admin'), await counted('lectura')]).toEqual(['1', '0'])
  expect(await list('lectura')).toEqual([])
  const [{ id }] = await list()
  const body = { aprobada: true, comentario: 'De acuerdo.' }
  expect((await api.call('POST', `/api/aprobaciones/${id}`, { body, role: 'lectura' })).statusCode).toBe(403)
  expect((await api.call('POST', `/api/aprobaciones/${id}`, { body, role: 'operador' })).json()).toEqual({
    ejecucionId: idEjecucion,
    aprobada: true,
  })
  // It is decided once.
  expect((await api.call('POST', `/api/aprobaciones/${id}`, { body })).statusCode).toBe(404)
  const answered = async () => {
    const situacion = await runtime.cola.find(idEjecucion)
    return situacion && 'respuesta' in situacion ? String(situacion.respuesta?.cuerpo) : ''
  }
  await expect.poll(answered).toBe('{"aprobada":true,"por":"operador"}')
  expect(await list()).toEqual([])
})
