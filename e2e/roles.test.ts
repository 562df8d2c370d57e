import type { Role, Sesion } from '@div/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
const PASSWORD = 'una frase que nadie adivina'
const ROLES: readonly Role[] = ['admin', 'operador', 'lectura']

beforeAll(async () => {
  product = await startStoryProduct()
  for (const role of ROLES) {
    const { status } = await product.api('POST', '/usuarios', {
      username: `de-${role}`,
      email: `${role}@ejemplo.es`,
      role,
      password: PASSWORD,
    })
    expect(status).toBe(201)
  }
})
afterAll(() => product.stop())

const openAs = (role: Role, path: string) =>
  openSignedIn(product, path, { credentials: { username: `de-${role}`, password: PASSWORD } })

/** The spec, 2 and 6: only an admin has them. */
const OF_ADMIN = [
  { path: '/usuarios', title: 'Usuarios' },
  { path: '/auditoria', title: 'Auditoría' },
  { path: '/configuracion', title: 'Configuración' },
  { path: '/configuracion-tracing', title: 'Trazabilidad' },
  { path: '/configuracion-async-pool', title: 'Pools de conexiones' },
]
/** What everybody opens, and who is offered the button that makes one. */
const OF_ALL: readonly { path: string; title: string; making?: [button: string, ...roles: Role[]] }[] = [
  { path: '/parametros', title: 'Parámetros', making: ['Crear parámetro', 'admin'] },
  {
    path: '/tareas-programadas',
    title: 'Tareas programadas',
    making: ['Crear tarea', 'admin', 'operador'],
  },
  { path: '/categorias', title: 'Categorías', making: ['Crear categoría', 'admin', 'operador'] },
  { path: '/tokens', title: 'Tokens de Acceso', making: ['Crear token', 'admin'] },
  { path: '/ejecuciones', title: 'Ejecuciones' },
]

async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link', { name: 'Parámetros' }).waitFor()
  const links = await menu.getByRole('link').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  return paths.flatMap((path) => path ?? [])
}

async function tokenOf(role: Role): Promise<string> {
  const { json } = await product.api('POST', '/auth/login', { username: `de-${role}`, password: PASSWORD })
  return (json as Sesion).token
}

/** Where there is nothing yet in a product that was just begun. */
const EMPTY = ['/rag', '/ai/budget', '/ai/pricing', '/mcp']

describeInBrowser('a role', () => {
  test('sees in the menu what it may open, and nothing else', async () => {
    const [admin = [], ...others] = await Promise.all(
      ROLES.map(async (role) => menuOf(await openAs(role, '/perfil'))),
    )
    expect(admin).toEqual(expect.arrayContaining(['/usuarios', '/auditoria', '/configuracion']))
    const hidden = new Set(OF_ADMIN.map(({ path }) => path))
    for (const menu of others) expect(menu).toEqual(admin.filter((path) => !hidden.has(path)))
  })

  test.each(EMPTY)('that may make nothing at %s is led to the page that explains it', async (path) => {
    const page = await openAs('lectura', path)
    await page.getByText(/^Todavía no hay/).waitFor()
    await page.getByRole('link', { name: /^Guía: / }).waitFor()
    expect(await page.getByRole('button', { name: /^Crear / }).count()).toBe(0)
  })

  test.each(ROLES)(
    '%s opens the pages that it may, is offered what it may do, and is refused the rest',
    async (role) => {
      const page = await openAs(role, '/perfil')
      const authorization = `Bearer ${await tokenOf(role)}`
      for (const { path, title, making: [button, ...roles] = [''] } of OF_ALL) {
        await page.locator(`nav a[href="${path}"]`).click()
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        if (button === '') continue
        const may = roles.includes(role)
        const offer = page.getByText(button, { exact: true })
        if (may) await offer.first().waitFor()
        else expect(await offer.count()).toBe(0)
        const { status } = await fetch(`${product.apiUrl}${path}`, {
          method: 'POST',
          headers: { authorization },
        })
        expect([path, status === 403]).toEqual([path, !may])
      }
      for (const { path, title } of OF_ADMIN) {
        await page.goto(path)
        if (role === 'admin') {
          await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        } else {
          await page.waitForURL('/unauthorized')
          await page.getByText(`${path} no está permitida a su rol (${role})`).waitFor()
        }
      }
    },
  )
})
