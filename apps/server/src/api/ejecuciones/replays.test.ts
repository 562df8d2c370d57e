import type { EstadoEjecucion, Flujo, Nodo } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { runAccepted } from '../../motor/async-pool/run-accepted.ts'
import { cadena, interno, mapea } from '../../motor/durables/durables-testing.ts'
import { createRunMeter } from '../../motor/metrics/run-meter.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerParametros } from '../parametros/routes.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { registerServidores } from '../servidores/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerEjecuciones } from './routes.ts'

const log = pino({ level: 'silent' })

let api: TestApi
let runtime: Runtime
let worker: ReturnType<typeof runAccepted>

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [
        registerConsecutivos,
        registerEjecuciones,
        registerParametros,
        registerProcesos,
        registerServidores,
      ])
        register(app, deps)
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
  for (const nombre of ['a', 'i', 'b']) await post('/api/consecutivos', { nombre })
})
afterAll(async () => {
  await worker.stop(1_000)
  await runtime.close()
  await api.close()
})

interface Ran {
  idEjecucion: string
  estado: EstadoEjecucion
  salida: { r: unknown } | null
  error: { codigo: string; nodo: string } | null
  pasos: { nodo: string; inicio: number; duracionMs: number; iteracion?: number[]; salida?: unknown }[]
}

async function post(url: string, body: object = {}) {
  const answer = await api.call('POST', url, { body })
  return { status: answer.statusCode, body: answer.json() }
}

async function createProceso(nombre: string, flujo: Flujo): Promise<string> {
  const { status, body } = await post('/api/procesos', { nombre, modo: 'durable', flujo })
  expect(status).toBe(201)
  return body.id
}

async function run(procesoId: string, entrada: object = { texto: 'x' }): Promise<Ran> {
  const { status, body } = await post(`/api/procesos/${procesoId}/ejecutar`, { entrada })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}

const replay = (id: string, body: object) => post(`/api/ejecuciones/${id}/reintentar`, body)

