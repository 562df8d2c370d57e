import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn, stopClock } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
  await product.api('POST', '/parametros', { nombre: 'iva', tipo: 'decimal', valor: 21 })
})
afterAll(() => product.stop())

const NARROW = { viewport: { width: 390, height: 844 } }
const SEARCH = 'Buscar procesos, canales, servidores...'

describeInBrowser('the sidebar', () => {
  test('says truly that the system is there', async () => {
    const page = await openSignedIn(product, '/', { tolerates: /ERR_FAILED/ })
    const footer = page.getByRole('navigation', { name: 'Principal' }).getByRole('status')
    await footer.getByText('En línea').waitFor()
    await page.route('**/api/metricas', (route) => route.abort())
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await footer.getByText('Sin conexión').waitFor()
  })

  test('shows how many there are of what there is, and nothing where a list does not answer', async () => {
    const page = await openSignedIn(product, '/test-notifications', { tolerates: /ERR_FAILED/ })
    const entry = page.getByRole('link', { name: /^Parámetros/ })
    await page.getByRole('link', { name: 'Parámetros 1' }).waitFor()
    await page.route('**/api/parametros*', (route) => route.abort())
    await page.reload()
    await page.getByText('Error al cargar conteos').waitFor()
    expect(await entry.textContent()).toBe('Parámetros')
  })

  test('is behind a button where the window is narrow', async () => {
    const page = await openSignedIn(product, '/test-notifications', NARROW)
    const inicio = page.getByRole('link', { name: 'Inicio', exact: true })
    expect(await inicio.count()).toBe(0)
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await inicio.click()
    await page.waitForURL('/')
    await inicio.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  })
})

describeInBrowser('the search', () => {
  test('asks from two characters on, and is used without a mouse', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/search')) asked.push(new URL(request.url()).search)
    })
    const box = page.getByPlaceholder(SEARCH)
    await box.waitFor()
    await page.keyboard.press('/')
    expect(await page.locator(':focus').getAttribute('placeholder')).toBe(SEARCH)
    await page.keyboard.type('i')
    await page.keyboard.type('v')
    await page.getByRole('option', { name: /iva/ }).waitFor()
    expect(asked).toEqual(['?q=iv'])
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('ArrowDown')
      const active = await page.getByPlaceholder(SEARCH).getAttribute('aria-activedescendant')
      if (active && (await page.locator(`[id="${active}"]`).textContent())?.includes('iva')) break
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/parametros\?q=iva/)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('iv')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Backspace')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
  })

  test('is reached from a field and by the slash of any keyboard, and answers only what was asked', async () => {
    const page = await openSignedIn(product, '/parametros')
    const box = page.getByPlaceholder(SEARCH)
    const list = page.getByLabel('Buscar en la lista')
    await list.focus()
    await page.keyboard.press('/')
    expect(await list.inputValue()).toBe('/')
    await page.keyboard.press('Control+k')
    expect(await page.locator(':focus').getAttribute('placeholder')).toBe(SEARCH)
    await box.blur()
    // A Spanish keyboard writes it with Shift and 7.
    const slash = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true }
    await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify(slash)}))`)
    expect(await page.locator(':focus').getAttribute('placeholder')).toBe(SEARCH)

    await box.fill('iva')
    await page.getByRole('option', { name: /iva/ }).waitFor()
    const late = Promise.withResolvers<void>()
    await page.route('**/api/search?*', async (route) => {
      await late.promise
      await route.fallback()
    })
    const before = page.url()
    await page.keyboard.press('End')
    await page.keyboard.type('zz')
    await page.keyboard.press('Enter')
    expect(await page.getByText(/Nada se llama/).count()).toBe(0)
    expect(page.url()).toBe(before)
    late.resolve()
    await page.getByText('Nada se llama «ivazz».').waitFor()
  })

  test('of a list goes with its filters, and never writes over what is being typed', async () => {
    const page = await openSignedIn(product, '/parametros')
    const list = page.getByLabel('Buscar en la lista')
    await list.pressSequentially('nadie se llama así', { delay: 90 })
    await page.waitForURL(/q=nadie\+se\+llama\+as/)
    expect(await list.inputValue()).toBe('nadie se llama así')
    await list.pressSequentially(' tampoco')
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByText('Nada cumple lo que se busca.').waitFor({ state: 'hidden' })
    expect(await list.inputValue()).toBe('')
    await page.waitForTimeout(400)
    expect(page.url()).not.toContain('q=')
  })

  test('hides its results a moment after it was left, and not before', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    await page.getByPlaceholder(SEARCH).fill('iva')
    const result = page.getByRole('option', { name: /iva/ })
    await result.waitFor()
    await stopClock(page)
    await page.getByPlaceholder(SEARCH).blur()
    await page.clock.runFor(190)
    expect(await result.isVisible()).toBe(true)
    await page.clock.runFor(20)
    await result.waitFor({ state: 'hidden' })
  })
})

describeInBrowser('the profile', () => {
  test('shows who is signed in, and the theme that was chosen is kept', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    await page.getByRole('button', { name: 'Cuenta de admin' }).press('Enter')
    const menu = page.getByRole('menu')
    await menu.getByText('admin', { exact: true }).first().waitFor()
    await menu.getByText('@').waitFor()
    await page.getByRole('menuitemradio', { name: 'Oscuro' }).click()
    await page.reload()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })
})

describeInBrowser('notifications', () => {
  test('tell what failed, count what is unread, and forget on request', async () => {
    await product.api('POST', '/tokens', {
      nombre: 'de una semana',
      canales: 'todos',
      expiraEn: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const page = await openSignedIn(product, '/test-notifications')
    await page.getByRole('button', { name: 'Notificaciones, 1 sin leer' }).click()
    await page.getByText('de una semana').waitFor()
    await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
    await page.getByRole('button', { name: 'Notificaciones', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Notificaciones', exact: true }).waitFor()
  })

  test.each([
    ['éxito', 'Copiado', 5_000],
    ['error', 'No se pudo guardar', 7_000],
    ['advertencia', 'Paste no permitido', 5_000],
    ['información', 'Clipboard limpiado', 5_000],
  ])('a toast of %s stays as long as the specification says', async (kind, title, ms) => {
    const page = await openSignedIn(product, '/test-notifications')
    await stopClock(page)
    await page.getByRole('button', { name: `Mostrar ${kind}` }).click()
    const toast = page.getByText(title, { exact: true })
    await toast.waitFor()
    await page.clock.runFor(ms - 100)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(1_000)
    await toast.waitFor({ state: 'detached' })
  })

  test('a question waits for its answer', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    await stopClock(page)
    await page.getByRole('button', { name: 'Mostrar confirmación' }).click()
    await page.getByText('¿Continuar?').waitFor()
    await page.clock.runFor(60_000)
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Última respuesta: Confirmar').waitFor()
  })
})

describeInBrowser('an address', () => {
  test('of nothing says so', async () => {
    const page = await openSignedIn(product, '/nada/por/aqui')
    await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor()
  })
})
