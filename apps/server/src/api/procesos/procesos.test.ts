import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Runtime } from '../../motor/runtime.ts'
import { registerCanales } from '../canales/routes.ts'
import { registerConsecutivos } from '../consecutivos/routes.ts'
import { registerParametros } from '../parametros/routes.ts'
import { registerServidores } from '../servidores/routes.ts'
import { registerTareasProgramadas } from '../tareas-programadas/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerProcesos } from './routes.ts'

let api: TestApi
let runtime: Runtime

beforeAll(async () => {
  api = await startTestApi(
    (app, deps) => {
      for (const register of [
        registerCanales,
        registerConsecutivos,
        registerParametros,
        registerProcesos,
        registerServidores,
        registerTareasProgramadas,
      ]) {
        register(app, deps)
      }
    },
    async ({ db, databaseUrl, secretos }) => {
      runtime = await startTestRuntime({ db, databaseUrl, secretos })
      return { runtime }
    },
  )
})
afterAll(async () => {
  await runtime.close()
  await api.close()
})

const post = (url: string, body: object = {}, role: 'admin' | 'operador' | 'lectura' = 'admin') =>
  api.call('POST', url, { body, role })
const get = async (url: string) => (await api.call('GET', url)).json()

const listAudit = (recursoId: string, accion: string) =>
  api.deps.db
    .selectFrom('auditoria')
    .select(['usuario', 'detalle'])
    .where('recursoId', '=', recursoId)
    .where('accion', '=', accion)
    .orderBy('id')
    .execute()

