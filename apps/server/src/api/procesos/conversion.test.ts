import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Conversion } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodoDe, startTraductor, type Traductor } from './conversion-testing.ts'

const FIXTURES = new URL('../../../../../packages/conversion/src/', import.meta.url)

let traductor: Traductor
let peer: Server
let asked: string[] = []

beforeAll(async () => {
  traductor = await startTraductor()
  peer = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as AddressInfo
  const made = [
    ['rest', { urlBase: `http://127.0.0.1:${port}` }],
    ['smtp', { host: '127.0.0.1', remitente: 'div@tienda.example' }],
    ['mqtt', { host: '127.0.0.1' }],
  ] as const
  const { post, servidores } = traductor
  for (const [tipoServidor, config] of made) {
    const body = { nombre: `De ${tipoServidor}`, tipoServidor, config, permitirRedPrivada: true }
    servidores.set(tipoServidor, (await post('servidores', body)).json.id)
  }
  const [tienda] = (
    await traductor.api.call('GET', '/api/servidores?tipoServidor=sqlite', { token: traductor.token })
  ).json()
  for (const tipo of ['postgresql', 'mysql']) servidores.set(tipo, tienda.id)
})
afterAll(async () => {
  await traductor.close()
  await new Promise((resolve) => peer.close(resolve))
})

