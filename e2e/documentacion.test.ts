import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, openSignedIn } from './browser.ts'
import { chooseNodo, nodo } from './canvas.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso } from './publish-proceso.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
})
afterAll(() => product.stop())

/** As the specification lists them. */
const ROUTES = [
  '/documentacion',
  '/documentacion-indice',
  '/docs/campos-servidor',
  '/docs/canales',
  '/docs/consumo-servidores',
  '/docs/funciones',
  '/documentacion-transformaciones',
  '/docs/pool-asincrono',
]

describeInBrowser('the documentation', () => {
  test('is read by anybody, at every address of the specification', async () => {
    const page = await openPage(product)
    for (const route of ROUTES) {
      await page.goto(route)
      await page.getByRole('link', { name: 'DIV - Documentación' }).waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (route !== '/documentacion-indice')
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
    }
    for (const route of ['/documentacion/nada', '/documentacion/nada/mas', '/docs/nada']) {
      await page.goto(route)
      await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor()
      await page.getByRole('main').getByText(route, { exact: true }).waitFor()
    }
    await page.getByRole('main').getByRole('link', { name: 'índice de la documentación' }).click()
    await page.getByRole('heading', { name: 'Centro de documentación' }).waitFor()
  })

  test('is searched without accents, by the keys alone, down to the part of a page', async () => {
    const page = await openPage(product)
    await page.goto('/documentacion-indice')
    await page.getByLabel('Buscar en la documentación').fill('millon de filas')
    const results = page.getByRole('region', { name: 'Resultados' })
    await results.getByRole('link').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('filas')
    await results.getByRole('link', { name: /^Millones de filas/ }).click()
    await page.waitForURL('**/documentacion/dividir-y-unir#millones-de-filas')
    await page.locator('#millones-de-filas[data-senalado]').waitFor()
    await page.getByLabel('Buscar en la documentación').fill('nadie-escribe-esto')
    await page.getByText('Nada dice todas esas palabras. Pruebe con menos, o con otras.').waitFor()
  })

  test('leads to the field of a server type that an address names', async () => {
    const page = await openPage(product)
    await page.goto('/docs/campos-servidor#postgresql.config.baseDatos')
    const row = page.locator('tr[data-senalado]')
    await row.getByText('Base de datos.').waitFor()
  })

  test('computes a formula while it is written, and says what is wrong with it', async () => {
    const page = await openPage(product)
    await page.goto('/documentacion-transformaciones')
    const box = page.getByRole('region', { name: 'Probar una fórmula' })
    await box.getByLabel('Fórmula').fill('SUMA(MAPEAR(n2.filas; elemento.total)) * 2')
    await box.getByText('69.4').waitFor()
    await box.getByLabel('Fórmula').fill('SUMA(')
    await box.locator('output[data-failed]').waitFor()
    await page.getByTitle('Probar 0.1 + 0.2').click()
    expect(await box.getByLabel('Fórmula').inputValue()).toBe('0.1 + 0.2')
    await box.getByText('0.3', { exact: true }).waitFor()
  })

  test('opens in a window of its own, whose button closes it', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    await page.getByRole('button', { name: 'Ajustes' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: 'Documentación de funciones' }).click()
    const docs = await opened
    await docs.getByRole('heading', { level: 1, name: 'Funciones' }).waitFor()
    await docs.getByRole('link', { name: 'Qué es DIV' }).click()
    await docs.getByRole('heading', { level: 1, name: 'Qué es DIV' }).waitFor()
    const closed = docs.waitForEvent('close')
    await docs.getByRole('button', { name: 'Cerrar' }).click()
    await closed

    await page.getByRole('button', { name: 'Ajustes' }).click()
    await page.getByRole('menuitem', { name: 'Centro de documentación' }).click()
    await page.getByRole('heading', { level: 1, name: 'Centro de documentación' }).waitFor()
    // A window that no other one opened stays, and leads back.
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('is read on a narrow screen, where its pages are behind a button', async () => {
    const page = await openPage(product, { viewport: { width: 390, height: 844 } })
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    for (const route of ['/documentacion/errores', '/docs/consumo-servidores', '/docs/canales']) {
      await page.goto(route)
      await page.getByRole('main').getByRole('cell').first().waitFor()
      expect([route, await overflow()]).toEqual([route, 0])
    }
    await page.getByRole('button', { name: 'Páginas' }).click()
    await page
      .getByRole('navigation', { name: 'Páginas' })
      .getByRole('link', { name: 'Transacciones' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Transacciones' }).waitFor()
    expect(await overflow()).toBe(0)
  })

  test('is printed without what stands around it', async () => {
    const page = await openPage(product)
    await page.goto('/documentacion/transacciones')
    await page.getByRole('heading', { name: 'Aislamiento' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Copiar' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Aislamiento' }).waitFor()
  })

  test('explains the field that is being filled in, and the node that is chosen', async () => {
    const page = await openSignedIn(product, '/servidores/config/new')
    await page.getByLabel('Buscar un tipo').fill('postgre')
    await page.getByRole('button', { name: /^PostgreSQL/ }).click()
    await page.getByLabel('Puerto').focus()
    const opened = page.waitForEvent('popup')
    await page.keyboard.press('F1')
    const docs = await opened
    await docs.locator('tr[data-senalado]').getByText('puerto', { exact: true }).waitFor()
    await docs.close()
    const help = page.getByRole('link', { name: 'Ayuda' })
    expect(await help.getAttribute('href')).toBe('/docs/campos-servidor#postgresql.config.puerto')
    await page.getByLabel('Descripción').focus()
    expect(await help.getAttribute('href')).toBe('/documentacion/campos#servidores.descripcion')

    const procesoId = await createProceso(product, 'Con ayuda', {
      version: 1,
      nodos: [
        { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
        { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [{ nombre: 'ok', valor: true }] },
      ],
      conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
    })
    await page.goto(new URL(`/flujo/${procesoId}`, page.url()).href)
    await chooseNodo(page, nodo(page, 'Salida'))
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByLabel('Nota').focus()
    expect(await inspector.getByRole('link', { name: 'Ayuda', exact: true }).getAttribute('href')).toBe(
      '/documentacion/flujo#nodo.nota',
    )
    const explained = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Ayuda del nodo' }).click()
    await (await explained).getByRole('heading', { level: 1, name: 'Salida' }).waitFor()
  })
})
