import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Plantilla, ResultadosDeCasos } from '@div/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { divisas } from './divisas-testing.ts'
import { PLANTILLAS } from './plantillas.ts'
import { type Galeria, startGaleria } from './plantillas-testing.ts'

/** A servidor of each type that a template is written for; nobody answers there. */
const CONFIGS: Readonly<Record<string, object>> = {
  soap: { archivos: [{ nombre: 'divisas.wsdl', contenido: divisas('http://127.0.0.1:9/divisas') }] },
  sftp: { host: '127.0.0.1', usuario: 'div' },
  s3: { bucket: 'archivo', claveAcceso: 'div', claveSecreta: 'secreta' },
  rabbitmq: { host: '127.0.0.1' },
  imap: { host: '127.0.0.1', usuario: 'div', contrasena: 'secreta' },
  ldap: { host: '127.0.0.1' },
  smtp: { host: '127.0.0.1', remitente: 'div@tienda.example' },
}

let galeria: Galeria
let peer: Server
/** What the REST peer was asked, since it was last looked at. */
let asked: string[] = []
const servidores: Record<string, string> = {}

beforeAll(async () => {
  galeria = await startGaleria()
  peer = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as AddressInfo
  const rest = { urlBase: `http://127.0.0.1:${port}` }
  for (const [tipoServidor, config] of Object.entries({ ...CONFIGS, rest }))
    servidores[tipoServidor] = await galeria.addServidor(tipoServidor, config)
})
afterAll(async () => {
  await galeria.close()
  await new Promise((resolve) => peer.close(resolve))
})

/** The servidor of its type for each that a template asks for, but the shop and the built-in one. */
function assign({ servidores: needed }: Plantilla): Record<string, string> {
  return Object.fromEntries(
    needed.flatMap(({ referencia, tiposServidor }) => {
      const id = servidores[tiposServidor[0] ?? '']
      return id === undefined ? [] : [[referencia, id]]
    }),
  )
}

describe.each(PLANTILLAS.map((plantilla) => [plantilla.nombre, plantilla] as const))('%s', (_, plantilla) => {
  test('is imported without findings, and its cases come out as they should', async () => {
    const { id } = await galeria.importPlantilla(plantilla, assign(plantilla))
    const { json: validacion } = await galeria.ask('POST', `procesos/${id}/validar`)
    expect(validacion.hallazgos).toEqual([])
    const { json } = await galeria.ask('POST', `procesos/${id}/casos-prueba/ejecutar`, {})
    const wrong = (json as ResultadosDeCasos).resultados.filter(({ ok }) => !ok)
    expect(wrong.map(({ nombre, diferencias }) => ({ nombre, diferencias }))).toEqual([])
    expect(json.resultados.length).toBeGreaterThan(0)
  })
})

/** What stands on the other side: payments, a warehouse that is broken, countries, changes, invoices. */
async function answer(request: IncomingMessage): Promise<[number, unknown]> {
  const { method, url = '/' } = request
  const body = await text(request)
  asked.push(`${method} ${url}${body === '' ? '' : ` ${body}`}`)
  const { pathname, searchParams } = new URL(url, 'http://peer')
  switch (`${method} ${pathname}`) {
    case 'POST /cobros':
      return [201, { id: 'C-1' }]
    case 'POST /cobros/C-1/devolucion':
    case 'POST /avisos':
      return [202, {}]
    case 'GET /paises/CL':
      return [200, { nombre: 'Chile', moneda: 'CLP' }]
    case 'GET /clientes':
      return [200, changesAfter(searchParams.get('desde'))]
    case 'GET /facturas':
      return [200, { facturas: searchParams.get('pagina') === '3' ? [] : [{ estado: 'debida', importe: 2 }] }]
    case 'GET /lugares':
      return [200, { latitud: searchParams.get('texto')?.length, longitud: 0 }]
    case 'GET /cuentas/ES-1':
      return [200, { id: 'ES-1', titular: 'Noa', saldo: { disponible: 3 } }]
    default:
      return [500, { error: 'Roto' }]
  }
}

const changesAfter = (cursor: string | null) => ({
  cursor: 43,
  clientes:
    cursor === '43'
      ? []
      : [
          { nombre: 'Lucía', ciudad: 'Lugo', correo: 'cliente1@tienda.example' },
          { nombre: 'Nuria', ciudad: 'Soria', correo: 'nuria@tienda.example' },
        ],
})

