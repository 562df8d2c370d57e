import type { Role } from '@div/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { testLatido } from '../../motor/metrics/latido-testing.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerEjecuciones } from './routes.ts'

let api: TestApi
/** The process that answers, and another one beside it. */
let here: Runtime
let there: Runtime
let procesoId: string

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerConsecutivos, registerEjecuciones, registerProcesos])
        register(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      const start = (nodoMotor: string) => startTestRuntime({ db, databaseUrl, secretos }, nodoMotor)
      here = await start('aqui/1')
      there = await start('alla/2')
      return { runtime: here, config: readConfig({}) }
    },
  )
  await api.call('POST', '/api/consecutivos', { body: { nombre: 'turno' } })
  const flujo = {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Salida',
        parametros: [{ nombre: 'turno', expresion: 'CONSECUTIVO("turno")' }],
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
  const created = await api.call('POST', '/api/procesos', { body: { nombre: 'Espera', flujo } })
  procesoId = created.json().id
})
afterAll(async () => {
  await there.close()
  await here.close()
  await api.close()
})

const cancel = async (id: string, role: Role = 'operador') => {
  const answer = await api.call('POST', `/api/ejecuciones/${id}/cancelar`, { role, body: {} })
  return { status: answer.statusCode, body: answer.json() }
}
const get = async (url: string) => (await api.call('GET', url)).json()

/** A run that waits for a sequence, whose row is locked until `work` has ended. */
async function whileRunning(
  runtime: Runtime,
  work: (id: string, running: ReturnType<Runtime['runDraft']>) => Promise<void>,
): Promise<void> {
  const { flujo } = await get(`/api/procesos/${procesoId}`)
  await api.deps.db.transaction().execute(async (trx) => {
    await sql`select * from consecutivos where nombre = 'turno' for update`.execute(trx)
    const running = runtime.runDraft({ proceso: { id: procesoId, flujo }, entrada: {} })
    const [run] = await vi.waitUntil(() => {
      const listed = listSoon(runtime)
      return listed.length > 0 && listed
    })
    await work(run?.id ?? '', running)
  })
}

/** What is told of once a run has taken long enough. */
const listSoon = (runtime: Runtime) => runtime.enCurso.list(Date.now() + 2_000)

describe.each([
  ['in the process that is asked', () => here],
  ['in another process', () => there],
])('a run %s', (_where, runtime) => {
  test('is cancelled: it ends at once, and the history has it as cancelled', async () => {
    await whileRunning(runtime(), async (id, running) => {
      expect(await cancel(id)).toEqual({ status: 202, body: { idEjecucion: id } })
      expect(await running).toMatchObject({
        idEjecucion: id,
        estado: 'cancelada',
        error: { codigo: 'EJECUCION_CANCELADA' },
      })
      expect(listSoon(runtime())).toEqual([])
      await runtime().history.flush()
      expect(await get(`/api/ejecuciones/${id}`)).toMatchObject({ id, estado: 'cancelada' })
      expect(await cancel(id)).toMatchObject({ status: 409, body: { codigo: 'EJECUCION_TERMINADA' } })
    })
  })
})

test('a cancellation is audited, and only with the permission to edit', async () => {
  await whileRunning(there, async (id, running) => {
    expect((await cancel(id, 'lectura')).status).toBe(403)
    expect(listSoon(there).map((run) => run.id)).toEqual([id])
    await cancel(id)
    await running
    const entry = await api.deps.db
      .selectFrom('auditoria')
      .select(['usuario', 'accion', 'recurso'])
      .where('recursoId', '=', id)
      .execute()
    expect(entry).toEqual([{ usuario: 'operador', accion: 'cancelar', recurso: 'ejecuciones' }])
  })
})

test('two people who cancel the same run are both answered', async () => {
  await whileRunning(there, async (id) => {
    expect(await Promise.all([here.cancelRun(id), here.cancelRun(id)])).toEqual([true, true])
  })
})

test('what nobody runs is not there', async () => {
  expect(await cancel(uuid())).toMatchObject({ status: 404, body: { codigo: 'NO_ENCONTRADO' } })
})

test('a run that takes long is shown while it runs, from the heartbeat of its process', async () => {
  const nodos = createNodosRepository(api.deps.db)
  await whileRunning(there, async (id) => {
    expect(there.enCurso.list()).toEqual([])
    const datos = testLatido({ host: 'alla', pid: 2, activas: 1, enCurso: listSoon(there) })
    await nodos.beat({ id: 'm2', rol: 'motor', inicio: new Date(), datos })
    const run = {
      id,
      inicio: expect.any(String),
      duracionMs: null,
      estado: 'ejecutando',
      procesoId,
      version: null,
      canalId: null,
      origen: 'prueba',
      nodoMotor: 'alla/2',
    }
    const failure = { errorCodigo: null, errorMensaje: null, errorNodo: null, claveNegocio: null }
    expect(await get('/api/ejecuciones?estado=ejecutando')).toEqual([
      { ...run, proceso: 'Espera', canal: null, ...failure },
    ])
    expect(await get(`/api/ejecuciones/${id}`)).toEqual({
      ...run,
      proceso: 'Espera',
      canal: null,
      error: null,
      claveNegocio: null,
      entrada: null,
      salida: null,
      pasos: [],
      pasosOmitidos: 0,
      sinDatos: false,
    })
    const ago = new Date(Date.now() - 60_000).toISOString()
    for (const [query, count] of [
      [`procesoId=${procesoId}`, 1],
      [`procesoId=${uuid()}`, 0],
      [`canalId=${uuid()}`, 0],
      ['version=1', 0],
      ['origen=prueba', 1],
      ['origen=canal', 0],
      [`desde=${ago}`, 1],
      [`hasta=${ago}`, 0],
      ['duracionMinMs=60000', 0],
      ['q=falla', 0],
    ]) {
      const listed = await get(`/api/ejecuciones?estado=ejecutando&${query}`)
      expect({ query, count: listed.length }).toEqual({ query, count })
    }
    await cancel(id)
  })
})
