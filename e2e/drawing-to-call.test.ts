import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createMariadbDatabase,
  createPostgresDatabase,
  createSqliteDatabase,
  hasMariadb,
  type TestDatabase,
} from './databases.ts'
import { type Product, startStoryProduct, until } from './product.ts'
import { createProceso, idOf, publishProceso } from './publish-proceso.ts'

const SUFFIX = `div_e2e_${Date.now().toString(36)}`

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
})

afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

const SYSTEMS = [
  {
    sistema: 'PostgreSQL',
    tipoServidor: 'postgresql',
    available: true,
    create: () => createPostgresDatabase(SUFFIX),
  },
  {
    sistema: 'MariaDB (skipped unless 127.0.0.1:3306 answers)',
    tipoServidor: 'mysql',
    available: await hasMariadb(),
    create: () => createMariadbDatabase(SUFFIX),
  },
  {
    sistema: 'SQLite',
    tipoServidor: 'sqlite',
    available: true,
    create: () => createSqliteDatabase(product, SUFFIX),
  },
]

describe.each(SYSTEMS)('a process on $sistema', ({ tipoServidor, available, create }) => {
  let database: TestDatabase
  let servidorId: string

  beforeAll(async () => {
    if (!available) return
    database = await create()
    const { status, json } = await product.api('POST', '/servidores', {
      nombre: `Base ${tipoServidor}`,
      tipoServidor,
      permitirRedPrivada: true,
      config: database.config,
    })
    expect(status).toBe(201)
    servidorId = idOf(json)
  })

  afterAll(async () => {
    await database?.drop()
  })

  test.skipIf(!available)('answers calls of its channel with rows of the database', async () => {
    const procesoId = await createProceso(
      product,
      `Consulta ${tipoServidor}`,
      lookUp(tipoServidor, servidorId),
    )
    const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/clientes/{id}' })
    const found = await until(
      () => product.motor('GET', `/rest/${ruta}/clientes/7`),
      ({ status }) => status !== 404,
    )
    expect({ status: found.status, json: found.json }).toEqual({
      status: 200,
      json: { nombre: 'ASTRID GRUBER', facturas: 3, total: 110.34 },
    })
    const missing = await product.motor('GET', `/rest/${ruta}/clientes/8`)
    expect({ status: missing.status, json: missing.json }).toEqual({
      status: 404,
      json: { mensaje: 'Cliente no encontrado' },
    })
    const refused = await product.motor('GET', `/rest/${ruta}/clientes/abc`)
    expect(refused.status).toBe(400)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(refused.json).toMatchObject({ errores: [{ campo: 'id' }] })
  })

  test.skipIf(!available)('a transaction whose third node fails leaves nothing behind', async () => {
    const procesoId = await createProceso(
      product,
      `Movimientos ${tipoServidor}`,
      threeInserts(tipoServidor, servidorId),
    )
    const failed = await product.api('POST', `/procesos/${procesoId}/ejecutar`, { entrada: { tercero: -1 } })
    expect(failed.json).toMatchObject({ estado: 'error', error: { nodo: 'm3' } })
    expect(await database.count('movimiento')).toBe(0)

    const ran = await product.api('POST', `/procesos/${procesoId}/ejecutar`, { entrada: { tercero: 3 } })
    expect(ran.json).toMatchObject({ estado: 'ok' })
    expect(await database.count('movimiento')).toBe(3)
  })
})

test('more processes than the API has connections are published at once', async () => {
  const flujo = {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
      { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [{ nombre: 'ok', valor: true, orden: 1 }] },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
  const publish = async (_: unknown, index: number) => {
    const procesoId = await createProceso(product, `A la vez ${index}`, flujo)
    return async () => (await product.api('POST', `/procesos/${procesoId}/publicar`)).status
  }
  const publishing = await Promise.all(Array.from({ length: 16 }, publish))
  const statuses = await Promise.all(publishing.map((now) => now()))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

function lookUp(tipoServidor: string, servidorId: string) {
  const query = { tipo: 'proceso', servidorId, tipoServidor, tipoObjeto: 'consulta' }
  const parametros = [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' }, orden: 1 }]
  return {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, orden: 1 }],
      },
      {
        ...query,
        id: 'n2',
        nombre: 'Cliente',
        objeto: { sql: 'select * from cliente where id = :id' },
        parametros,
      },
      {
        id: 'n3',
        tipo: 'condicion',
        nombre: '¿Existe?',
        casos: [{ nombre: 'si', expresion: 'n2.total > 0' }],
      },
      {
        ...query,
        id: 'n4',
        nombre: 'Facturas',
        objeto: { sql: 'select id, total from factura where cliente_id = :id order by id' },
        parametros,
      },
      {
        id: 'n5',
        tipo: 'salida',
        nombre: 'Cliente',
        estadoHttp: 200,
        parametros: [
          { nombre: 'nombre', tipo: 'texto', expresion: 'MAYUSCULAS(n2.filas[0].nombre)', orden: 1 },
          { nombre: 'facturas', tipo: 'entero', valorAsignado: { nodo: 'n4', ruta: 'total' }, orden: 2 },
          { nombre: 'total', tipo: 'decimal', expresion: 'SUMA(MAPEAR(n4.filas; elemento.total))', orden: 3 },
        ],
      },
      {
        id: 'n6',
        tipo: 'salida',
        nombre: 'No existe',
        estadoHttp: 404,
        parametros: [{ nombre: 'mensaje', tipo: 'texto', valor: 'Cliente no encontrado', orden: 1 }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
      { id: 'c3', origen: 'n3', salida: 'si', destino: 'n4' },
      { id: 'c4', origen: 'n4', destino: 'n5' },
      { id: 'c5', origen: 'n3', salida: 'otro', destino: 'n6' },
    ],
  }
}

/** Three rows in one transaction; the table refuses an amount that is not positive. */
function threeInserts(tipoServidor: string, servidorId: string) {
  const insert = (id: string, numero: number, importe: Record<string, unknown>) => ({
    id,
    tipo: 'proceso',
    nombre: `Movimiento ${numero}`,
    servidorId,
    tipoServidor,
    tipoObjeto: 'consulta',
    transaccion: 'movimientos',
    objeto: { sql: `insert into movimiento (id, importe) values (${numero}, :importe)` },
    parametros: [{ nombre: 'importe', orden: 1, ...importe }],
  })
  return {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'tercero', tipo: 'entero', requerido: true, orden: 1 }],
      },
      insert('m1', 1, { valor: 10 }),
      insert('m2', 2, { valor: 20 }),
      insert('m3', 3, { valorAsignado: { nodo: 'n1', ruta: 'tercero' } }),
      {
        id: 'n5',
        tipo: 'salida',
        nombre: 'Hecho',
        parametros: [{ nombre: 'afectadas', valorAsignado: { nodo: 'm3', ruta: 'afectadas' }, orden: 1 }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'm1' },
      { id: 'c2', origen: 'm1', destino: 'm2' },
      { id: 'c3', origen: 'm2', destino: 'm3' },
      { id: 'c4', origen: 'm3', destino: 'n5' },
    ],
  }
}