/** Takes a number anew whenever it runs. */
const toma = (id: string, serie: string) => mapea(id, `CONSECUTIVO("${serie}")`)
const LISTA: readonly Partial<Nodo>[] = [
  { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: ['p', 'q', 'r'] }] },
  { id: 'd', tipo: 'splitter-split', parametros: [], lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 1 },
]
const JUNTA: Partial<Nodo> = { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' }

/** a → of each item a number and what it is shown as → b */
const POR_CADA = cadena(
  [toma('a', 'a'), ...LISTA, toma('i', 'i'), mapea('m', 'd.elemento & i.x'), JUNTA, toma('b', 'b')],
  '{ a: a.x; cada: j.elementos; b: b.x }',
)

test('from a node of a region on only its item runs again, from what the others kept', async () => {
  const first = await run(await createProceso('Por cada', POR_CADA))
  const before = first.salida?.r as { a: number; b: number; cada: { x: string }[] }
  const { status, body } = await replay(first.idEjecucion, { nodo: 'i', iteracion: [1] })
  expect([status, body.estado, body.error]).toEqual([200, 'ok', null])
  const after = body.salida.r
  expect(after.a).toBe(before.a)
  expect(after.b).toBeGreaterThan(before.b)
  const changed = before.cada.map(({ x }, index) => after.cada[index].x !== x)
  expect(changed).toEqual([false, true, false])
  // The run is one of its own, promised like any other, and what it took over takes none of its time.
  const taken = body.pasos.find(({ nodo }: Ran['pasos'][number]) => nodo === 'a')
  expect(taken).toMatchObject({ duracionMs: 0, salida: { x: before.a } })
  const durables = await sql`select from ejecuciones_durables where id = ${body.idEjecucion}`.execute(
    api.deps.db,
  )
  expect(durables.rows).toHaveLength(1)
  // From there on it goes on like the first one.
  const again = (await replay(body.idEjecucion, { nodo: 'b' })).body.salida.r
  expect(again).toEqual({ ...after, b: expect.any(Number) })
  expect(again.b).toBeGreaterThan(after.b)
})

test('without an item all of them run again, and what was before the region stands', async () => {
  const first = await run(await createProceso('Todas', POR_CADA))
  const before = first.salida?.r as { a: number; cada: { x: string }[] }
  const after = (await replay(first.idEjecucion, { nodo: 'i' })).body.salida.r
  expect(after.a).toBe(before.a)
  for (const [index, { x }] of before.cada.entries()) expect(after.cada[index].x).not.toBe(x)
})

test('what the history cut is taken from the checkpoints', async () => {
  const long = mapea('largo', 'REPETIR(n1.texto; 100000)')
  const id = await createProceso('Largo', cadena([long, toma('b', 'b')], 'LARGO(largo.x) & "/" & b.x'))
  const first = await run(id, { texto: 'ab' })
  const { body } = await replay(first.idEjecucion, { nodo: 'b' })
  expect(body.salida.r).toMatch(/^200000\//)
  expect(body.salida.r).not.toBe(first.salida?.r)
})

test('another version goes on from the same checkpoints, unless it reads what nobody read', async () => {
  const nodos = [toma('a', 'a'), toma('suelta', 'i'), toma('otra', 'i'), toma('b', 'b')]
  const procesoId = await createProceso('Otra versión', cadena(nodos, 'a.x & "/" & b.x'))
  const first = await run(procesoId)
  const change = async (respuesta: string) => {
    const draft = (await api.call('GET', `/api/procesos/${procesoId}`)).json()
    const answer = await api.call('PUT', `/api/procesos/${procesoId}`, {
      body: { ...draft, flujo: cadena(nodos, respuesta) },
    })
    expect(answer.statusCode).toBe(200)
  }
  await change('"nueva " & a.x')
  const [a] = String(first.salida?.r).split('/')
  const { body } = await replay(first.idEjecucion, { nodo: 'b', version: 'borrador' })
  expect(body.salida.r).toBe(`nueva ${a}`)
  await change('suelta.x & otra.x')
  const sueltas = 'la salida de «Paso 1» y la salida de «Paso 2»'
  expect(await replay(first.idEjecucion, { nodo: 'b', version: 'borrador' })).toMatchObject({
    status: 409,
    body: { codigo: 'MUESTRA_INCOMPLETA', detail: expect.stringContaining(sueltas) },
  })
})

test('once its checkpoints are gone a run goes on from its history, and a region from its split', async () => {
  const first = await run(await createProceso('Olvidada', POR_CADA))
  await sql`delete from ejecuciones_durables where id = ${first.idEjecucion}`.execute(api.deps.db)
  expect(await replay(first.idEjecucion, { nodo: 'i', iteracion: [1] })).toMatchObject({
    status: 422,
    body: { errores: [{ campo: 'nodo', mensaje: expect.stringContaining('reintente desde el split') }] },
  })
  const { body } = await replay(first.idEjecucion, { nodo: 'b' })
  expect(first.salida).not.toBeNull()
  const { b: _again, ...before } = (first.salida ?? { r: {} }).r as { b: number }
  expect(body.salida.r).toMatchObject(before)
  const durables = await sql`select from ejecuciones_durables where id = ${body.idEjecucion}`.execute(
    api.deps.db,
  )
  expect(durables.rows).toHaveLength(1)
})

test('what is forgotten while a run is repeated is not done again from the start', async () => {
  const first = await run(await createProceso('Olvidada ahora', POR_CADA))
  const forget = await api.deps.db.startTransaction().execute()
  // As the purge does; it is found before this ends.
  await sql`delete from ejecuciones_durables where id = ${first.idEjecucion}`.execute(forget)
  const repeated = replay(first.idEjecucion, { nodo: 'b' })
  await expect
    .poll(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          api.deps.db,
        )
      return rows.length
    })
    .toBeGreaterThan(0)
  await forget.commit().execute()
  expect(await repeated).toMatchObject({ status: 409, body: { codigo: 'MUESTRA_INCOMPLETA' } })
})