/** The services that the flows call. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  asked.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
  switch (pathname) {
    case '/articulos':
      return ARTICULOS[Number(searchParams.get('pagina')) - 1] ?? []
    case '/cocina/articulos':
      return [
        { codigo: 'A', nombre: ' Cazo ' },
        { codigo: 'B', nombre: 'Olla' },
        { codigo: 'C', nombre: 'Sartén' },
      ]
    case '/lista':
      return [
        { codigo: 'B', precio: 20 },
        { codigo: 'A', precio: 10 },
      ]
    default:
      return { recibido: true }
  }
}

const ARTICULOS = [
  [
    { nombre: 'Tornillo', existencias: 3, minimo: 10 },
    { nombre: 'Tuerca', existencias: 90, minimo: 10 },
  ],
  [
    { nombre: 'Arandela', existencias: 1, minimo: 5 },
    { nombre: 'Clavo', existencias: 4, minimo: 5 },
  ],
]

async function convert(fixture: string): Promise<Conversion> {
  return traductor.convert(JSON.parse(readFileSync(new URL(fixture, FIXTURES), 'utf8')))
}

function run(...options: Parameters<Traductor['run']>) {
  asked = []
  return traductor.run(...options)
}

test('a webhook of n8n that reads a database and answers one of two ways does so here', async () => {
  const { paquetes } = await convert('n8n/__fixtures__/producto-por-webhook.json')
  const id = await traductor.bring(paquetes[0])
  const { codigo, nombre, precio } = await askShop<{ codigo: string; nombre: string; precio: number }>(
    'select codigo, nombre, precio_centimos as precio from productos limit 1',
  )
  expect((await run(id, { codigo })).salida).toEqual({
    producto: nombre.toUpperCase(),
    precio: precio / 100,
    disponible: true,
    pedido: codigo,
  })
  expect((await run(id, { codigo: 'nada' })).salida).toEqual({ error: 'No existe el producto' })
})

test('pages of a service, filtered, sorted and cut, are told by mail one by one', async () => {
  const { paquetes } = await convert('n8n/__fixtures__/avisos-de-existencias.json')
  const id = await traductor.bring(paquetes[0])
  const { pasos } = await run(
    id,
    {},
    { [nodoDe(paquetes[0], 'Avisar')]: { aceptados: ['compras@tienda.example'] } },
  )
  expect(asked.map((each) => each.replace(/dia=[\d-]{10}/, 'dia=hoy'))).toEqual([
    'GET /articulos?activos=si&dia=hoy&pagina=1',
    'GET /articulos?activos=si&dia=hoy&pagina=2',
    'GET /articulos?activos=si&dia=hoy&pagina=3',
  ])
  const [dos] = pasos.filter(({ nodo }) => nodo === nodoDe(paquetes[0], 'Dos'))
  expect(dos?.salida).toEqual({
    elementos: [
      { nombre: 'Arandela', existencias: 1, minimo: 5 },
      { nombre: 'Tornillo', existencias: 3, minimo: 10 },
    ],
  })
  expect(pasos.filter(({ nodo }) => nodo === nodoDe(paquetes[0], 'Avisar'))).toHaveLength(2)
})

test('what two services answer is joined by a key and computed; the first of it is the answer', async () => {
  const { paquetes } = await convert('n8n/__fixtures__/precios-de-dos-servicios.json')
  const id = await traductor.bring(paquetes[0])
  expect((await run(id, { seccion: 'cocina', iva: 10 })).salida).toEqual({
    articulo: 'Cazo',
    importe: 11,
    caro: 'no',
  })
  expect(asked.toSorted()).toEqual(['GET /cocina/articulos', 'GET /lista'])
})

test('a loop of n8n goes through its items, and an IF over a list sends each its own way', async () => {
  const assign = (valor: string) => ({
    assignments: { assignments: [{ name: 'n', value: valor, type: 'number' }] },
  })
  const documento = {
    name: 'Bucle',
    nodes: [
      {
        name: 'Llamada',
        type: 'n8n-nodes-base.webhook',
        parameters: {
          httpMethod: 'POST',
          path: 'bucle',
          responseMode: 'lastNode',
          responseData: 'allEntries',
        },
      },
      { name: 'Separar', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.lineas' } },
      {
        name: 'Uno a uno',
        type: 'n8n-nodes-base.splitInBatches',
        typeVersion: 3,
        parameters: { options: {} },
      },
      {
        name: 'Doble',
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        parameters: assign('={{ $json.n * 2 }}'),
      },
      {
        name: '¿Grande?',
        type: 'n8n-nodes-base.if',
        typeVersion: 2,
        parameters: {
          conditions: {
            conditions: [
              { leftValue: '={{ $json.n }}', rightValue: 5, operator: { type: 'number', operation: 'gt' } },
            ],
          },
        },
      },
      { name: 'Menos', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: assign('={{ -$json.n }}') },
      { name: 'Todos', type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: { mode: 'append' } },
    ],
    connections: {
      Llamada: { main: [[{ node: 'Separar' }]] },
      Separar: { main: [[{ node: 'Uno a uno' }]] },
      'Uno a uno': { main: [[{ node: '¿Grande?' }], [{ node: 'Doble' }]] },
      Doble: { main: [[{ node: 'Uno a uno' }]] },
      '¿Grande?': { main: [[{ node: 'Menos' }], [{ node: 'Todos', index: 1 }]] },
      Menos: { main: [[{ node: 'Todos', index: 0 }]] },
    },
  }
  const { paquetes } = await traductor.convert(documento)
  const id = await traductor.bring(paquetes[0])
  const { salida } = await run(id, { lineas: [{ n: 1 }, { n: 4 }, { n: 2 }, { n: 9 }] })
  expect(salida).toEqual([{ n: -8 }, { n: -18 }, { n: 2 }, { n: 4 }])
})

test('HTTP of Node-RED that chooses between a query and a refusal does so here', async () => {
  const { paquetes } = await convert('node-red/__fixtures__/producto-por-http.json')
  const id = await traductor.bring(paquetes[0])
  const listed = await askShop<{ codigo: string }>('select codigo, nombre from productos limit 1')
  expect((await run(id, { codigo: listed.codigo })).salida).toEqual([listed])
  expect((await run(id, { codigo: '' })).salida).toEqual({ error: 'Diga un código' })
})

test('a message of a broker is scaled, judged and told to a service', async () => {
  const { paquetes } = await convert('node-red/__fixtures__/aviso-de-nivel.json')
  const id = await traductor.bring(paquetes[0])
  await run(id, { payload: '1000', topic: 'depositos/norte/nivel' })
  expect(asked).toEqual(['POST /avisos?origen=planta {"nivel":98,"deposito":"norte/nivel"}'])
  await run(id, { payload: '100', topic: 'depositos/norte/nivel' })
  expect(asked).toEqual([])
})

test('rows of a CSV are stored one by one, and counted', async () => {
  const { paquetes } = await convert('node-red/__fixtures__/csv-a-base.json')
  const id = await traductor.bring(paquetes[0])
  const cuerpo = 'id;nombre;correo;ciudad\n901;Noa;NOA@a.example;Vigo\n902;Iria;Iria@a.example;Lugo\n'
  expect((await run(id, { cuerpo })).salida).toEqual({ insertadas: 2 })
  const stored = await askShop('select nombre, correo from clientes where id = 901')
  expect(stored).toEqual({ nombre: 'Noa', correo: 'noa@a.example' })
})

test('what is no flow is refused at its place, and lectura may not convert', async () => {
  const { api, post } = traductor
  const refused = await post('procesos/convertir', { documento: { nodes: [{ name: '' }] } })
  expect([refused.status, refused.json.codigo]).toEqual([422, 'DATOS_INVALIDOS'])
  expect(refused.json.errores.map(({ campo }: { campo: string }) => campo)).toContain(
    'documento.nodes[0].type',
  )
  const other = await post('procesos/convertir', { documento: { hola: 1 } })
  expect(other.json.errores).toEqual([
    {
      campo: 'documento',
      mensaje:
        'No es un flujo de n8n ni de Node-RED: pegue lo que da «Download» en n8n o «Exportar» en Node-RED.',
    },
  ])
  await api.addUsuario('lectora', 'lectura')
  const { token: lectora } = await api.signIn('lectora')
  expect((await post('procesos/convertir', { documento: [] }, lectora)).status).toBe(403)
})

/** The first row of the sample shop, through a proceso as any. */
async function askShop<Row>(sql: string): Promise<Row> {
  const flujo = {
    version: 1,
    nodos: [
      { id: 'e', tipo: 'entrada', nombre: 'Entrada' },
      {
        id: 'q',
        tipo: 'proceso',
        nombre: 'Consulta',
        servidorId: traductor.servidores.get('mysql'),
        tipoServidor: 'sqlite',
        tipoObjeto: 'consulta',
        objeto: { sql },
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Salida',
        parametros: [{ nombre: 'cuerpo', valorAsignado: { nodo: 'q', ruta: 'filas[0]' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'e', destino: 'q' },
      { id: 'c2', origen: 'q', destino: 's' },
    ],
  }
  const { json } = await traductor.post('procesos', { nombre: `Consulta ${sql}`, flujo })
  const { salida } = (await traductor.post(`procesos/${json.id}/ejecutar`, { entrada: {} })).json
  return salida
}
