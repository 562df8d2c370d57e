import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, openSignedIn, openTab, signIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

const REFUSED = /status of 401/
const UNREACHABLE = /ERR_FAILED|ERR_INTERNET_DISCONNECTED/

const stored = (page: Page) =>
  page.evaluate(() => ['token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key) !== null))
const SIGNED_IN = [true, true, true]
const SIGNED_OUT = [false, false, false]

describeInBrowser('the sign-in form', () => {
  test('ACCEDER waits for both fields', async () => {
    const page = await openPage(product)
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'ACCEDER' })
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('USUARIO').fill('admin')
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('CONTRASEÑA').fill('x')
    expect(await button.isEnabled()).toBe(true)
    await page.getByLabel('USUARIO').fill('')
    expect(await button.isDisabled()).toBe(true)
  })

  test('shows what the server says, until the next edit', async () => {
    const page = await openPage(product, { tolerates: REFUSED })
    await page.goto('/login')
    await signIn(page, { username: 'nadie', password: 'equivocada' })
    await page.getByText('Credenciales inválidas').waitFor()
    await page.getByLabel('CONTRASEÑA').fill('otra')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('has its own words when the server has none, and when nobody answers', async () => {
    const page = await openPage(product, { tolerates: new RegExp(`${REFUSED.source}|${UNREACHABLE.source}`) })
    await page.goto('/login')
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json: { detail: '' } }))
    await signIn(page, product.admin)
    await page.getByText('Credenciales inválidas').waitFor()
    await page.unroute('**/api/auth/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await page.getByRole('button', { name: 'ACCEDER' }).click()
    await page.getByText('Error de conexión').waitFor()
  })

  test('leads to where the person was going', async () => {
    const page = await openPage(product)
    await page.goto('/test-notifications?a=1#b')
    await page.waitForURL('/login')
    await signIn(page, product.admin)
    await page.waitForURL('/test-notifications?a=1#b')
    await page.getByRole('heading', { name: 'Prueba de notificaciones' }).waitFor()
    expect(await stored(page)).toEqual(SIGNED_IN)
  })
})

