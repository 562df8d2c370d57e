import { missingPhp, startTienda, type Tienda } from '@div/servidores/testing-soap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso } from './publish-proceso.ts'

const missing = missingPhp()
let product: Product
let tienda: Tienda

beforeAll(async () => {
  if (missing !== null) return
  ;[product, tienda] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), startTienda()])
})
afterAll(async () => {
  await product?.stop()
  await tienda?.close()
})

describeInBrowser('a service of another stack', () => {
  test.skipIf(missing !== null)(
    'is described by its WSDL, called, and its faults are told by their detail',
    async () => {
      const page = await openSignedIn(product, '/servidores/config/new')
      await page.getByLabel('Buscar un tipo').fill('soap')
      await page.getByRole('button', { name: /^Servicio SOAP/ }).click()
      await page.getByLabel('Nombre').fill('Tienda ajena')
      await page.getByLabel('Dirección del WSDL').fill(`${tienda.url}/?wsdl`)
      await page.getByLabel('Permitir red privada').check()
      const panel = page.getByRole('region', { name: 'WSDL' })
      await panel.getByRole('button', { name: 'Leer' }).click()
      await panel.getByText('Tienda12').waitFor()
      await panel.getByRole('button', { name: 'Usar' }).click()
      expect(await page.getByLabel('Puerto').inputValue()).toBe('Tienda12')
      await page.getByRole('button', { name: 'Crear' }).click()
      await page.getByText('Servidor creado').waitFor()
      await page.waitForURL((url) => !url.pathname.endsWith('/new'))
      const servidorId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

      const procesoId = await createProceso(product, 'Buscar fuera', flujoOf(servidorId))
      await page.goto(new URL(`/flujo/${procesoId}`, page.url()).href)
      await page.locator('[data-id="n2"]').click()
      // What the operation takes besides is offered to be mapped.
      await page.getByText('telefonos').first().waitFor()

      const run = async (id: number) => {
        const { json } = await product.api('POST', `/procesos/${procesoId}/ejecutar`, { entrada: { id } })
        return json
      }
      expect(await run(7)).toMatchObject({ salida: { nombre: 'Ástrid Núñez <&>', alta: '2024-02-29' } })
      expect(await run(0)).toMatchObject({
        salida: {
          falla: { codigo: 'Receiver', detalle: { ClienteNoExiste: { codigo: 404, texto: 'año ñandú' } } },
        },
      })
    },
  )
})

function flujoOf(servidorId: string): object {
  const nodos = [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'id', tipo: 'entero', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Buscar',
      servidorId,
      tipoServidor: 'soap',
      tipoObjeto: 'operacion',
      objeto: { nombre: 'BuscarCliente' },
      parametros: [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }],
      politica: { enError: 'rama' },
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Cliente',
      estadoHttp: 200,
      parametros: ['nombre', 'alta'].map((nombre) => ({
        nombre,
        valorAsignado: { nodo: 'n2', ruta: `cuerpo.cliente.${nombre}` },
      })),
    },
    {
      id: 'n4',
      tipo: 'salida',
      nombre: 'Falla',
      estadoHttp: 404,
      parametros: [{ nombre: 'falla', valorAsignado: { nodo: 'n2', ruta: 'detalle.falla' } }],
    },
  ]
  return {
    version: 1,
    nodos: nodos.map((nodo, index) => ({
      ...nodo,
      posicion: { x: 240 * Math.min(index, 2), y: index === 3 ? 160 : 0 },
    })),
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
      { id: 'c3', origen: 'n2', destino: 'n4', salida: 'error' },
    ],
  }
}
