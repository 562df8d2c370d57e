import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
  for (const id of [1, 2, 3]) await product.motor('GET', `/rest/tienda/clientes/${id}`)
})
afterAll(() => product.stop())

const UNREACHABLE = /ERR_FAILED/
const STALE = '⚠️ Los datos pueden estar desactualizados. Reconectando...'

describeInBrowser('the home page', () => {
  test('opens with what the product does', async () => {
    const page = await openSignedIn(product, '/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('img', { name: 'DB, de ahí a PROCESO, de ahí a API' }).waitFor()
    const documentation = page.getByRole('link', { name: 'Ver Documentación' })
    const answer = await page.request.get((await documentation.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  })

  test('shows every metric of the specification, and draws both charts', async () => {
    const page = await openSignedIn(product, '/')
    const metrics = page.getByRole('region', { name: 'Métricas del Sistema' })
    for (const label of [
      'Canales Activos',
      'Workers Totales',
      'Conexiones Pool',
      'Error Rate',
      'Latencia Promedio',
    ]) {
      await metrics.getByRole('region', { name: label }).waitFor()
    }
    await metrics.getByText('Conectado', { exact: true }).waitFor()
    await metrics.getByText(/^Eficiencia: /).waitFor()
    await metrics.getByText('Porcentaje de errores (último periodo)').waitFor()
    await metrics.getByText(/^P95: /).waitFor()
    // The drawing of charts is loaded when there are some.
    await metrics.locator('figure svg.recharts-surface').nth(1).waitFor()
  })

  test('shows no metrics until there are some', async () => {
    const page = await openSignedIn(product, '/', { tolerates: UNREACHABLE })
    await page.route('**/api/metricas', (route) => route.abort())
    await page.reload()
    await page.getByRole('region', { name: 'Últimos fallos' }).waitFor()
    expect(await page.getByText('Métricas del Sistema').count()).toBe(0)
  })

  test('says that its figures are old when they cannot be renewed', async () => {
    const page = await openSignedIn(product, '/', { tolerates: UNREACHABLE })
    const metrics = page.getByRole('region', { name: 'Métricas del Sistema' })
    await metrics.waitFor()
    expect(await page.getByText(STALE).count()).toBe(0)
    await page.route('**/api/metricas', (route) => route.abort())
    // Until the next figures are pushed, which may be soon.
    const told = Promise.all([page.getByText(STALE).waitFor(), metrics.getByText('Desconectado').waitFor()])
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await told
    await page.unroute('**/api/metricas')
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await metrics.getByText('Conectado', { exact: true }).waitFor()
    expect(await page.getByText(STALE).count()).toBe(0)
  })

  test('asks for its metrics again every 30 seconds', async () => {
    const page = await openSignedIn(product, '/test-notifications')
    await page.clock.install()
    await page.reload()
    await page.getByText('En línea').waitFor()
    const again = page.waitForRequest('**/api/metricas')
    await page.clock.fastForward(31_000)
    await again
  })

  test('tells which tareas come next', async () => {
    const [proceso] = (await product.api('GET', '/procesos')).json as { id: string }[]
    const tarea = { nombre: 'Cada nochevieja', procesoId: proceso?.id, cron: '0 23 31 12 *' }
    expect((await product.api('POST', '/tareas-programadas', tarea)).status).toBe(201)
    const page = await openSignedIn(product, '/')
    const next = page.getByRole('region', { name: 'Próximas tareas' })
    await next.getByText('Cada nochevieja').first().waitFor()
  })

  test('tells which canales are slow', async () => {
    const page = await openSignedIn(product, '/')
    const slow = page.getByRole('region', { name: 'Canales más lentos' })
    await slow.getByText('Tienda').waitFor()
    await slow.getByText('3 llamadas').waitFor()
    const row = slow.getByRole('link', { name: /Tienda/ })
    expect(await row.getAttribute('href')).toMatch(/^\/canales\/config\/[\da-f-]{36}$/)
  })
})