const flujo = (expresion: string) => ({
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'base', tipo: 'decimal', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [{ nombre: 'total', tipo: 'decimal', expresion }],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

test('a process goes from its draft to a version in a canal, and its uses hold what it needs', async () => {
  const parametro = (await post('/api/parametros', { nombre: 'iva', tipo: 'decimal', valor: 0.21 })).json()
  const created = await post('/api/procesos', {
    nombre: 'Precio',
    flujo: flujo('n1.base * (1 + PARAMETRO("iva"))'),
  })
  expect(created.statusCode).toBe(201)
  const proceso = created.json()
  const path = `/api/procesos/${proceso.id}`
  expect((await post(`${path}/validar`)).json()).toMatchObject({ valido: true })
  const run = (await post(`${path}/ejecutar`, { entrada: { base: '100' } })).json()
  expect(run).toMatchObject({ estado: 'ok', salida: { total: 121 } })
  expect((await post(`${path}/ejecutar`, { entrada: { base: 'x' } })).statusCode).toBe(400)
  expect((await post(`${path}/ejecutar`, { entrada: { base: 1 }, version: 9 })).json().codigo).toBe(
    'NO_ENCONTRADO',
  )
  expect((await post(`${path}/ejecutar`, { entrada: { base: 1 }, nodo: 'zz' })).json()).toMatchObject({
    errores: [{ campo: 'nodo', mensaje: 'El flujo no tiene el nodo «zz».' }],
  })
  expect((await post(`${path}/ejecutar`, { entrada: { base: 1 } }, 'lectura')).statusCode).toBe(403)
  expect(await listAudit(proceso.id, 'ejecutar')).toEqual(
    Array(2).fill({ usuario: 'admin', detalle: { nombre: 'Precio', version: 'borrador' } }),
  )

  const canal = (await post('/api/canales', { nombre: 'Tienda', tipo: 'REST', ruta: 'tienda' })).json()
  const asignacion = { procesoId: proceso.id, version: 'publicada', metodo: 'GET', ruta: '/precio/{base}' }
  const early = await api.call('PUT', `/api/canales/${canal.id}/procesos`, { body: [asignacion] })
  expect(early.statusCode).toBe(422)
  expect(early.json().errores[0].mensaje).toContain('Publíquelo primero')

  expect((await post(`${path}/publicar`)).json()).toMatchObject({ version: 1 })
  expect((await post(`${path}/publicar`, { nota: 'igual' })).json()).toMatchObject({
    version: 1,
    sinCambios: true,
  })
  expect((await get(`${path}/versiones`)).map(({ version }: { version: number }) => version)).toEqual([1])
  expect(await get('/api/procesos')).toMatchObject([{ versionPublicada: 1, conCambios: false, nodos: 2 }])

  const assigned = await api.call('PUT', `/api/canales/${canal.id}/procesos`, { body: [asignacion] })
  expect(assigned.json()).toMatchObject([{ ...asignacion, proceso: 'Precio' }])
  expect(
    (await api.call('PUT', `/api/canales/${canal.id}/procesos`, { body: assigned.json() })).statusCode,
  ).toBe(200)
  expect(await get(`${path}/canales`)).toMatchObject([{ canal: 'Tienda', version: 'publicada', etag: false }])
  const tarea = { nombre: 'Diaria', procesoId: proceso.id, cron: '0 8 * * *', zonaHoraria: 'America/Bogota' }
  await post('/api/tareas-programadas', tarea)
  expect(
    (await post('/api/tareas-programadas', { ...tarea, nombre: 'x', cron: 'x' })).json().errores[0].campo,
  ).toBe('cron')

  const inUse = await api.call('DELETE', path)
  expect(inUse.statusCode).toBe(409)
  expect(inUse.json().usos.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Tienda', 'Diaria'])
  expect((await api.call('DELETE', `/api/parametros/${parametro.id}`)).json().usos).toMatchObject([
    { nombre: 'Precio' },
  ])
  const renamed = await api.call('PUT', `/api/parametros/${parametro.id}`, {
    body: { ...parametro, nombre: 'tasa' },
  })
  expect(renamed.json()).toMatchObject({
    codigo: 'NOMBRE_EN_USO',
    detail: expect.stringContaining('No se puede cambiar el nombre del parámetro:'),
  })

  const changed = { ...(await get(path)), flujo: flujo('n1.base * 2') }
  expect((await api.call('PUT', path, { body: changed })).statusCode).toBe(200)
  expect(await get('/api/procesos')).toMatchObject([{ conCambios: true }])
  const restored = await post(`${path}/versiones/1/restaurar`)
  expect(restored.json().flujo).toEqual(proceso.flujo)
  expect((await post(`${path}/versiones/9/restaurar`)).statusCode).toBe(404)
  const copy = await post(`${path}/duplicar`)
  expect(copy.json()).toMatchObject({ nombre: 'Precio (copia)', versionPublicada: null })
  expect(copy.headers.location).toBe(`/api/procesos/${copy.json().id}`)
})

test('a durable process is kept as one, and its versions say so', async () => {
  const proceso = (await post('/api/procesos', { nombre: 'Duradero', modo: 'durable' })).json()
  expect(proceso).toMatchObject({ modo: 'durable' })
  expect((await post(`/api/procesos/${proceso.id}/publicar`)).json()).toMatchObject({ version: 1 })
  expect(await get(`/api/procesos/${proceso.id}/versiones`)).toMatchObject([{ version: 1, modo: 'durable' }])
  // Only the mode is another: that is a change, too.
  const body = { ...proceso, modo: 'memoria' }
  expect((await api.call('PUT', `/api/procesos/${proceso.id}`, { body })).statusCode).toBe(200)
  expect((await post(`/api/procesos/${proceso.id}/publicar`)).json()).toMatchObject({ version: 2 })
  expect((await api.call('DELETE', `/api/procesos/${proceso.id}`)).statusCode).toBe(204)
})

test('a list declares its elements without a name for them', async () => {
  const documento = flujo('n1.base')
  const base = { nombre: 'base', tipo: 'lista', elemento: { tipo: 'texto' } }
  const [entrada, salida] = documento.nodos
  const nodos = [
    { ...entrada, parametros: [base] },
    { ...salida, parametros: [] },
  ]
  const created = await post('/api/procesos', { nombre: 'Lista', flujo: { ...documento, nodos } })
  expect(created.json().flujo.nodos[0].parametros[0].elemento).toEqual({ nombre: '', tipo: 'texto' })
  const refused = await post('/api/procesos', {
    nombre: 'Sin nombre',
    flujo: { ...documento, nodos: [{ ...entrada, parametros: [{ tipo: 'texto' }] }] },
  })
  expect(refused.json().errores).toEqual([
    { campo: 'flujo.nodos[0].parametros[0].nombre', mensaje: 'Falta este dato.' },
  ])
  expect((await api.call('DELETE', `/api/procesos/${created.json().id}`)).statusCode).toBe(204)
})

test('a draft with findings is kept, not published', async () => {
  const created = (
    await post('/api/procesos', { nombre: 'Roto', flujo: flujo('n9.nada + NOEXISTE(1)') })
  ).json()
  const valid = (await post(`/api/procesos/${created.id}/validar`)).json()
  expect(valid.valido).toBe(false)
  expect(valid.hallazgos[0]).toMatchObject({ nodo: 'n2', gravedad: 'error' })
  const refused = await post(`/api/procesos/${created.id}/publicar`)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ codigo: 'FLUJO_INVALIDO', hallazgos: expect.any(Array) })
  const broken = await post('/api/procesos', {
    nombre: 'No es flujo',
    flujo: { version: 1, nodos: [{ id: '1' }] },
  })
  expect(broken.statusCode).toBe(422)
  expect(broken.json().errores.map(({ campo }: { campo: string }) => campo)).toContain('flujo.nodos[0].tipo')
})

test('a new process is an entry joined to an exit, and publishes', async () => {
  const created = (await post('/api/procesos', { nombre: 'Nuevo' }, 'operador')).json()
  expect(created.flujo.nodos.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['entrada', 'salida'])
  expect((await post(`/api/procesos/${created.id}/validar`)).json()).toMatchObject({ valido: true })
})

test('a bundle says what is missing before anything is written, and brings the process back', async () => {
  const consecutivo = (await post('/api/consecutivos', { nombre: 'facturas' })).json()
  const created = (
    await post('/api/procesos', {
      nombre: 'Exportado',
      concurrencia: 3,
      flujo: flujo('CONSECUTIVO("facturas")'),
    })
  ).json()
  const paquete = await get(`/api/procesos/${created.id}/exportar`)
  expect(paquete.dependencias).toEqual([
    { recurso: 'consecutivos', referencia: 'facturas', nombre: 'facturas' },
  ])
  await api.call('DELETE', `/api/procesos/${created.id}`)
  await api.call('DELETE', `/api/consecutivos/${consecutivo.id}`)
  expect((await post('/api/procesos/importar?revisar=1', { paquete })).json()).toMatchObject({
    nombre: 'Exportado',
    faltan: [{ nombre: 'facturas' }],
  })
  const refused = await post('/api/procesos/importar', { paquete })
  expect(refused.json()).toMatchObject({ codigo: 'FALTAN_DEPENDENCIAS', faltan: [{ nombre: 'facturas' }] })
  await post('/api/consecutivos', { nombre: 'facturas' })
  const imported = await post('/api/procesos/importar', { paquete })
  expect(imported.statusCode).toBe(201)
  expect(imported.headers.location).toBe(`/api/procesos/${imported.json().id}`)
  expect(imported.json()).toMatchObject({ flujo: created.flujo, concurrencia: 3 })
})

test('a bundle takes the place of a draft; what is published stays, and so does what was made from a newer draft', async () => {
  const source = (await post('/api/procesos', { nombre: 'Promovido', flujo: flujo('"después"') })).json()
  const paquete = await get(`/api/procesos/${source.id}/exportar`)
  await api.call('DELETE', `/api/procesos/${source.id}`)
  const before = (await post('/api/procesos', { nombre: 'Promovido', flujo: flujo('"antes"') })).json()
  await post(`/api/procesos/${before.id}/publicar`)
  const { id, revision } = await get(`/api/procesos/${before.id}`)
  const replaced = await post('/api/procesos/importar', { paquete, reemplaza: { id, revision } })
  expect(replaced.statusCode).toBe(200)
  expect(replaced.json()).toMatchObject({ id, nombre: 'Promovido', versionPublicada: 1, flujo: source.flujo })
  expect((await get(`/api/procesos/${id}/versiones/1`)).flujo).toEqual(before.flujo)
  const stale = await post('/api/procesos/importar', { paquete, reemplaza: { id, revision } })
  expect(stale.json()).toMatchObject({ status: 409, codigo: 'REVISION_OBSOLETA' })
  await api.call('DELETE', `/api/procesos/${id}`)
})

test('how many runs of a process may be under way is kept with it, and is no change to publish', async () => {
  const path = `/api/procesos/${(await post('/api/procesos', { nombre: 'Acotado' })).json().id}`
  expect(await get(path)).toMatchObject({ concurrencia: null })
  await post(`${path}/publicar`)
  const bounded = { ...(await get(path)), concurrencia: 2 }
  expect((await api.call('PUT', path, { body: bounded })).json()).toMatchObject({ concurrencia: 2 })
  expect(await get('/api/procesos?q=Acotado')).toMatchObject([{ concurrencia: 2, conCambios: false }])
  expect((await post(`${path}/duplicar`)).json()).toMatchObject({ concurrencia: 2 })
  const none = { ...(await get(path)), concurrencia: 0 }
  expect((await api.call('PUT', path, { body: none })).statusCode).toBe(422)
})

test('a canal keeps its password to itself, and only an admin opens the private network', async () => {
  const body = {
    nombre: 'Privado',
    tipo: 'REST',
    ruta: 'privado',
    acceso: { tipo: 'basico', usuario: 'u', contrasena: 'una contraseña' },
  }
  const canal = (await post('/api/canales', body)).json()
  expect(canal.acceso).toEqual({ tipo: 'basico', usuario: 'u', contrasena: { definido: true } })
  const again = await api.call('PUT', `/api/canales/${canal.id}`, {
    body: { ...canal, descripcion: 'x' },
    role: 'operador',
  })
  expect(again.statusCode).toBe(200)
  const stored = again.json()
  const row = await api.deps.db
    .selectFrom('canales')
    .select('acceso')
    .where('id', '=', canal.id)
    .executeTakeFirstOrThrow()
  expect(api.deps.secretos.open(canal.id, String(row.acceso.contrasena))).toBe('una contraseña')
  const jwt = { tipo: 'jwt', emisor: 'https://a.b', jwks: 'https://a.b/k', permitirRedPrivada: true }
  const put = (from: object, change: object, role: 'admin' | 'operador') =>
    api.call('PUT', `/api/canales/${canal.id}`, { body: { ...from, ...change }, role })
  const denied = await put(stored, { acceso: jwt }, 'operador')
  expect(denied.statusCode).toBe(403)
  expect(denied.json().errores[0].campo).toBe('acceso.permitirRedPrivada')
  const allowed = (await put(stored, { acceso: jwt }, 'admin')).json()
  const elsewhere = { acceso: { ...jwt, jwks: 'http://10.0.0.1/k' } }
  expect((await put(allowed, elsewhere, 'operador')).json()).toMatchObject({
    status: 403,
    errores: [{ campo: 'acceso.permitirRedPrivada' }],
  })
  expect((await put(allowed, { descripcion: 'y' }, 'operador')).statusCode).toBe(200)
  const soap = (await post('/api/canales', { ...body, nombre: 'S', tipo: 'SOAP' })).json()
  expect(soap.tipo).toBe('SOAP')
  const changed = await api.call('PUT', `/api/canales/${soap.id}`, { body: { ...soap, tipo: 'REST' } })
  expect(changed.json().errores[0].campo).toBe('tipo')
})

test('a server keeps its secrets, and asks for them again when someone else moves it', async () => {
  const tipos = await get('/api/servidores/tipos')
  expect(JSON.stringify(tipos)).toContain('x-secret')
  const body = {
    nombre: 'API',
    tipoServidor: 'rest',
    permitirRedPrivada: true,
    config: { urlBase: 'http://127.0.0.1:9', autenticacion: { tipo: 'bearer', token: 'muy-secreto' } },
  }
  const created = await post('/api/servidores', body)
  expect(created.statusCode).toBe(201)
  const servidor = created.json()
  expect(JSON.stringify(servidor)).not.toContain('muy-secreto')
  expect(servidor.pool).toMatchObject({ max: 10 })
  const path = `/api/servidores/${servidor.id}`
  const kept = await api.call('PUT', path, { body: { ...servidor, descripcion: 'x' }, role: 'operador' })
  expect(kept.json()).toMatchObject({ revision: 2 })
  const there = { ...kept.json(), config: { ...servidor.config, urlBase: 'http://10.0.0.1:22' } }
  const scanning = [
    await api.call('PUT', path, { body: there, role: 'operador' }),
    await post('/api/servidores/probar', { ...body, config: there.config, id: servidor.id }, 'operador'),
  ]
  const DENIED = { status: 403, errores: [{ campo: 'permitirRedPrivada' }] }
  expect(scanning.map((answer) => answer.json())).toMatchObject([DENIED, DENIED])
  const moved = {
    ...kept.json(),
    permitirRedPrivada: false,
    config: { ...servidor.config, urlBase: 'http://ladron.example' },
  }
  const refused = await api.call('PUT', path, { body: moved, role: 'operador' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errores).toMatchObject([{ campo: 'config.autenticacion.token' }])
  expect((await api.call('PUT', path, { body: moved })).statusCode).toBe(200)
  expect((await post('/api/servidores/probar', body, 'operador')).statusCode).toBe(403)
  const tested = await post(`${path}/probar`)
  expect(tested.json()).toMatchObject({ ok: false, pasos: expect.any(Array) })
  expect(
    (await post('/api/servidores', { ...body, nombre: 'Y', tipoServidor: 'nada' })).json().errores[0].campo,
  ).toBe('tipoServidor')
  expect(
    (await post('/api/servidores', { ...body, nombre: 'Y', config: { urlBase: 7 } })).json().errores[0].campo,
  ).toBe('config.urlBase')
})
