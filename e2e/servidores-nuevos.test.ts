import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { freePort } from './free-port.ts'
import { type Product, startStoryProduct } from './product.ts'
import { idOf } from './publish-proceso.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
})
afterAll(() => product.stop())

describeInBrowser('a new servidor', () => {
  test('of messages is filled, tried where nobody listens, and stored all the same', async () => {
    const puerto = await freePort()
    const page = await openSignedIn(product, '/servidores/config/new?tipo=mqtt')
    await page.getByLabel('Nombre').first().fill('Sensores')
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('Puerto').fill(String(puerto))
    await page.getByLabel('Permitir red privada').check()
    const tried = page.getByRole('region', { name: 'Prueba de conexión' })
    await tried.getByRole('button', { name: 'Probar' }).click()
    const tcp = tried.getByRole('listitem').filter({ hasText: 'TCP' })
    await tcp.getByRole('img', { name: 'Falla' }).waitFor()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.waitForURL(/\/servidores\/config\/[0-9a-f-]{36}/)
    const { json } = await product.api('GET', '/servidores?q=Sensores')
    expect(json).toMatchObject([{ nombre: 'Sensores', tipoServidor: 'mqtt', config: { puerto } }])
    expect(idOf((json as unknown[])[0])).toBe(page.url().split('/').at(-1)?.split('?')[0])
  })
})