describe('against the sample shop and a service that answers', () => {
  const ids = new Map<string, string>()
  beforeAll(async () => {
    const { json } = await galeria.ask('GET', 'procesos?limite=100')
    for (const { id, nombre } of json) ids.set(nombre, id)
  })

  /** Runs what was imported above, with nothing pinned. */
  async function run(plantilla: string, entrada: object) {
    asked = []
    const nombre = PLANTILLAS.find(({ id }) => id === plantilla)?.nombre ?? plantilla
    return galeria.run(ids.get(nombre), entrada)
  }

  test.each<[string, object, number, object]>([
    [
      'base-de-datos-a-rest',
      { id: 1 },
      200,
      { id: 1, nombre: 'Lucía Ferrán', ciudad: 'Valencia', pedidos: expect.any(Array) },
    ],
    ['base-de-datos-a-rest', { id: 99 }, 404, { mensaje: 'No hay ningún cliente 99.' }],
    ['api-paginada', { limite: 3, nombre: 'Café' }, 200, expect.objectContaining({ total: 2, paginas: 1 })],
    ['rest-a-soap', { cuenta: 'ES-1' }, 200, { cuenta: 'ES-1', titular: 'Noa', disponible: 3 }],
    ['consulta-con-cache', { codigo: 'ES' }, 200, { codigo: 'ES', nombre: 'España', moneda: 'EUR' }],
    ['recorrer-api-paginada', { anio: 2026 }, 200, expect.objectContaining({ facturas: 2 })],
    ['alternativa-si-falla', { codigo: 'CAF-250' }, 200, { existencias: 120, alDia: false }],
    [
      'enriquecer-en-paralelo',
      { direcciones: ['abc', 'a'] },
      200,
      {
        situadas: [
          { direccion: 'abc', latitud: 3, longitud: 0 },
          { direccion: 'a', latitud: 1, longitud: 0 },
        ],
        sinSituar: 0,
      },
    ],
    ['webhook-a-varios', { tipo: 'x', datos: {} }, 202, { destinos: 2, entregados: 2 }],
    ['limpieza-programada', { antesDe: '2030-01-01' }, 200, { viejos: 16, borrados: 0 }],
  ])('%s with %o', async (plantilla, entrada, estado, salida) => {
    expect(await run(plantilla, entrada)).toEqual({ estado, salida })
  })

  test('a look-up asks the service once for what the tabla does not have', async () => {
    const chile = { estado: 200, salida: { codigo: 'CL', nombre: 'Chile', moneda: 'CLP' } }
    expect(await run('consulta-con-cache', { codigo: 'CL' })).toEqual(chile)
    expect(asked).toEqual(['GET /paises/CL'])
    expect(await run('consulta-con-cache', { codigo: 'CL' })).toEqual(chile)
    expect(asked).toEqual([])
  })

  test('a synchronisation goes on from where it came to', async () => {
    const first = await run('sincronizar-por-cursor', {})
    expect(first.salida).toEqual({ recibidos: 2, nuevos: 1, cursor: '43' })
    expect(asked).toEqual(['GET /clientes?desde=0'])
    expect((await run('sincronizar-por-cursor', {})).salida).toEqual({
      recibidos: 0,
      nuevos: 0,
      cursor: '43',
    })
    expect(asked).toEqual(['GET /clientes?desde=43'])
  })

  test('what comes twice is done once', async () => {
    const pago = { clave: 'p-1', pedidoId: 1, centimos: 5 }
    expect([await run('receptor-idempotente', pago), await run('receptor-idempotente', pago)]).toEqual([
      { estado: 201, salida: { repetido: false } },
      { estado: 200, salida: { repetido: true } },
    ])
    // What could not be done may be asked for again with the same key.
    const sinPedido = { ...pago, clave: 'p-2', pedidoId: 9_999 }
    expect((await run('receptor-idempotente', sinPedido)).estado).toBe(404)
    expect((await run('receptor-idempotente', { ...sinPedido, pedidoId: 1 })).estado).toBe(201)
  })

  test('an order that cannot be stored gives the payment back and leaves nothing', async () => {
    const pedido = { clienteId: 1, codigo: 'BAS-DIG', cantidad: 2 }
    expect((await run('pedido-con-compensacion', pedido)).salida).toEqual({ cobro: 'C-1', total: 99.8 })
    expect(asked).toEqual(['POST /cobros {"clienteId":1,"importe":99.8}'])
    const before = (await run('limpieza-programada', { antesDe: '2100-01-01' })).salida
    expect(await run('pedido-con-compensacion', pedido)).toMatchObject({ salida: null })
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['/cobros', '/cobros/C-1/devolucion'])
    expect((await run('limpieza-programada', { antesDe: '2100-01-01' })).salida).toEqual(before)
  })

  test('a clean-up that is not a trial takes them with their lines', async () => {
    const { salida } = await run('limpieza-programada', { antesDe: '2026-10-08', simular: false })
    expect(salida).toEqual({ viejos: 7, borrados: 7 })
  })
})

