import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { idOf } from './publish-proceso.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

async function firstOf(resource: string): Promise<string> {
  const { json } = await product.api('GET', `/${resource}`)
  return idOf((json as unknown[])[0])
}

interface Reading {
  resource: string
  /** Of the screen, after the id. */
  screen: (id: string) => string
  /** What is not answered. */
  reads: string
}

describeInBrowser('what cannot be read', () => {
  test.each<[string, Reading]>([
    [
      'how a servidor does',
      { resource: 'servidores', screen: (id) => `/servidores/config/${id}`, reads: '**/estado' },
    ],
    [
      'who uses a servidor',
      { resource: 'servidores', screen: (id) => `/servidores/config/${id}?seccion=uso`, reads: '**/usos' },
    ],
    [
      'what the calls of a canal came to',
      { resource: 'canales', screen: (id) => `/canales/config/${id}`, reads: '**/ejecuciones/resumen?*' },
    ],
    [
      'how a proceso does',
      { resource: 'procesos', screen: (id) => `/procesos/${id}`, reads: '**/procesos/*/resumen' },
    ],
    [
      'which versions of a proceso were published',
      {
        resource: 'procesos',
        screen: (id) => `/procesos/${id}?seccion=versiones`,
        reads: '**/procesos/*/versiones',
      },
    ],
  ])('says so, and is read when asked again: %s', async (_, { resource, screen, reads }) => {
    const page = await openSignedIn(product, null, { tolerates: /ERR_/ })
    await page.route(reads, (route) => route.abort())
    await page.goto(screen(await firstOf(resource)))
    const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'Error de conexión' })
    await failure.first().waitFor()
    await page.unroute(reads)
    await failure.getByRole('button', { name: 'Reintentar' }).first().click()
    await expect.poll(() => failure.count()).toBe(0)
  })

  test('an account that could not be let in again says so', async () => {
    const { json } = await product.api('POST', '/usuarios', {
      username: 'fuera',
      email: 'fuera@ejemplo.es',
      role: 'lectura',
      password: 'contrasena-1',
      activo: false,
    })
    const page = await openSignedIn(product, `/usuarios?ver=${idOf(json)}`, { tolerates: /ERR_/ })
    await page.route('**/activar', (route) => route.abort())
    await page.getByRole('button', { name: 'Activar', exact: true }).click()
    await page.getByText('No se pudo activar').waitFor()
  })
})
