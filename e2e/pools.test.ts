import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct, until } from './product.ts'
import { createProceso, publishProceso } from './publish-proceso.ts'

let product: Product
let canal: string

beforeAll(async () => {
  product = await startStoryProduct()
  const { json } = await product.api('GET', '/servidores?q=Tienda')
  const [tienda] = json as { id: string }[]
  const procesoId = await createProceso(product, 'Contar mucho', slowFlujo(tienda?.id ?? ''))
  canal = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/contar' })
  await until(count, ({ status }) => status === 200)
})
afterAll(() => product.stop())

const STALE = '⚠️ Los datos pueden estar desactualizados. Reconectando...'
/** What a browser says of an answer that did not come, and what the dashboard logs of it. */
const SILENCE = /admin\/pools\/stats|ERR_|Failed to fetch/

/** Holds a connection while it lasts, a second or so. */
const count = () => product.motor('GET', `/rest/${canal}/contar`)

const slowFlujo = (servidorId: string) => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Contar',
      servidorId,
      tipoServidor: 'sqlite',
      tipoObjeto: 'consulta',
      objeto: {
        sql: 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000000) select count(*) as total from n',
      },
      parametros: [],
    },
    { id: 'n3', tipo: 'salida', nombre: 'Salida', parametros: [] },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
})

/** Of all motors of the product: one that is stopped hears and says nothing. */
function signalMotors({ pid }: Product, signal: 'STOP' | 'CONT'): void {
  const listing = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
  const motors = listing.split('\n').filter((line) => line.includes('div motor'))
  expect(motors.length).toBeGreaterThan(0)
  for (const line of motors) process.kill(Number.parseInt(line, 10), `SIG${signal}`)
}

describeInBrowser('the pool dashboard', () => {
  test('tells of each pool who holds its connections, with the way to the run', async () => {
    const page = await openSignedIn(product, '/configuracion-async-pool')
    await page.getByText('Conectado', { exact: true }).waitFor()
    const pool = page.getByRole('region', { name: /Tienda/ })
    await pool.getByText('Circuito cerrado').waitFor()
    let isSeen = false
    const calls = (async () => {
      while (!isSeen) await count()
    })()
    const holders = pool.getByRole('table', { name: 'Tienen una conexión' })
    await holders.getByRole('cell', { name: 'Contar', exact: true }).first().waitFor()
    const href = await holders.getByRole('link').first().getAttribute('href')
    isSeen = true
    await calls
    expect(href).toMatch(/^\/ejecuciones\/[0-9a-f-]{36}$/)
  })

  test('says so while nobody tells where the motor is, and begins once somebody does', async () => {
    const page = await openSignedIn(product, null, { tolerates: SILENCE })
    await page.route('**/api/configuracion', (route) => route.abort())
    await page.goto('/configuracion-async-pool')
    await page.getByRole('main').getByText('Error de conexión').waitFor()
    await page.unroute('**/api/configuracion')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('Conectado', { exact: true }).waitFor()
  })

  test('shows the cards and the charts of the specification', async () => {
    const page = await openSignedIn(product, '/configuracion-async-pool')
    for (const label of ['Workers Totales', 'Conexiones Pool', 'Error Rate', 'Latencia Promedio'])
      await page.getByRole('region', { name: label }).waitFor()
    for (const chart of ['Actividad de Workers', 'Tasa de Peticiones (último minuto)'])
      await page.getByRole('region', { name: chart }).locator('svg.recharts-surface').first().waitFor()
  })

  test('is disconnected and says that its data are old while the motor is stopped, and finds back', async () => {
    const page = await openSignedIn(product, '/configuracion-async-pool', { tolerates: SILENCE })
    await page.getByText('Conectado', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Conexiones Pool' }).waitFor()
    signalMotors(product, 'STOP')
    try {
      await page.getByText('Desconectado').waitFor()
      await page.getByText(STALE).waitFor()
      // What was known stays.
      await page.getByRole('region', { name: 'Conexiones Pool' }).waitFor()
    } finally {
      signalMotors(product, 'CONT')
    }
    await page.getByText(STALE).waitFor({ state: 'detached' })
    await page.getByText('Conectado', { exact: true }).waitFor()
  })
})
