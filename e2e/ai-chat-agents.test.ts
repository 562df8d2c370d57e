import { readFile } from 'node:fs/promises'
import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addConsulta, addModelos } from './agentes-de-prueba.ts'
import { describeInBrowser, openSignedIn, slowDown } from './browser.ts'
import { CUT_BADGES, WIDEST } from './fits.ts'
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
    const mensajes = page.getByRole('log', { name: 'Mensajes' })
    const anula = { herramientas: [{ nombre: 'anular_pedido', argumentos: { pedido: 1 } }] }

    proveedor.say({ herramientas: [{ nombre: 'buscar_cliente', argumentos: { numero: '7' } }] }, anula, {
      texto: 'De acuerdo, no lo anulo.',
    })
    await page.getByLabel('Mensaje', { exact: true }).fill('¿Quién es el 7?')
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
    await page.getByLabel('Mensaje', { exact: true }).fill('Anula el pedido 1')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('«pedido»: Se esperaba un número entero.').waitFor()
    await page.getByRole('button', { name: 'Permitir', exact: true }).click()
    await page.getByText('Pedido 1 anulado.').waitFor()

    await page.reload()
    await page.getByText('De acuerdo, no lo anulo.').waitFor()
    await page.getByText('Pedido 1 anulado.').waitFor()

    proveedor.say({ texto: 'uno dos tres cuatro cinco', pausaMs: 1_000 })
    await page.getByLabel('Mensaje', { exact: true }).fill('Cuenta')
    await page.keyboard.press('Enter')
    await page.getByText('uno').last().waitFor()
    await page.getByRole('button', { name: 'Detener' }).click()
    await page.getByText('Se detuvo.').waitFor()
    // What was said stays, and so does what it took, as far as anybody knows.
    await mensajes.getByText(/^\d+ tokens · .* · estimado$/).waitFor()

    // Written at once, on a slow machine: it is said in the new one.
    await slowDown(page, 6)
    await page.getByRole('button', { name: 'Nueva' }).click()
    await page.getByLabel('Mensaje', { exact: true }).focus()
    await page.keyboard.type('Hola de nuevo')
    await page.keyboard.press('Enter')
    await mensajes.getByText('Eco: Hola de nuevo').waitFor()
    await slowDown(page, 1)
    const lista = page.getByRole('complementary', { name: 'Conversaciones' })
    await lista.getByText('Hola de nuevo').waitFor()

    await lista.getByRole('searchbox').fill('no lo anulo')
    await lista.getByText('Hola de nuevo').waitFor({ state: 'detached' })
    await lista.getByText('¿Quién es el 7?').click()
    await mensajes.getByText('Pedido 1 anulado.').waitFor()
    const choose = async (accion: string) => {
      await page.getByRole('button', { name: 'Acciones de la conversación' }).click()
      await page.getByRole('menuitem', { name: accion }).click()
    }
    await choose('Cambiar el título')
    await page.getByRole('textbox', { name: 'Título' }).fill('El pedido 1')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await lista.getByText('El pedido 1').waitFor()
    const download = page.waitForEvent('download')
    await choose('Exportar como Markdown')
    expect((await download).suggestedFilename()).toBe('El pedido 1.md')
    expect(await readFile(await (await download).path(), 'utf8')).toContain(
      '- **anular_pedido** (Anular pedido, versión 1), con pedido: 1. Hecho.',
    )
    await choose('Eliminar')
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await lista.getByText('El pedido 1').waitFor({ state: 'detached' })
  })

  test('on a telephone the page fits, what a tool did is read whole, and a spent budget leads to it', async () => {
    const page = await openSignedIn(product, '/ai-chat-agents', { viewport: { width: 390, height: 844 } })
    proveedor.say({ herramientas: [{ nombre: 'anular_pedido', argumentos: { pedido: 1 } }] })
    await page.getByLabel('Mensaje', { exact: true }).fill('Anula el 1')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Cambia datos').waitFor()
    expect(await page.evaluate(CUT_BADGES)).toEqual([])
    expect(await page.evaluate(WIDEST)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Conversaciones' }).click()
    await page.getByRole('dialog').getByText('Anula el 1').waitFor()
    await page.keyboard.press('Escape')

    const precio = { modelo: 'chico', desde: '2026-01-01', entradaPorMillon: '100', salidaPorMillon: '100' }
    await product.api('POST', '/ai/pricing', { ...precio, moneda: 'USD' })
    const presupuesto = { nombre: 'Poco', ambito: 'todos', periodo: 'mes', importe: '0.001', moneda: 'USD' }
    await product.api('POST', '/ai/budget', { ...presupuesto, duro: true })
    await page.getByLabel('Mensaje', { exact: true }).fill('Otra cosa')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('«Poco»').waitFor()
    await page.getByRole('link', { name: 'Ver el presupuesto' }).click()
    await page.waitForURL('**/ai/budget')
  })
})
