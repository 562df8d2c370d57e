import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

let product: Product
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const cuerpo = { ruta: request.url, llave: request.headers['x-llave'] ?? null, nombre: 'Ástrid' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(cuerpo))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  origin = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}`
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
})
afterAll(async () => {
  await product?.stop()
  server?.close()
})

const contrato = () => `openapi: 3.0.3
info: { title: Clientes, version: '1' }
servers: [{ url: '${origin}/v1' }]
paths:
  /clientes/{id}:
    get:
      operationId: verCliente
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: campos, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses:
        '200':
          description: Bien
          content:
            application/json:
              schema: { type: object, properties: { nombre: { type: string }, ruta: { type: string } } }
components:
  securitySchemes: { llave: { type: apiKey, in: header, name: X-Llave } }
`

const FLUJO = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion: { x: 0, y: 0 },
      parametros: [
        { nombre: 'id', tipo: 'entero', requerido: true },
        { nombre: 'campos', tipo: 'lista' },
      ],
    },
  ],
  conexiones: [],
}

describeInBrowser('a REST service', () => {
  test('is described by the OpenAPI document that is uploaded, and its operation called as that says', async () => {
    const page = await openSignedIn(product, '/servidores/config/new')
    await page.getByLabel('Buscar un tipo').fill('rest')
    await page.getByRole('button', { name: /^Servicio REST/ }).click()
    await page.getByLabel('Nombre').fill('Clientes ajenos')
    await page.getByLabel('Permitir red privada').check()
    const panel = page.getByRole('region', { name: 'Contrato' })
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'api.yaml', mimeType: 'text/yaml', buffer: Buffer.from(contrato()) })
    await panel.getByText('Clientes · OpenAPI 3.0.3 · 1 operación').waitFor()
    expect(await page.getByLabel('Dirección base').inputValue()).toBe(`${origin}/v1`)
    await panel.getByRole('button', { name: 'Usar' }).click()
    await page.getByLabel(/^Clave( \*)?$/).fill('s3creta')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Servidor creado').waitFor()
    await page.waitForURL((url) => !url.pathname.endsWith('/new'))
    const servidorId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    const procesoId = await createProceso(product, 'Ver fuera', flujoOf(servidorId))
    await page.goto(new URL(`/flujo/${procesoId}`, page.url()).href)
    await page.locator('[data-id="n2"]').click()
    await page.getByPlaceholder('Busque por su nombre').click()
    await page.getByRole('option', { name: 'verCliente' }).click()
    // What the catalogue says of an operation is what a node keeps of it.
    const lugares = { campos: { lugar: 'consulta', estilo: 'comas' } }
    const objeto = { nombre: 'verCliente', metodo: 'GET', ruta: '/clientes/{id}', lugares }
    await expect
      .poll(async () => (await product.api('GET', `/procesos/${procesoId}`)).json, { timeout: 60_000 })
      .toMatchObject({ flujo: { nodos: [{ id: 'n1' }, { id: 'n2', objeto }, { id: 'n3' }] } })

    const { json } = await product.api('POST', `/procesos/${procesoId}/ejecutar`, {
      entrada: { id: 7, campos: ['nombre', 'alta'] },
    })
    expect(json).toMatchObject({
      estado: 'ok',
      salida: { nombre: 'Ástrid', ruta: '/v1/clientes/7?campos=nombre%2Calta' },
    })
  })

  test('that is not as it was says what changed and which procesos notice, before anything is stored', async () => {
    const archivos = [{ nombre: 'api.yaml', contenido: contrato() }]
    const servidorId = idOf(
      (
        await product.api('POST', '/servidores', {
          nombre: 'Clientes que cambian',
          tipoServidor: 'rest',
          permitirRedPrivada: true,
          config: { archivos },
        })
      ).json,
    )
    await createProceso(product, 'Ver lo que cambia', flujoOf(servidorId, { nombre: 'verCliente' }))
    const page = await openSignedIn(product, `/servidores/config/${servidorId}`)
    const panel = page.getByRole('region', { name: 'Contrato' })
    const upload = (text: string) =>
      panel
        .locator('input[type=file]')
        .setInputFiles({ name: 'api.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
    await upload(contrato())
    await panel.getByText('Dice lo mismo que lo guardado.').waitFor()

    const changed = contrato().replace('name: campos, in: query', 'name: columnas, in: query')
    await upload(
      changed.replace(
        'components:',
        `  /altas: { post: { operationId: crearCliente, responses: {} } }\ncomponents:`,
      ),
    )
    await panel.getByText('Nuevas: crearCliente').waitFor()
    await panel.getByText('Cambian: verCliente').waitFor()
    await panel.getByText('Ya no está: campos').waitFor()
    const affected = panel.getByRole('alert').filter({ hasText: 'Procesos que usan lo que cambió' })
    await affected.getByRole('link', { name: 'Ver lo que cambia' }).waitFor()
    const stored = await product.api('GET', `/servidores/${servidorId}/objetos`)
    expect(stored.json).toMatchObject([{ nombre: 'verCliente' }])
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Servidor guardado').waitFor()
    const now = await product.api('GET', `/servidores/${servidorId}/objetos`)
    expect(now.json).toMatchObject([{ nombre: 'verCliente' }, { nombre: 'crearCliente' }])
  })
})

function flujoOf(servidorId: string, objeto: object = {}): object {
  const llamada = {
    id: 'n2',
    tipo: 'proceso',
    nombre: 'Ver cliente',
    posicion: { x: 240, y: 0 },
    servidorId,
    tipoServidor: 'rest',
    tipoObjeto: 'operacion',
    objeto,
    parametros: ['id', 'campos'].map((each) => ({
      nombre: each,
      valorAsignado: { nodo: 'n1', ruta: each },
    })),
  }
  const salida = {
    id: 'n3',
    tipo: 'salida',
    nombre: 'Cliente',
    posicion: { x: 480, y: 0 },
    estadoHttp: 200,
    parametros: ['nombre', 'ruta'].map((each) => ({
      nombre: each,
      valorAsignado: { nodo: 'n2', ruta: `cuerpo.${each}` },
    })),
  }
  return {
    ...FLUJO,
    nodos: [...FLUJO.nodos, llamada, salida],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}
