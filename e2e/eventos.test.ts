import { hasRabbitmq, openCola, RABBITMQ } from '@div/servidores/testing-rabbitmq'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

const HAS_RABBITMQ = await hasRabbitmq()
/** Of what the product does by itself, on a machine that is busy. */
const PATIENCE = { timeout: 45_000 }

let product: Product
let procesoId: string

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
  await product.api('POST', '/servidores', {
    nombre: 'Mensajes',
    tipoServidor: 'rabbitmq',
    permitirRedPrivada: true,
    config: RABBITMQ,
  })
  procesoId = await createProceso(product, 'Recibir pedido', taking('entero'))
  await product.api('POST', `/procesos/${procesoId}/publicar`, {})
})
afterAll(() => product?.stop())

const taking = (tipo: string) => ({
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion: { x: 0, y: 0 },
      parametros: [{ nombre: 'pedido', tipo, requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Salida',
      posicion: { x: 240, y: 0 },
      parametros: [{ nombre: 'recibido', valorAsignado: { nodo: 'n1', ruta: 'pedido' } }],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

async function republish(tipo: string): Promise<void> {
  const { json } = await product.api('GET', `/procesos/${procesoId}`)
  const changed = await product.api('PUT', `/procesos/${procesoId}`, {
    ...(json as object),
    flujo: taking(tipo),
  })
  expect(changed.status, changed.text).toBe(200)
  expect((await product.api('POST', `/procesos/${procesoId}/publicar`, {})).json).toMatchObject({
    version: 2,
  })
}

describeInBrowser('a tarea with an event', () => {
  test.skipIf(!HAS_RABBITMQ)(
    'is created for a queue; each message begins a run, and what the proceso does not admit is set apart',
    { timeout: 180_000 },
    async () => {
      const cola = await openCola()
      onTestFinished(cola.close)
      const page = await openSignedIn(product, '/tareas-programadas', { tolerates: /400/ })
      await page.getByRole('link', { name: 'Crear tarea' }).first().click()
      await page.getByLabel('Nombre').fill('Pedidos que llegan')
      await page.getByRole('combobox', { name: 'Proceso' }).click()
      await page.getByRole('option', { name: /^Recibir pedido/ }).click()
      await page.getByText('Con un evento', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Servidor' }).click()
      await page.getByRole('option', { name: /^Mensajes/ }).click()
      await page.getByRole('combobox', { name: 'Evento', exact: true }).click()
      await page.getByRole('option', { name: 'Mensaje de una cola' }).click()
      await page.getByRole('textbox', { name: 'Cola' }).fill(cola.cola)
      await page.getByRole('combobox', { name: 'Formato' }).click()
      await page.getByRole('option', { name: 'JSON' }).click()
      await page.getByLabel('Intentos de leerlo').fill('2')
      const fixed = page.getByRole('textbox', { name: /^pedido/ })
      await fixed.waitFor()
      await page.getByRole('combobox', { name: 'pedido ← evento' }).fill('mensaje.pedido')
      // What the event brings is asked for no longer.
      await fixed.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Crear', exact: true }).click()
      await page.getByText('Tarea creada').waitFor()
      await page.getByRole('region', { name: 'Escucha' }).getByText('Escuchando').waitFor(PATIENCE)

      await cola.put('{"pedido":7}')
      await page.getByRole('button', { name: 'Disparos' }).click()
      await page.getByText('Disparada', { exact: true }).waitFor(PATIENCE)
      await page.getByRole('link', { name: 'Correcta' }).waitFor(PATIENCE)

      await cola.put('{"pedido":"siete"}')
      await cola.put('{"pedido":"ocho"}')
      await page.getByRole('button', { name: 'Apartados' }).click()
      const eight = page.getByRole('article').filter({ hasText: '"ocho"' })
      const seven = page.getByRole('article').filter({ hasText: '"siete"' })
      await eight.waitFor(PATIENCE)
      await seven
        .getByText(/pedido/)
        .first()
        .waitFor(PATIENCE)
      await seven.getByText('2 entregas').waitFor()
      await eight.getByRole('button', { name: 'Reintentar' }).click()
      await page.getByText('No se pudo reintentar').waitFor()
      await eight.getByRole('button', { name: 'Descartar' }).click()
      await page
        .getByRole('dialog', { name: 'Descartar el evento' })
        .getByRole('button', { name: 'Descartar' })
        .click()
      await eight.waitFor({ state: 'detached' })

      // Whoever mends the proceso begins it from there.
      await republish('texto')
      const retry = async () => {
        await seven.getByRole('button', { name: 'Reintentar' }).click({ timeout: 5_000 })
        return page.getByText('Evento en marcha').waitFor({ timeout: 2_000 })
      }
      await expect.poll(retry, PATIENCE).toBeUndefined()
      await page.getByText('No hay eventos apartados').waitFor(PATIENCE)
      await page.getByRole('button', { name: 'Disparos' }).click()
      await page.getByText('A mano, por admin').waitFor(PATIENCE)
      expect(await cola.count()).toBe(0)
      const { json } = await product.api('GET', '/tareas-programadas?q=Pedidos')
      const [tarea] = json as { id: string }[]
      const ledger = await product.api('GET', `/tareas-programadas/${idOf(tarea)}/ejecuciones`)
      expect(ledger.json).toMatchObject([
        { usuario: 'admin' },
        { estado: 'perdido' },
        { estado: 'perdido' },
        {},
      ])
    },
  )
})
