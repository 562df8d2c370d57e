import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHoras } from '../motor/history/horas-repository.ts'
import { HourlyCounts } from '../motor/history/hourly-counts.ts'
import { testLatido } from '../motor/metrics/latido-testing.ts'
import { createNodosRepository } from '../motor/metrics/nodos-repository.ts'
import { startWholeApi, type WholeApi } from './testing-whole.ts'

let api: WholeApi
let token: string
const ids = new Map<string, string>()
const idOf = (resource: string) => ids.get(resource) ?? ''

async function ask(method: string, path: string, body?: object) {
  const answer = await api.call(method, `/api/${path}`, { token, ...(body && { body }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
async function create(resource: string, body: object) {
  ids.set(resource, (await ask('POST', resource, body)).id)
}

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  token = (await api.signIn('raiz')).token
  await create('categorias', { nombre: 'Ventas' })
  await create('servidores', {
    nombre: 'Banco',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    categoriaId: idOf('categorias'),
    // Nobody listens there.
    config: { host: '127.0.0.1', puerto: 1, baseDatos: 'x', usuario: 'u', contrasena: 's3creto' },
  })
  await create('parametros', { nombre: 'iva', valor: '21' })
  await create('tablas', { nombre: 'paises', columnas: [{ nombre: 'iso' }] })
  await create('consecutivos', { nombre: 'facturas' })
  await create('procesos', { nombre: 'Cobros', flujo })
  await ask('POST', `procesos/${idOf('procesos')}/publicar`)
  await create('canales', { nombre: 'Tienda', tipo: 'REST', ruta: 'tienda' })
  await ask('PUT', `canales/${idOf('canales')}/procesos`, [
    { procesoId: idOf('procesos'), version: 1, metodo: 'GET', ruta: '/a' },
    { procesoId: idOf('procesos'), version: 'publicada', metodo: 'GET', ruta: '/b' },
  ])
  await create('tareas-programadas', { nombre: 'Diaria', procesoId: idOf('procesos'), cron: '0 8 * * *' })
  await ask('POST', 'tokens', { nombre: 'Socio', canales: [idOf('canales')] })
  await ask('POST', 'procesos', { nombre: 'Sin usos' })
})
afterAll(() => api.close())

const flujo = {
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [
        { nombre: 'iva', expresion: 'PARAMETRO("iva") & PARAMETRO("iva")' },
        { nombre: 'pais', expresion: 'BUSCAR("paises"; "ES"; "iso")' },
        { nombre: 'numero', expresion: 'CONSECUTIVO("facturas")' },
      ],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

test.each(['servidores', 'procesos', 'canales', 'parametros', 'tablas', 'categorias', 'consecutivos'])(
  'the list of %s says of each how many use it, as many as its usos',
  async (resource) => {
    const listed: { id: string; usos: number }[] = await ask('GET', resource)
    for (const { id, usos } of listed) {
      expect(usos).toBe((await ask('GET', `${resource}/${id}/usos`)).length)
    }
    const own = listed.find(({ id }) => id === idOf(resource))
    expect(own?.usos).toBe({ servidores: 0, procesos: 2 }[resource] ?? 1)
  },
)

test.each(['servidores', 'procesos', 'canales'])(
  'an entry of the list of %s can be read by itself',
  async (resource) => {
    for (const entry of await ask('GET', resource)) {
      expect(await ask('GET', `${resource}/${entry.id}/resumen`)).toEqual(entry)
    }
  },
)

test('a proceso tells the canales that publish it, each once', async () => {
  const listed: { nombre: string; canales: unknown }[] = await ask('GET', 'procesos')
  expect(Object.fromEntries(listed.map(({ nombre, canales }) => [nombre, canales]))).toEqual({
    Cobros: [{ id: idOf('canales'), nombre: 'Tienda' }],
    'Sin usos': [],
  })
})

test('procesos are narrowed by how their draft stands to what is published', async () => {
  const names = async (estado: string) =>
    (await ask('GET', `procesos?estado=${estado}`)).map(({ nombre }: { nombre: string }) => nombre)
  expect(await names('publicado')).toEqual(['Cobros'])
  expect(await names('sin-publicar')).toEqual(['Sin usos'])
  expect(await names('con-cambios')).toEqual([])
  const [listed] = await ask('GET', 'procesos?estado=publicado')
  const stored = await ask('GET', `procesos/${listed.id}`)
  await ask('PUT', `procesos/${listed.id}`, { ...stored, flujo: { ...flujo, conexiones: [] } })
  expect(await names('con-cambios')).toEqual(['Cobros'])
  expect(await names('publicado')).toEqual([])
  await ask('PUT', `procesos/${listed.id}`, { ...stored, revision: stored.revision + 1 })
})

test('an entry of a list may come back in a PUT with all that was added to it', async () => {
  const resources = ['servidores', 'canales', 'parametros', 'tablas', 'categorias', 'consecutivos']
  for (const resource of [...resources, 'tareas-programadas']) {
    const [entry] = await ask('GET', resource)
    expect(await ask('PUT', `${resource}/${entry.id}`, entry)).toMatchObject({ revision: entry.revision + 1 })
  }
})

test('a tarea tells which process it is for and what is published of it', async () => {
  const listed = await ask('GET', 'tareas-programadas')
  expect(listed).toMatchObject([{ nombre: 'Diaria', proceso: 'Cobros', versionPublicada: 1 }])
})

test.each([
  ['tareas-programadas', 1, 0],
  ['canales', 0, 1],
  // What cannot be switched off is active.
  ['categorias', 1, 0],
])('the list of %s is narrowed to what is active, or is not', async (resource, active, inactive) => {
  const entry = async (query: string) => (await ask('GET', `${resource}?${query}`)).length
  if (resource === 'canales') {
    const [canal] = await ask('GET', resource)
    await ask('PUT', `${resource}/${canal.id}`, { ...canal, activo: false })
  }
  expect(await entry('activo=true')).toBe(active)
  expect(await entry('activo=false')).toBe(inactive)
  expect(await entry('activo=')).toBe(1)
})

test('procesos and canales tell what their runs came to', async () => {
  const counts = new HourlyCounts()
  const run = { procesoId: idOf('procesos'), canalId: idOf('canales'), duracionMs: 10 }
  const last = uuid()
  counts.add({ ...run, id: uuid(), estado: 'ok' }, Date.now() - 1)
  counts.add({ ...run, id: last, estado: 'error' }, Date.now())
  await addHoras(api.deps.db, counts.take())
  for (const resource of ['procesos', 'canales']) {
    const listed = await ask('GET', resource)
    const own = listed.find(({ id }: { id: string }) => id === idOf(resource))
    expect(own.actividad).toMatchObject({
      total: 2,
      errores: 1,
      porcentajeErrores: 50,
      mediaMs: 10,
      ultima: { id: last, estado: 'error' },
    })
  }
  const [, idle] = await ask('GET', 'procesos')
  expect(idle.actividad).toMatchObject({ total: 0, mediaMs: null, ultima: null })
})

test('servidores tell of their connections everywhere and of the last test', async () => {
  const entry = async () => (await ask('GET', 'servidores'))[0]
  expect(await entry()).toMatchObject({ conexiones: null, ultimaPrueba: null })
  const pool = {
    id: idOf('servidores'),
    nombre: 'Banco',
    tipoServidor: 'postgresql',
    activeConnections: 2,
    idleConnections: 1,
    maxConnections: 10,
    waiting: 3,
    reuseRate: 90,
    avgLatencyMs: 5,
    errorRate: 0,
    circuito: 'cerrado' as const,
    circuitoDesdeMs: null,
    retenidas: [],
    poseedores: [],
    enEspera: [],
  }
  for (const id of ['a', 'b']) {
    await createNodosRepository(api.deps.db).beat({
      id,
      rol: 'motor',
      inicio: new Date(),
      datos: testLatido({ pools: [pool] }),
    })
  }
  const { ok, pasos } = await ask('POST', `servidores/${idOf('servidores')}/probar`)
  const failed = pasos.find((paso: { ok: boolean }) => !paso.ok)
  expect(await entry()).toMatchObject({
    conexiones: { activeConnections: 4, maxConnections: 20, waiting: 6, circuito: 'cerrado' },
    ultimaPrueba: { ok, paso: failed.nombre, error: failed.error, usuario: 'raiz' },
  })
  const { conexiones, ultimaPrueba } = await entry()
  expect(await ask('GET', `servidores/${idOf('servidores')}/estado`)).toEqual({ conexiones, ultimaPrueba })
})

test.each([
  ['servidores?estado=conFallos', 1],
  ['servidores?estado=sinProbar', 0],
  ['servidores?activo=true&tipoServidor=postgresql', 1],
  ['servidores?tipoServidor=mysql', 0],
  ['servidores?tipoServidor=&estado=', 1],
  ['canales?tipo=REST', 1],
  ['canales?tipo=SOAP', 0],
])('GET %s narrows the list', async (path, count) => {
  expect(await ask('GET', path)).toHaveLength(count)
})

test('the next firing of each active tarea is told, soonest first', async () => {
  await ask('POST', 'tareas-programadas', {
    nombre: 'A cada minuto',
    procesoId: idOf('procesos'),
    cron: '* * * * *',
  })
  await ask('POST', 'tareas-programadas', {
    nombre: 'Parada',
    procesoId: idOf('procesos'),
    cron: '* * * * *',
    activo: false,
  })
  const found = await ask('GET', 'tareas-programadas/siguientes?limite=3')
  expect(found.map(({ nombre, proceso }: Record<string, string>) => [nombre, proceso])).toEqual([
    ['A cada minuto', 'Cobros'],
    ['Diaria', 'Cobros'],
  ])
})