test('what may be secret goes on with the same version only', async () => {
  await post('/api/parametros', { nombre: 'clave', valor: 'no se ve', secreto: true })
  const nodos = [mapea('s', 'PARAMETRO("clave") & CONSECUTIVO("i")'), toma('b', 'b')]
  const procesoId = await createProceso('Secreta', cadena(nodos, 'b.x & LARGO(s.x)'))
  const first = await run(procesoId)
  const again = await replay(first.idEjecucion, { nodo: 'b' })
  expect(again.body).toMatchObject({ estado: 'ok' })
  expect(JSON.stringify(again.body)).not.toContain('no se ve')
  const draft = (await api.call('GET', `/api/procesos/${procesoId}`)).json()
  const flujo = cadena([...nodos, toma('c', 'b')], 'b.x')
  await api.call('PUT', `/api/procesos/${procesoId}`, { body: { ...draft, flujo } })
  // The history hides it, and what takes a number is not asked again.
  expect(await replay(first.idEjecucion, { nodo: 'b', version: 'borrador' })).toMatchObject({
    status: 409,
    body: { codigo: 'MUESTRA_INCOMPLETA' },
  })
})

test('a run undoes what it did itself, not what it took over; of one that was undone nothing is taken over', async () => {
  const servidor = { nombre: 'DIV mismo', tipoServidor: 'interno', config: {} }
  const servidorId: string = (await post('/api/servidores', servidor)).body.id
  const politica = { enError: 'detener' as const, compensacion: true }
  const undoing = (b: Partial<Nodo>): Flujo => {
    const a = { ...interno('a', 'registro', { mensaje: 'a' }), servidorId, politica }
    const { nodos, conexiones, ...flujo } = cadena([a, b], 'b.x')
    const k = { ...toma('k', 'deshecho'), nombre: 'Deshace', posicion: { x: 0, y: 0 } } as Nodo
    const compensar = { id: 'ck', origen: 'a', destino: 'k', salida: 'compensar' }
    return { ...flujo, compensacion: 'enError', nodos: [...nodos, k], conexiones: [...conexiones, compensar] }
  }
  await post('/api/consecutivos', { nombre: 'deshecho' })
  const readUndone = async () => {
    const { rows } = await sql<{ ultimo: string }>`
      select ultimo from consecutivos where nombre = 'deshecho'`.execute(api.deps.db)
    return Number(rows[0]?.ultimo)
  }
  const procesoId = await createProceso('Deshace', undoing(toma('b', 'b')))
  const first = await run(procesoId)
  const never = await readUndone()
  const draft = (await api.call('GET', `/api/procesos/${procesoId}`)).json()
  const body = { ...draft, flujo: undoing(mapea('b', '1 / 0')) }
  await api.call('PUT', `/api/procesos/${procesoId}`, { body })
  const again = await replay(first.idEjecucion, { nodo: 'b', version: 'borrador' })
  expect(again.body).toMatchObject({ estado: 'error', error: { nodo: 'b' } })
  expect(await readUndone()).toBe(never)
  const undone = await run(procesoId)
  expect(undone).toMatchObject({ estado: 'error' })
  expect(await readUndone()).toBeGreaterThan(never)
  expect(await replay(undone.idEjecucion, { nodo: 'b' })).toMatchObject({
    status: 422,
    body: { errores: [{ campo: 'nodo', mensaje: expect.stringContaining('se deshizo') }] },
  })
})

test.each([
  ['an item without a node', { iteracion: [0] }, 'iteracion'],
  ['an item of a node that is in no region', { nodo: 'b', iteracion: [0] }, 'iteracion'],
])('%s is refused', async (_what, body, campo) => {
  const first = await run(await createProceso(`Rechazo ${JSON.stringify(body)}`, POR_CADA))
  expect(await replay(first.idEjecucion, body)).toMatchObject({ status: 422, body: { errores: [{ campo }] } })
})
