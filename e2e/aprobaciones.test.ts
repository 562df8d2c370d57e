import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForApproval, askWhileWorking } from './aprobaciones.ts'
import { nodo } from './canvas.ts'
import { closeBrowser, openSignedIn } from './open-page.ts'
import { type StoryProduct, startStoryProduct, stopProducts } from './product.ts'

const STARTING_MS = 90_000
/** Longer than a person takes, and shorter than a call may. */
const WORKING_MS = 28_000

let product: StoryProduct
let asked: string

beforeAll(async () => {
  product = await startStoryProduct()
  asked = await askForApproval(product)
}, STARTING_MS)
afterAll(async () => {
  await closeBrowser()
  await product?.stop()
  await stopProducts()
})

test(
  'a person approves what a durable run waits for, and it goes on',
  async () => {
    const estado = async () => {
      const { json } = await product.api('GET', `/ejecuciones/${asked}`)
      return (json as { estado?: string }).estado
    }
    expect(await estado()).toBe('esperando')
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('link', { name: 'esperando' }).click()
    await page.locator(`a[href="/ejecuciones/${asked}"]`).click()
    await page.getByText('espera la aprobación «Compra de más de 1.000 €»').waitFor()
    await page.getByRole('button', { name: 'Cancelar la ejecución' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
    expect(await estado()).toBe('esperando')
    await page.getByRole('link', { name: 'Ver las aprobaciones' }).click()
    const card = page.getByRole('listitem', { name: 'Compra de más de 1.000 €' })
    await card.getByText('Muebles del Sur').waitFor()
    await card.getByLabel('Comentario').fill('De acuerdo.')
    await card.getByRole('button', { name: 'Aprobar' }).click()
    await page.getByText('Nada espera su aprobación').waitFor()
    await expect.poll(estado, { timeout: 10_000 }).toBe('ok')
  },
  STARTING_MS,
)

test(
  'a person approves while the run works on another branch, and what follows does not wait for that',
  async () => {
    const id = await askWhileWorking(product, WORKING_MS)
    const page = await openSignedIn(product, `/ejecuciones/${id}`)
    const waterfall = page.getByRole('list', { name: 'Nodos en el tiempo' })
    await waterfall.getByRole('button', { name: /^Esperando Pedir permiso/ }).waitFor()
    await waterfall.getByRole('button', { name: /^Ejecutando Comparar precios/ }).waitFor()
    await page.getByRole('link', { name: 'Ver las aprobaciones' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Muebles del Norte' })
    await card.getByRole('button', { name: 'Aprobar' }).click()
    await card.waitFor({ state: 'hidden' })
    await page.goto(`/ejecuciones/${id}`)
    await waterfall.getByRole('button', { name: /^Correcta? Apuntar la compra/ }).waitFor()
    await waterfall.getByRole('button', { name: /^Ejecutando Comparar precios/ }).waitFor()
    await page.getByRole('button', { name: 'Cancelar la ejecución' }).click()
    await waterfall.getByRole('button', { name: /^Cancelado Comparar precios/ }).waitFor()
  },
  STARTING_MS,
)

test(
  'a test on the canvas that waits for a person says so, and shows what it came to once it has ended',
  async () => {
    const run = (await product.api('GET', `/ejecuciones/${asked}`)).json
    const page = await openSignedIn(product, `/flujo/${(run as { procesoId: string }).procesoId}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    const panel = page.getByRole('region', { name: 'Prueba' })
    await panel.getByLabel('proveedor').fill('Sillas y más')
    await panel.getByRole('button', { name: 'Ejecutar', exact: true }).click()
    const outcome = panel.getByRole('region', { name: 'Resultado' })
    await outcome.getByText('Duerme hasta que llegue lo que espera').waitFor()
    expect(await outcome.getByText('Respuesta').count()).toBe(0)
    await nodo(page, 'Entrada').and(page.locator('.estado-ok')).waitFor()

    // What is refused before it runs leaves what sleeps as it is.
    await panel.getByLabel('proveedor').fill('ab')
    await panel.getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel.locator('input[aria-invalid=true]').waitFor()
    await outcome.getByText('Duerme hasta que llegue lo que espera').waitFor()

    const other = await openSignedIn(product, '/ejecuciones')
    await other.getByRole('link', { name: 'Aprobaciones' }).click()
    const card = other.getByRole('listitem').filter({ hasText: 'Sillas y más' })
    await card.getByRole('button', { name: 'Aprobar' }).click()
    await outcome.getByText('Respuesta').waitFor()
    await outcome.getByText('aprobada').waitFor()
    await nodo(page, 'Pedir permiso').and(page.locator('.estado-ok')).waitFor()
  },
  STARTING_MS,
)
