import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForApproval } from './aprobaciones.ts'
import { closeBrowser, openSignedIn } from './open-page.ts'
import { type StoryProduct, startStoryProduct, stopProducts } from './product.ts'

const STARTING_MS = 90_000

let product: StoryProduct

beforeAll(async () => {
  product = await startStoryProduct()
}, STARTING_MS)
afterAll(async () => {
  await closeBrowser()
  await product?.stop()
  await stopProducts()
})

test(
  'a person approves what a durable run waits for, and it goes on',
  async () => {
    const id = await askForApproval(product)
    const estado = async () => {
      const { json } = await product.api('GET', `/ejecuciones/${id}`)
      return (json as { estado?: string }).estado
    }
    expect(await estado()).toBe('esperando')
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('link', { name: 'Aprobaciones' }).click()
    const card = page.getByRole('listitem', { name: 'Compra de más de 1.000 €' })
    await card.getByText('Muebles del Sur').waitFor()
    await card.getByLabel('Comentario').fill('De acuerdo.')
    await card.getByRole('button', { name: 'Aprobar' }).click()
    await page.getByText('Nada espera su aprobación').waitFor()
    await expect.poll(estado, { timeout: 10_000 }).toBe('ok')
  },
  STARTING_MS,
)
