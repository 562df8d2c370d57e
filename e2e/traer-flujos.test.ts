import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct } from './product.ts'

const FLUJO = new URL(
  '../packages/conversion/src/n8n/__fixtures__/producto-por-webhook.json',
  import.meta.url,
)

let product: StoryProduct

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

describeInBrowser('a flow of another tool', () => {
  test('is pasted, its report is read, and what comes of it is drawn and runs', async () => {
    const page = await openSignedIn(product, '/procesos')
    await page.getByRole('button', { name: 'Importar' }).click()
    const panel = page.getByRole('form', { name: 'Importar proceso' })
    await panel.getByLabel('O pegue su JSON').fill(readFileSync(FLUJO, 'utf8'))
    const report = panel.getByRole('region', { name: 'Informe de la conversión' })
    await report.getByText('Flujo de n8n').waitFor()
    await report.getByText('No tomado 1').click()
    await report.getByText('Apuntar').waitFor()
    expect(await report.getByRole('row').count()).toBe(1)

    await panel.getByRole('combobox', { name: /^Servidor «Tienda»/ }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    await panel.getByText('Está todo.').waitFor()
    await panel.getByRole('button', { name: 'Importar', exact: true }).click()
    await page.getByRole('heading', { name: 'Consulta de un producto' }).waitFor()

    const id = new URL(page.url()).pathname.split('/').at(-1)
    await page.goto(new URL(`/flujo/${id}`, page.url()).href)
    await page.getByText('No tomado: Apuntar').first().waitFor()
    await page.getByRole('button', { name: 'Probar' }).click()
    const prueba = page.getByRole('region', { name: 'Prueba' })
    await prueba.getByLabel('codigo').fill('no-hay')
    await prueba.getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await prueba.getByText('No existe el producto').first().waitFor()
  })
})
