import { LIMITS, type Role } from '@div/contract'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { RunRecord } from '../../motor/history/run-record.ts'
import { NO_SECRETS } from '../../motor/history/secret-scope.ts'
import { TRAZA_ENTERA } from '../../motor/history/traza.ts'
import { createRuntime, type Runtime } from '../../motor/runtime.ts'
import { registerCanales } from '../canales/routes.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { registerEjecuciones } from './routes.ts'

const MINUTE_MS = 60_000
let api: TestApi
let runtime: Runtime

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [registerCanales, registerConsecutivos, registerEjecuciones, registerProcesos])
        register(app, deps)
    },
    async ({ db, databaseUrl, secretos }) => {
      const limits = { ...LIMITS, listado: 200 }
      runtime = await createRuntime({
        db,
        databaseUrl,
        secretos,
        limits,
        carpetaArchivos: [],
        zonaHoraria: 'UTC',
        nodoMotor: 'prueba',
        log: pino({ level: 'silent' }),
      })
      return { runtime, config: { ...readConfig({}), limits } }
    },
  )
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

async function post(url: string, body: object = {}, role: Role = 'admin') {
  const answer = await api.call('POST', url, { body, role })
  return { status: answer.statusCode, body: answer.json() }
}
async function get(url: string) {
  const answer = await api.call('GET', url)
  return { status: answer.statusCode, body: answer.json(), siguiente: answer.headers['x-siguiente'] }
}
const create = async (url: string, body: object): Promise<string> => (await post(url, body)).body.id

/** entrada → a number taken anew at every run → a text made of it → salida. */
const flujo = (prefijo: string) => ({
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'cliente', tipo: 'texto', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'transformacion',
      nombre: 'Numerar',
      parametros: [{ nombre: 'numero', tipo: 'texto', expresion: 'CONSECUTIVO("facturas")' }],
    },
    {
      id: 'n3',
      tipo: 'transformacion',
      nombre: 'Rotular',
      parametros: [
        { nombre: 'rotulo', tipo: 'texto', expresion: `"${prefijo}" & n2.numero & " " & n1.cliente` },
      ],
    },
    {
      id: 'n4',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [{ nombre: 'rotulo', tipo: 'texto', expresion: 'n3.rotulo' }],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
    { id: 'c3', origen: 'n3', destino: 'n4' },
  ],
})

/** A finished run as the motor leaves it, so many minutes ago. */
function record(minutes: number, changes: Partial<RunRecord> & { procesoId: string }): string {
  const inicio = Date.now() - minutes * MINUTE_MS
  const id = uuid({ msecs: inicio })
  runtime.history.record({
    id,
    inicio,
    duracionMs: 10,
    estado: 'ok',
    version: 1,
    canalId: null,
    origen: 'canal',
    entrada: {},
    pasos: [],
    pasosOmitidos: 0,
    secretos: NO_SECRETS,
    traza: TRAZA_ENTERA,
    plan: { ocultos: null, salidas: [], entrada: { clave: null } },
    ...changes,
  })
  return id
}

