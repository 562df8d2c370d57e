import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, test } from 'vitest'
import { addConsulta, addModelos } from './agentes-de-prueba.ts'
import { describeInBrowser, openSignedIn, slowDown } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

let product: Product
let proveedor: ProveedorDePrueba
beforeAll(async () => {
  ;[product, proveedor] = await Promise.all([startStoryProduct(), startProveedor()])
})
afterAll(async () => {
  await product.stop()
  await proveedor.close()
})

const ANULAR = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'pedido', tipo: 'entero', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [{ nombre: 'anulado', valorAsignado: { nodo: 'n1', ruta: 'pedido' } }],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

async function addAgente(): Promise<void> {
  const servidorId = await addModelos(product, proveedor)
  const procesoId = await createProceso(product, 'Anular pedido', ANULAR)
  await product.api('POST', `/procesos/${procesoId}/publicar`, {})
  const anular = await product.api('POST', '/ai-capabilities', {
    nombre: 'anular_pedido',
    descripcion: 'Anula un pedido.',
    objetivo: { tipo: 'proceso', procesoId },
  })
  const { json } = await product.api('POST', '/ai-agents', {
    nombre: 'Pedidos',
    descripcion: 'Consulta clientes y anula pedidos.',
    instrucciones: 'Ayudas con los pedidos.',
    servidorId,
    capacidades: [await addConsulta(product), idOf(anular.json)],
  })
  await product.api('POST', `/ai-agents/${idOf(json)}/publicar`, {})
}

describeInBrowser('chat con agentes', () => {
  test('what an agente does is seen, what changes data waits, is refused, then allowed, and is there later', async () => {
    const page = await openSignedIn(product, '/ai-chat-agents')
    await page.getByText('Todavía no hay agentes publicados').waitFor()
    await addAgente()
    await page.reload()
    await page.getByText('Consulta clientes y anula pedidos.').waitFor()
    const anula = { herramientas: [{ nombre: 'anular_pedido', argumentos: { pedido: 1 } }] }

    proveedor.say({ herramientas: [{ nombre: 'buscar_cliente', argumentos: { numero: '7' } }] }, anula, {
      texto: 'De acuerdo, no lo anulo.',
    })
    await page.getByLabel('Mensaje').fill('¿Quién es el 7?')
    await page.keyboard.press('Enter')
    await page.getByText('después de leer datos de fuera').waitFor()
    // What is to be allowed is seen without opening anything.
    const pedido = page.getByRole('article', { name: 'Uso de anular_pedido' })
    await pedido.getByText('Entrada', { exact: true }).waitFor()
    await pedido.getByText('Proceso Anular pedido, versión 1').waitFor()
    await pedido.getByRole('link', { name: 'Ver la capacidad' }).waitFor()
    await page.getByRole('article', { name: 'Uso de buscar_cliente' }).getByText('Tabla clientes').waitFor()
    await page.getByRole('button', { name: 'No permitir' }).click()
    await page.getByText('De acuerdo, no lo anulo.').waitFor()

    // What its proceso would refuse nobody is asked to allow: the field is named, and the model mends it.
    const malPedido = { herramientas: [{ nombre: 'anular_pedido', argumentos: { pedido: 'uno' } }] }
    proveedor.say(malPedido, anula, { texto: 'Pedido 1 anulado.' })
    await page.getByLabel('Mensaje').fill('Anula el pedido 1')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('«pedido»: Se esperaba un número entero.').waitFor()
    await page.getByRole('button', { name: 'Permitir', exact: true }).click()
    await page.getByText('Pedido 1 anulado.').waitFor()

    await page.reload()
    await page.getByText('De acuerdo, no lo anulo.').waitFor()
    await page.getByText('Pedido 1 anulado.').waitFor()

    proveedor.say({ texto: 'uno dos tres cuatro cinco', pausaMs: 1_000 })
    await page.getByLabel('Mensaje').fill('Cuenta')
    await page.keyboard.press('Enter')
    await page.getByText('uno').last().waitFor()
    await page.getByRole('button', { name: 'Detener' }).click()
    await page.getByText('Se detuvo.').waitFor()

    // Written at once, on a slow machine: it is said in the new one.
    await slowDown(page, 6)
    await page.getByRole('button', { name: 'Nueva conversación' }).click()
    await page.getByLabel('Mensaje').focus()
    await page.keyboard.type('Hola de nuevo')
    await page.keyboard.press('Enter')
    await page.getByText('Eco: Hola de nuevo').waitFor()
    await page.getByRole('button', { name: 'Eliminar la conversación Hola de nuevo' }).waitFor()

    await page.getByRole('button', { name: 'Eliminar la conversación ¿Quién es el 7?' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('button', { name: 'Eliminar la conversación ¿Quién es el 7?' })
      .waitFor({ state: 'detached' })
  })
})
