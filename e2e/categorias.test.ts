import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
  for (const nombre of ['Almacén', 'Compras', 'Ventas']) await product.api('POST', '/categorias', { nombre })
})
afterAll(() => product.stop())

/** The tree as it is seen: `1 Almacén`, `2 Compras` for one inside of it. */
async function drawTree(page: Page): Promise<string[]> {
  const rows = await page.getByRole('treeitem').all()
  return Promise.all(
    rows.map(async (each) => {
      const text = (await each.textContent()) ?? ''
      return `${await each.getAttribute('aria-level')} ${text.replace(/vacía$|\d+ elementos?$/, '')}`
    }),
  )
}

const row = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })

describeInBrowser('categorias', () => {
  test('one is made inside another, with its colour', async () => {
    const page = await openSignedIn(product, '/categorias')
    await row(page, 'Ventas').click()
    await page.getByRole('button', { name: 'Crear otra dentro' }).click()
    const form = page.getByRole('form', { name: 'Nueva categoría' })
    await form.getByLabel('Nombre').fill('Pedidos')
    await form.getByLabel('Color').fill('#2f6fdf')
    await form.getByRole('button', { name: 'Crear' }).click()
    await row(page, 'Pedidos').waitFor()
    expect(await drawTree(page)).toEqual(['1 Almacén', '1 Compras', '1 Ventas', '2 Pedidos'])
    await row(page, 'Ventas').getByText('1 elemento').waitFor()
  })

  test('they are ordered and nested by keyboard alone, and so it stays', async () => {
    const page = await openSignedIn(product, '/categorias')
    await row(page, 'Almacén').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => drawTree(page)).toEqual(['1 Compras', '1 Almacén', '1 Ventas', '2 Pedidos'])
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => drawTree(page)).toEqual(['1 Compras', '2 Almacén', '1 Ventas', '2 Pedidos'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => drawTree(page)).toEqual(['1 Compras', '1 Ventas', '2 Pedidos'])
    await page.reload()
    await page.getByRole('treeitem').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await drawTree(page)).toEqual(['1 Compras', '1 Ventas', '2 Pedidos'])
    await row(page, 'Compras').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => drawTree(page)).toEqual(['1 Compras', '2 Almacén', '1 Ventas', '2 Pedidos'])
  })

  test('they are moved by dragging, and never into themselves', async () => {
    const page = await openSignedIn(product, '/categorias')
    await drag(page, 'Ventas', 'Pedidos', 0.5)
    await drag(page, 'Pedidos', 'Compras', 0.1)
    await expect.poll(() => drawTree(page)).toEqual(['1 Pedidos', '1 Compras', '2 Almacén', '1 Ventas'])
    // It is drawn where it was let go before the server has it.
    await expect
      .poll(async () => (await product.api('GET', '/categorias?q=Pedidos')).json)
      .toMatchObject([{ padreId: null, orden: 0 }])
  })

  test('one that holds something says what, and stays', async () => {
    const page = await openSignedIn(product, '/categorias')
    await row(page, 'Compras').click()
    await page.getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Almacén' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Eliminar' }).count()).toBe(0)
  })
})

/** Takes a row by its grip and lets it go at a part of the height of another. */
async function drag(page: Page, name: string, over: string, part: number): Promise<void> {
  const grip = await row(page, name).locator('[data-grip]').boundingBox()
  const target = await row(page, over).boundingBox()
  if (!grip || !target) throw new Error('the rows are not on the screen')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 80, target.y + target.height * part, { steps: 4 })
  await page.mouse.up()
}