describe('the list', () => {
  const ids: Record<string, string> = {}
  let procesoId: string
  let otherId: string
  let canalId: string

  beforeAll(async () => {
    procesoId = await create('/api/procesos', { nombre: 'Cobros' })
    otherId = await create('/api/procesos', { nombre: 'Envíos' })
    canalId = await create('/api/canales', { nombre: 'Tienda', tipo: 'REST', ruta: 'tienda' })
    await api.deps.db
      .insertInto('procesoVersiones')
      .values(
        [1, 2].map((version) => ({
          ...{ procesoId, version, modo: 'memoria' as const, flujo: '{}', nota: '', publicadaPor: null },
          publicadaEn: new Date(Date.now() - 3_600_000),
        })),
      )
      .execute()
    const failure = { codigo: 'SERVIDOR_NO_RESPONDE', mensaje: 'El 100% falló', nodo: 'n2' }
    ids.nueva = record(1, {
      procesoId,
      canalId,
      duracionMs: 30,
      entrada: { pedido: 'PED-7' },
      plan: { ocultos: null, salidas: [], entrada: { clave: 'pedido' } },
    })
    ids.fallida = record(2, { procesoId, canalId, estado: 'error', error: failure, version: 2 })
    ids.prueba = record(3, { procesoId, origen: 'prueba', version: null })
    ids.otra = record(4, { procesoId: otherId, estado: 'cancelada' })
    ids.vieja = record(60 * 20, { procesoId: otherId, duracionMs: 2_000 })
    await runtime.history.flush()
  })

  const listed = async (query: string) =>
    (await get(`/api/ejecuciones?${query}`)).body.map(({ id }: { id: string }) =>
      Object.keys(ids).find((name) => ids[name] === id),
    )
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

  test('has the newest first, with the names of proceso and canal', async () => {
    const { body, siguiente } = await get('/api/ejecuciones')
    expect(siguiente).toBeUndefined()
    expect(body.map(({ id }: { id: string }) => id)).toEqual(Object.values(ids))
    expect(body[0].claveNegocio).toBe('PED-7')
    expect(body[1]).toEqual({
      id: ids.fallida,
      inicio: expect.any(String),
      duracionMs: 10,
      estado: 'error',
      procesoId,
      proceso: 'Cobros',
      version: 2,
      canalId,
      canal: 'Tienda',
      origen: 'canal',
      errorCodigo: 'SERVIDOR_NO_RESPONDE',
      errorMensaje: 'El 100% falló',
      errorNodo: 'n2',
      nodoMotor: 'prueba',
      claveNegocio: null,
    })
  })

  test.each([
    ['of a proceso', () => `procesoId=${procesoId}`, ['nueva', 'fallida', 'prueba']],
    ['of a proceso whose name has the text', () => 'q=cobro', ['nueva', 'fallida', 'prueba']],
    ['with the id', () => `q=${ids.otra}`, ['otra']],
    ['that did not take longer', () => 'duracionMaxMs=10', ['fallida', 'prueba', 'otra']],
    ['of a canal', () => `canalId=${canalId}`, ['nueva', 'fallida']],
    ['of a version', () => `procesoId=${procesoId}&version=2`, ['fallida']],
    ['of a version that was never published', () => `procesoId=${procesoId}&version=9`, []],
    ['by outcome', () => 'estado=cancelada', ['otra']],
    ['by cause', () => 'origen=prueba', ['prueba']],
    ['by what ran a proceso', () => `origen=prueba&procesoId=${procesoId}`, ['prueba']],
    ['from a moment on', () => `desde=${ago(2.5)}`, ['nueva', 'fallida']],
    ['up to a moment', () => `hasta=${ago(3.5)}`, ['otra', 'vieja']],
    ['by a part of the error', () => 'q=100%25+fall', ['fallida']],
    ['by its code', () => 'q=no_responde', ['fallida']],
    ['by a part of an error of a proceso', () => `q=100%25+fall&procesoId=${procesoId}`, ['fallida']],
    ['by the code of one', () => `q=no_responde&procesoId=${procesoId}`, ['fallida']],
    ['by an error of another proceso', () => `q=no_responde&procesoId=${otherId}`, []],
    ['in whose text a joker is a character', () => 'q=%25%25', []],
    ['by its business key', () => 'clave=PED-7', ['nueva']],
    ['by a business key that it does not have', () => 'clave=PED', []],
    ['by text that is its business key', () => 'q=PED-7', ['nueva']],
    ['by duration', () => 'duracionMinMs=30', ['nueva', 'vieja']],
    [
      'by a range of durations',
      () => 'duracionMinMs=10&duracionMaxMs=30',
      ['nueva', 'fallida', 'prueba', 'otra'],
    ],
    ['by a duration and more', () => `duracionMinMs=10&procesoId=${procesoId}&estado=error`, ['fallida']],
    ['by a duration and days', () => `duracionMinMs=10&hasta=${ago(3.5)}`, ['otra', 'vieja']],
  ])('is filtered %s', async (_what, query, expected) => {
    expect(await listed(query())).toEqual(expected)
  })

  test('is read page by page while new runs arrive', async () => {
    const first = await get('/api/ejecuciones?limite=2')
    ids.llegada = record(0, { procesoId })
    await runtime.history.flush()
    const second = await get(`/api/ejecuciones?limite=2&despuesDe=${first.siguiente}`)
    const third = await get(`/api/ejecuciones?limite=2&despuesDe=${second.siguiente}`)
    expect([first, second, third].map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual([
      [ids.nueva, ids.fallida],
      [ids.prueba, ids.otra],
      [ids.vieja],
    ])
    expect(third.siguiente).toBeUndefined()
  })

  test.each([
    ['limite=201', 'limite'],
    ['limite=0', 'limite'],
    ['estado=lista', 'estado'],
    ['procesoId=7', 'procesoId'],
    ['desde=ayer', 'desde'],
    ['despuesDe=x', 'despuesDe'],
    ['despuesDe=WzEsMl0', 'despuesDe'],
    ['orden=nombre', 'orden'],
  ])('refuses ?%s and names the field', async (query, campo) => {
    const { status, body } = await get(`/api/ejecuciones?${query}`)
    expect({ status, campo: body.errores[0].campo }).toEqual({ status: 422, campo })
  })

  test('is summed up per proceso and per canal, with the last failures', async () => {
    const { body } = await get('/api/ejecuciones/resumen?horas=1')
    expect(body).toMatchObject({ total: 5, errores: 1, porcentajeErrores: 20 })
    expect(body.procesos).toEqual([
      {
        procesoId,
        proceso: 'Cobros',
        total: 4,
        errores: 1,
        mediaMs: expect.closeTo(15),
        p95Ms: expect.any(Number),
        ultima: expect.any(String),
      },
      {
        procesoId: otherId,
        proceso: 'Envíos',
        total: 1,
        errores: 0,
        mediaMs: 10,
        p95Ms: expect.any(Number),
        ultima: expect.any(String),
      },
    ])
    // The class from 20 to 35 ms holds the slower one of the two, which took 30.
    const canal = { canalId, canal: 'Tienda', total: 2, errores: 1, mediaMs: 20, ultima: expect.any(String) }
    expect(body.canales).toEqual([{ ...canal, p95Ms: expect.closeTo(29) }])
    expect(body.canalesMasLentos).toEqual(body.canales)
    expect(body.ultimosFallos.map(({ id }: { id: string }) => id)).toEqual([ids.fallida])
    expect((await get('/api/ejecuciones/resumen?horas=24')).body.total).toBe(6)
    const ofCanal = (await get(`/api/ejecuciones/resumen?horas=1&canalId=${canalId}`)).body
    expect(ofCanal).toMatchObject({ total: 2, errores: 1, canales: body.canales })
    const ofNobody = (await get(`/api/ejecuciones/resumen?horas=1&canalId=${procesoId}`)).body
    expect(ofNobody).toMatchObject({ total: 0, procesos: [], canales: [], ultimosFallos: [] })
    expect((await get('/api/ejecuciones/resumen?horas=0')).status).toBe(422)
  })
})

describe('one run', () => {
  test('has its spans, and its error in one piece', async () => {
    const procesoId = await create('/api/procesos', { nombre: 'Trazado' })
    const paso = { nodo: 'n1', estado: 'ok' as const, inicio: 1, duracionMs: 2, intentos: 1 }
    const error = { codigo: 'TIEMPO_AGOTADO', mensaje: 'Tarde', nodo: 'n1' }
    const entrada = { a: 1 }
    const id = record(5, {
      procesoId,
      estado: 'error',
      error,
      entrada,
      pasos: [
        { ...paso, nodo: 'e', salida: entrada },
        { ...paso, entrada: { a: 1 }, salida: { b: 2 } },
        { ...paso, nodo: 'n2', iteracion: [3], iteraciones: 7 },
      ],
      pasosOmitidos: 3,
    })
    await runtime.history.flush()
    expect((await get(`/api/ejecuciones/${id}`)).body).toEqual({
      id,
      inicio: expect.any(String),
      duracionMs: 10,
      estado: 'error',
      procesoId,
      version: 1,
      canalId: null,
      origen: 'canal',
      nodoMotor: 'prueba',
      claveNegocio: null,
      proceso: 'Trazado',
      canal: null,
      entrada: { a: 1 },
      salida: null,
      error,
      pasos: [
        { ...paso, nodo: 'e', salida: { a: 1 } },
        { ...paso, entrada: { a: 1 }, salida: { b: 2 } },
        { ...paso, nodo: 'n2', iteracion: [3], iteraciones: 7 },
      ],
      pasosOmitidos: 3,
      sinDatos: false,
    })
  })

  test('names where and how a node failed, however long its sentence is', async () => {
    const procesoId = await create('/api/procesos', { nombre: 'Fallido' })
    const error = { codigo: 'TIEMPO_AGOTADO', mensaje: 'x'.repeat(10_000), nodo: 'n1' }
    const pasos = [{ nodo: 'n1', estado: 'error' as const, inicio: 1, duracionMs: 2, intentos: 1, error }]
    const id = record(5, { procesoId, estado: 'error', error, pasos })
    await runtime.history.flush()
    const told = (await get(`/api/ejecuciones/${id}`)).body.pasos[0].error
    expect(told).toEqual({ ...error, mensaje: expect.stringMatching(/^x{4000,}… \d+ caracteres más$/) })
  })

  test.each([
    [uuid(), 404, 'NO_ENCONTRADO'],
    ['7', 422, 'DATOS_INVALIDOS'],
  ])('%s is not there: %i', async (id, status, codigo) => {
    expect(await get(`/api/ejecuciones/${id}`)).toMatchObject({ status, body: { codigo } })
  })
})

describe('a replay', () => {
  let procesoId: string
  let first: { idEjecucion: string; salida: { rotulo: string } }
  const replay = (body: object, id = first.idEjecucion) => post(`/api/ejecuciones/${id}/reintentar`, body)

  beforeAll(async () => {
    await create('/api/consecutivos', { nombre: 'facturas' })
    procesoId = await create('/api/procesos', { nombre: 'Facturar', flujo: flujo('A') })
    const path = `/api/procesos/${procesoId}`
    await post(`${path}/publicar`)
    first = (await post(`${path}/ejecutar`, { entrada: { cliente: 'Ana' }, version: 1 })).body
    const { body } = await get(path)
    await api.call('PUT', path, { body: { ...body, flujo: flujo('B') } })
    await post(`${path}/publicar`)
    const draft = (await get(path)).body
    await api.call('PUT', path, { body: { ...draft, flujo: flujo('C') } })
    await runtime.history.flush()
  })

  test.each([
    ['the version that ran', {}, 'A'],
    ['the published version', { version: 'publicada' }, 'B'],
    ['a version by its number', { version: 2 }, 'B'],
    ['the draft', { version: 'borrador' }, 'C'],
  ])('runs %s with the input that it had', async (_what, body, prefijo) => {
    const again = await replay(body)
    expect(again.status).toBe(200)
    expect(again.body.salida.rotulo).toMatch(new RegExp(`^${prefijo}\\d+ Ana$`))
    expect(again.body.salida.rotulo.slice(1)).not.toBe(first.salida.rotulo.slice(1))
  })

  test('from a node on keeps what the nodes before it gave', async () => {
    const again = await replay({ nodo: 'n3', version: 'publicada' })
    expect(again.body.salida.rotulo).toBe(`B${first.salida.rotulo.slice(1)}`)
  })

  test('is a run of its own in the history, and is audited', async () => {
    const { body } = await replay({ nodo: 'n3' })
    await runtime.history.flush()
    expect((await get(`/api/ejecuciones/${body.idEjecucion}`)).body).toMatchObject({
      origen: 'reintento',
      version: 1,
      procesoId,
    })
    const entry = await api.deps.db
      .selectFrom('auditoria')
      .select(['usuario', 'accion', 'recursoId', 'detalle'])
      .orderBy('momento', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      usuario: 'admin',
      accion: 'reintentar',
      recursoId: procesoId,
      detalle: { ejecucion: first.idEjecucion, version: 1, nodo: 'n3' },
    })
  })

  test.each([
    ['a node that is not there', { nodo: 'n9' }, 422, 'DATOS_INVALIDOS'],
    ['a version that is not there', { version: 9 }, 404, 'NO_ENCONTRADO'],
    ['a version that is no version', { version: 'ultima' }, 422, 'DATOS_INVALIDOS'],
  ])('of %s is refused', async (_what, body, status, codigo) => {
    expect(await replay(body)).toMatchObject({ status, body: { codigo } })
  })

  test('of a process that was never published cannot take the published version', async () => {
    const id = await create('/api/procesos', { nombre: 'Nunca', flujo: flujo('X') })
    const run = (await post(`/api/procesos/${id}/ejecutar`, { entrada: { cliente: 'Eva' } })).body
    await runtime.history.flush()
    expect(await replay({ version: 'publicada' }, run.idEjecucion)).toMatchObject({
      status: 422,
      body: { errores: [{ campo: 'version' }] },
    })
  })

  const n2 = { nodo: 'n2', estado: 'ok' as const, inicio: 1, duracionMs: 1, intentos: 1 }
  test.each<[string, Partial<RunRecord>, string]>([
    ['hidden', { entrada: { cliente: 'Ana', contrasena: 'x' } }, 'la entrada'],
    ['cut', { entrada: { cliente: 'a'.repeat(200_000) } }, 'la entrada'],
    ['hidden in a node', { pasos: [{ ...n2, salida: { token: 'x' } }] }, 'la salida de «Numerar»'],
    ['left out among its spans', { pasos: [n2], pasosOmitidos: 1 }, 'la traza'],
  ])('of what the history has %s says so and runs nothing', async (_what, changes, que) => {
    const id = record(1, { procesoId, entrada: { cliente: 'Ana' }, ...changes })
    await runtime.history.flush()
    const { status, body } = await replay({ nodo: 'n3' }, id)
    expect({ status, codigo: body.codigo, detail: body.detail }).toEqual({
      status: 409,
      codigo: 'MUESTRA_INCOMPLETA',
      detail: expect.stringContaining(`No se guardó entero en el historial: ${que} (`),
    })
  })

  test('needs the permission to edit', async () => {
    const { status } = await post(`/api/ejecuciones/${first.idEjecucion}/reintentar`, {}, 'lectura')
    expect(status).toBe(403)
  })
})
