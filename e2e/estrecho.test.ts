import type { ProcesoGuardado } from '@div/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

const nodo = (page: Page, nombre: string) =>
  page.locator('.react-flow__node').filter({ has: page.getByText(nombre, { exact: true }) })
const panel = (page: Page) => page.getByRole('region', { name: 'Prueba' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** Whether the whole of it is on the screen, above what stands below the canvas. */
async function isSeen(page: Page, nombre: string): Promise<boolean> {
  const [box, below] = [await nodo(page, nombre).boundingBox(), await inspector(page).boundingBox()]
  if (!box || !below) return false
  return box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= below.y
}

describeInBrowser('on a screen of 390 px', () => {
  test('a proceso is read, run, and its runs are looked into', async () => {
    const { json } = await product.api('GET', '/procesos?q=Consultar%20cliente')
    const [proceso] = json as ProcesoGuardado[]
    const page = await openSignedIn(product, `/flujo/${proceso?.id}`, {
      viewport: { width: 390, height: 844 },
    })
    await nodo(page, 'Entrada').waitFor()

    // Read: by the list, which leads to the node.
    await page.getByRole('button', { name: 'Añadir y buscar nodos' }).click()
    await page.getByRole('tab', { name: 'Nodos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Salida No existe' }).click()
    await inspector(page).getByText('Lo que responde').waitFor()
    await expect.poll(() => isSeen(page, 'No existe')).toBe(true)
    await inspector(page).getByRole('button', { name: 'Cerrar el inspector' }).click()

    // Run.
    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('Correcta').first().waitFor()
    await panel(page).getByRole('tree', { name: 'Respuesta' }).waitFor()

    // Looked into: what came to a node and what it gave, of a run of the history.
    await panel(page).getByRole('tab', { name: 'Historial' }).click()
    await panel(page)
      .getByRole('list', { name: 'Ejecuciones del proceso' })
      .getByRole('button')
      .first()
      .click()
    await panel(page).getByText('Una ejecución del historial').waitFor()
    await page.getByRole('button', { name: 'Cerrar la prueba' }).click()
    await nodo(page, 'Buscar cliente').press('Space')
    await inspector(page).getByRole('tab', { name: 'Datos' }).click()
    await inspector(page).getByRole('tree', { name: 'Salida' }).waitFor()
    await expect.poll(() => isSeen(page, 'Buscar cliente')).toBe(true)
    // Nothing is wider than the screen.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  test('what is compared is seen, and not the list that it was chosen from', async () => {
    const { json } = await product.api('GET', '/procesos?q=Consultar%20cliente')
    const [proceso] = json as ProcesoGuardado[]
    const page = await openSignedIn(product, `/flujo/${proceso?.id}`, {
      viewport: { width: 390, height: 844 },
    })
    const versiones = page.getByRole('complementary', { name: 'Versiones' })
    await page.getByRole('button', { name: 'Versiones' }).click()
    await versiones.getByRole('button', { name: 'Acciones de la versión 1' }).click()
    await page.getByRole('menuitem', { name: 'Comparar con el borrador' }).click()
    await page.getByRole('complementary', { name: 'Campo por campo' }).getByText('Hacen lo mismo.').waitFor()
    await versiones.waitFor({ state: 'detached' })
  })
})
