import type { ProcesoGuardado } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { nodo } from './canvas.ts'
import { type Product, startStoryProduct } from './product.ts'
import { storedOf } from './stored-flujo.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

describeInBrowser('how the runs of a proceso go', () => {
  test('is chosen on its canvas, and undone and redone like what is drawn', async () => {
    const { json } = await product.api('POST', '/procesos', { nombre: 'Reservas' })
    const { id } = json as ProcesoGuardado
    const modoOf = async () => (await storedOf(product, id)).modo
    const page = await openSignedIn(product, `/flujo/${id}`)
    const target = (modo: string) => page.getByRole('button', { name: `Modo: ${modo}` })
    await target('En memoria').click()
    await page.getByRole('menuitemradio', { name: 'Durable' }).click()
    await target('Durable').waitFor()
    expect(await modoOf()).toBe('durable')
    await nodo(page, 'Salida').press('Control+z')
    await target('En memoria').waitFor()
    expect(await modoOf()).toBe('memoria')
    await page.getByRole('button', { name: 'Rehacer' }).click()
    await target('Durable').waitFor()
    expect(await modoOf()).toBe('durable')
  })
})