describeInBrowser('a session', () => {
  test('is confirmed by the server before anything is shown', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/me', async (route) => {
      await asked
      await route.continue()
    })
    await page.reload()
    await page.getByText('Cargando...').waitFor()
    expect(await page.getByRole('heading').count()).toBe(0)
    answer()
    await page.getByRole('heading', { name: 'Prueba de notificaciones' }).waitFor()
  })

  test('that the server does not confirm is cleared', async () => {
    const page = await openSignedIn(product, '/', { tolerates: /status of 403/ })
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 403, json: {} }))
    await page.reload()
    await page.waitForURL('/login')
    expect(await stored(page)).toEqual(SIGNED_OUT)
  })

  test('whose token ran out is renewed once for all that were refused, and each of them is repeated once', async () => {
    const page = await openSignedIn(product, '/test-notifications', { tolerates: REFUSED })
    const { refused, answered } = await expireTokens(page)
    await page.getByRole('link', { name: 'Inicio', exact: true }).click()
    await page.getByRole('region', { name: 'Últimos fallos' }).waitFor()
    await page.getByText('Ninguna ejecución falló').waitFor()
    expect(answered.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
    expect(refused.length).toBeGreaterThan(0)
    expect(answered.filter((path) => refused.includes(path)).toSorted()).toEqual(refused.toSorted())
    expect(await stored(page)).toEqual(SIGNED_IN)
  })

  test('that cannot be renewed ends at the sign-in', async () => {
    const page = await openSignedIn(product, '/test-notifications', { tolerates: REFUSED })
    await expireTokens(page)
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }))
    // What the page asks by itself may have ended the session before.
    await page
      .getByRole('link', { name: 'Inicio', exact: true })
      .click({ timeout: 5_000 })
      .catch(() => {})
    await page.waitForURL('/login')
    expect(await stored(page)).toEqual(SIGNED_OUT)
    await signIn(page, product.admin)
    await page.waitForURL('/')
  })

  test('that ends while something is written offers it again after the sign-in, but no secret of it', async () => {
    await product.api('POST', '/parametros', { nombre: 'lema', tipo: 'texto', valor: 'uno' })
    const page = await openSignedIn(product, '/parametros?q=lema', { tolerates: REFUSED })
    await page.getByRole('link', { name: 'lema' }).click()
    const form = page.getByRole('form', { name: 'lema' })
    await form.getByLabel('Descripción').fill('escrita antes de que terminara')
    await form.getByLabel('Secreto').check()
    await form.getByLabel('Valor').fill('s3creto-a-medias')
    await expireTokens(page)
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }))
    // What the page asks by itself may have ended the session before.
    await form
      .getByRole('button', { name: 'Guardar' })
      .click({ timeout: 5_000 })
      .catch(() => {})
    await page.waitForURL('/login')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('s3creto-a-medias')
    await page.unrouteAll()
    await signIn(page, product.admin)
    await page.getByRole('dialog').getByRole('button', { name: 'Recuperarlo' }).click()
    expect(await form.getByLabel('Descripción').inputValue()).toBe('escrita antes de que terminara')
    expect(await form.getByLabel('Secreto').isChecked()).toBe(true)
    await page.reload()
    await form.getByLabel('Descripción').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('that is refused also with the new token ends at the sign-in', async () => {
    const page = await openSignedIn(product, '/test-notifications', { tolerates: REFUSED })
    await page.route('**/api/ejecuciones/resumen*', (route) => route.fulfill({ status: 401, json: {} }))
    await page.getByRole('link', { name: 'Inicio', exact: true }).click()
    await page.waitForURL('/login')
    expect(await stored(page)).toEqual(SIGNED_OUT)
  })

  test('is the same in two tabs: both renew, both go on, and one sign-out ends both', async () => {
    const page = await openSignedIn(product, '/test-notifications', { tolerates: REFUSED })
    const other = await openTab(page, REFUSED)
    await other.goto('/test-notifications')
    await expireTokens(page)
    await expireTokens(other)
    await Promise.all(
      [page, other].map((tab) => tab.getByRole('link', { name: 'Inicio', exact: true }).click()),
    )
    await Promise.all([page, other].map((tab) => tab.getByText('Ninguna ejecución falló').waitFor()))
    expect(await stored(other)).toEqual(SIGNED_IN)
    await page.getByRole('button', { name: 'Cuenta de admin' }).click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await Promise.all([page, other].map((tab) => tab.waitForURL('/login')))
  })

  test('signed out is forgotten here and on the server', async () => {
    const page = await openSignedIn(product, '/')
    const refreshToken = await page.evaluate(() => {
      localStorage.setItem('configSistema', '{"urlBase":""}')
      return localStorage.getItem('refresh_token')
    })
    await page.getByRole('button', { name: 'Cuenta de admin' }).click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await loaded
    await page.waitForURL('/login')
    expect(await stored(page)).toEqual(SIGNED_OUT)
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('configSistema') ?? '{}').urlBase)).toBe(
      undefined,
    )
    const { status } = await product.api('POST', '/auth/refresh', { refresh_token: refreshToken })
    expect(status).toBe(401)
  })
})

/** From now on the token that the page holds is refused, as if its time had passed. Answers the paths of the calls that were, and of the others. */
async function expireTokens(page: Page): Promise<{ refused: string[]; answered: string[] }> {
  // What is under way would be the first to be refused.
  await page.waitForLoadState('networkidle')
  const old = await page.evaluate(() => localStorage.getItem('token'))
  const calls = { refused: [] as string[], answered: [] as string[] }
  await page.route('**/api/**', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isRefused = request.headers().authorization === `Bearer ${old}`
    calls[isRefused ? 'refused' : 'answered'].push(pathname)
    return isRefused ? route.fulfill({ status: 401, json: {} }) : route.continue()
  })
  return calls
}