describe('a PostgreSQL with the tables of the shop, in its place', () => {
  let banco: TestDatabase
  const ofTienda = PLANTILLAS.filter(({ servidores: needed }) =>
    needed.some(({ tiposServidor }) => tiposServidor.includes('postgresql')),
  )
  const ids = new Map<string, string>()

  beforeAll(async () => {
    banco = await createTestDatabase()
    for (const statement of [
      'create table clientes (id bigint primary key, nombre text, correo text unique, ciudad text)',
      'create table productos (id bigint primary key, codigo text unique, nombre text, precio_centimos int, existencias int check (existencias >= 0))',
      "create table pedidos (id bigint generated always as identity primary key, cliente_id bigint references clientes, fecha text default '2026-10-01', total_centimos int)",
      'create table pedido_lineas (pedido_id bigint references pedidos)',
      "insert into clientes values (1, 'Lucía Ferrán', 'cliente1@tienda.example', 'Valencia')",
      "insert into productos values (1, 'CAF-250', 'Café', 595, 3)",
    ])
      await sql.raw(statement).execute(banco.db)
    const { hostname, port, pathname, username, password } = new URL(banco.url)
    const config = {
      host: hostname,
      puerto: Number(port),
      baseDatos: pathname.slice(1),
      usuario: decodeURIComponent(username),
      contrasena: decodeURIComponent(password),
      ssl: false,
    }
    const tienda = await galeria.addServidor('postgresql', config)
    for (const plantilla of ofTienda) {
      const { paquete } = plantilla
      const { id } = await galeria.importPlantilla({ paquete, tablas: [] }, { ...assign(plantilla), tienda })
      ids.set(plantilla.id, id)
    }
  })
  afterAll(() => banco.drop())

  test.each(ofTienda.map(({ id }) => id))('%s is valid on it', async (plantilla) => {
    const { json } = await galeria.ask('POST', `procesos/${ids.get(plantilla)}/validar`)
    expect(json.hallazgos).toEqual([])
    const casos = await galeria.ask('POST', `procesos/${ids.get(plantilla)}/casos-prueba/ejecutar`, {})
    expect((casos.json as ResultadosDeCasos).resultados.filter(({ ok }) => !ok)).toEqual([])
  })

  test('orders are stored, sold out ones paid back, and cleaned up', async () => {
    const run = async (plantilla: string, entrada: object) =>
      (await galeria.run(ids.get(plantilla), entrada)).salida
    const pedido = { clienteId: 1, codigo: 'CAF-250', cantidad: 2 }
    expect(await run('pedido-con-compensacion', pedido)).toEqual({ cobro: 'C-1', total: 11.9 })
    asked = []
    expect(await run('pedido-con-compensacion', pedido)).toBeNull()
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['/cobros', '/cobros/C-1/devolucion'])
    expect(await run('base-de-datos-a-rest', { id: 1 })).toMatchObject({ pedidos: [{ id: 1, total: 11.9 }] })
    expect(await run('api-paginada', {})).toMatchObject({ total: 1, productos: [{ precio: 5.95 }] })
    const clean = { antesDe: '2026-12-31', simular: false }
    expect(await run('limpieza-programada', clean)).toEqual({ viejos: 1, borrados: 1 })
  })
})

test('every template has a name and an id of its own', () => {
  expect(new Set(PLANTILLAS.map(({ id }) => id)).size).toBe(PLANTILLAS.length)
  expect(new Set(PLANTILLAS.map(({ nombre }) => nombre)).size).toBe(PLANTILLAS.length)
})

test('the gallery tells of each what it needs and how it looks, and only those who may create are told', async () => {
  const { json } = await galeria.ask('GET', 'plantillas')
  expect(json).toHaveLength(PLANTILLAS.length)
  expect(json[0]).toMatchObject({
    id: 'base-de-datos-a-rest',
    casos: 3,
    servidores: [{ referencia: 'tienda', tiposServidor: ['sqlite', 'postgresql', 'mysql'] }],
  })
  expect(Object.keys(json[0].dibujo.nodos[0])).toEqual(['id', 'tipo', 'nombre', 'posicion'])
  expect((await galeria.ask('GET', 'plantillas/base-de-datos-a-rest')).json).toEqual(PLANTILLAS[0])
  expect((await galeria.ask('GET', 'plantillas/nada')).status).toBe(404)
  const { api } = galeria
  await api.addUsuario('lectora', 'lectura')
  const { token: reading } = await api.signIn('lectora')
  expect((await api.call('GET', '/api/plantillas', { token: reading })).statusCode).toBe(403)
})
