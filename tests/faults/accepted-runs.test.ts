import { FLUJO_VERSION, type Flujo } from '@div/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/db/testing.ts'
import { type StoryProduct, startStoryProduct, stopProducts, until } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { addServidor, killWorker } from './fault-product.ts'

const STARTING_MS = 90_000
/** How soon after its worker has died the work of it goes on elsewhere. */
const GOES_ON_MS = 15_000
/** Of each kind: all of them at once. */
const RUNS = 60
/** What each run takes: long enough that some are under way when their worker dies. */
const RUN_MS = 2_000
const POSICION = { x: 0, y: 0 }

let product: StoryProduct
/** Where the effects of the runs are. */
let target: TestDatabase
let effects: pg.Client

beforeAll(async () => {
  target = await createTestDatabase()
  effects = new pg.Client(target.url)
  await effects.connect()
  await effects.query('create table efectos (clave integer primary key)')
  await effects.query('create table unicos (clave integer)')
  product = await startStoryProduct({ DIV_WORKERS: '2' })
  await publishAccepting()
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
  await effects.end()
  await target.drop()
})

test(
  'what was accepted ends once its worker has died, and its effect is there once',
  async () => {
    const urls = await acceptAll('efectos')
    const durables = await acceptAll('durables')
    await expect.poll(() => countIn('ejecutando', urls)).toBeGreaterThan(0)
    // Every one of the durable runs has kept its effect: none of them may have it twice.
    const kept = `select count(*)::int as kept from puntos_de_control where nodo = 'n2'`
    await expect.poll(async () => product.run(kept)).toEqual([{ kept: RUNS }])
    await killWorker(product)
    // The runs that were not its own, and then those that were.
    const ended = { timeout: GOES_ON_MS + RUN_MS, interval: 500 }
    await expect.poll(() => countIn('ok', urls), ended).toBe(RUNS)
    await expect.poll(() => countIn('ok', durables), ended).toBe(RUNS)
    for (const tabla of ['efectos', 'unicos']) {
      const { rows } = await effects.query<{ clave: number }>(`select clave from ${tabla} order by clave`)
      expect(rows.map(({ clave }) => clave)).toEqual(Array.from({ length: RUNS }, (_, clave) => clave))
    }
    // Which of them the worker had that was killed is the queue's to choose.
    const late = 'select id from ejecuciones_durables where intento > 2 or terminada is null'
    expect(await product.run(late)).toEqual([])
    expect((await product.api('GET', '/ejecuciones-perdidas')).json).toEqual([])
    // Heartbeats tell of it, up to a second later.
    const running = async () => (await product.api('GET', '/ejecuciones?estado=ejecutando')).json
    await expect.poll(running).toEqual([])
  },
  STARTING_MS,
)

/** In memory its effect has a key that makes a repeat harmless; what is durable needs none. Then they go on for a while. */
async function publishAccepting(): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(target.url)
  const efectos = await addServidor(product, 'Efectos', {
    tipoServidor: 'postgresql',
    config: {
      host: hostname,
      puerto: Number(port),
      baseDatos: pathname.slice(1),
      usuario: decodeURIComponent(username),
      contrasena: decodeURIComponent(password),
    },
  })
  const interno = await addServidor(product, 'Esperas', { tipoServidor: 'interno', config: {} })
  const inMemory = 'insert into efectos (clave) values (:clave) on conflict do nothing'
  await publishEffect('efectos', { flujo: effectFlujo({ efectos, interno, sql: inMemory }) })
  const once = 'insert into unicos (clave) values (:clave)'
  await publishEffect('durables', { flujo: effectFlujo({ efectos, interno, sql: once }), modo: 'durable' })
  // A change reaches every worker within 2 s; only one of them answered.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
}

async function publishEffect(ruta: string, proceso: { flujo: Flujo; modo?: 'durable' }): Promise<void> {
  const { json: created } = await product.api('POST', '/procesos', { nombre: ruta, ...proceso })
  const procesoId = idOf(created)
  expect((await product.api('POST', `/procesos/${procesoId}/publicar`, {})).status).toBe(200)
  const canal = { nombre: ruta, tipo: 'REST', ruta, modo: 'asincrono' }
  const { json } = await product.api('POST', '/canales', canal)
  await product.api('PUT', `/canales/${idOf(json)}/procesos`, [
    { procesoId, metodo: 'POST', ruta: '/{clave}' },
  ])
  const openapi = () => product.motor('GET', `/rest/${ruta}/openapi.json`)
  await until(openapi, ({ text }) => text.includes('/{clave}'), 5_000)
}

function effectFlujo({ efectos, interno, sql }: Record<'efectos' | 'interno' | 'sql', string>): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: POSICION,
        parametros: [{ nombre: 'clave', tipo: 'entero', requerido: true }],
      },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Efecto',
        posicion: POSICION,
        servidorId: efectos,
        tipoServidor: 'postgresql',
        tipoObjeto: 'consulta',
        objeto: { sql },
        parametros: [{ nombre: 'clave', valorAsignado: { nodo: 'n1', ruta: 'clave' } }],
      },
      {
        id: 'n3',
        tipo: 'proceso',
        nombre: 'Espera',
        posicion: POSICION,
        servidorId: interno,
        tipoServidor: 'interno',
        tipoObjeto: 'espera',
        objeto: { ms: RUN_MS },
        parametros: [],
      },
      { id: 'n4', tipo: 'salida', nombre: 'Salida', posicion: POSICION, parametros: [] },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
      { id: 'c3', origen: 'n3', destino: 'n4' },
    ],
  }
}

function acceptAll(ruta: string): Promise<string[]> {
  return Promise.all(Array.from({ length: RUNS }, (_, clave) => accept(`${ruta}/${clave}`)))
}

/** Answers where to ask for it. */
async function accept(path: string): Promise<string> {
  const { status, json, text } = await product.motor('POST', `/rest/${path}`)
  expect(status, text).toBe(202)
  return (json as { urlEstado: string }).urlEstado
}

async function countIn(estado: string, urls: readonly string[]): Promise<number> {
  const answers = await Promise.all(urls.map((url) => product.motor('GET', url)))
  return answers.filter(({ json }) => (json as { estado?: string }).estado === estado).length
}
