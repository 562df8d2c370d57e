import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn, openTab } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, publishProceso } from './publish-proceso.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

/** What the proceso answers: the parameter as a formula reads it. */
const READING = {
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Respuesta',
      parametros: [{ nombre: 'iva', expresion: 'PARAMETRO("iva")' }],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

const panel = (page: Page, name: string) => page.getByRole('form', { name })

describeInBrowser('parametros', () => {
  test('one is made, used by a process, changed, and not removed while it is used', async () => {
    const page = await openSignedIn(product, '/parametros', { tolerates: /409/ })
    await page.getByText('Todavía no hay parámetros').waitFor()
    await page.getByRole('button', { name: 'Crear parámetro' }).first().click()
    const made = panel(page, 'Nuevo parámetro')
    await made.getByLabel('Nombre').fill('1 iva')
    await made.getByRole('button', { name: 'Crear' }).click()
    await made.getByText('Empiece por una letra').waitFor()
    await made.getByLabel('Nombre').fill('iva')
    await made.getByLabel('Tipo').click()
    await page.getByRole('option', { name: 'Decimal' }).click()
    await made.getByLabel('Valor').fill('21')
    await made.getByRole('button', { name: 'Crear' }).click()
    const iva = panel(page, 'iva')
    await iva.getByText('Nada lo usa todavía.').waitFor()

    const procesoId = await createProceso(product, 'impuestos', READING)
    const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/iva' })
    const call = async () => (await product.motor('GET', `/rest/${ruta}/iva`)).json
    await expect.poll(call).toEqual({ iva: 21 })
    await page.reload()
    await iva.getByRole('link', { name: 'impuestos' }).waitFor()

    await iva.getByLabel('Valor').fill('10.5')
    await iva.getByRole('button', { name: 'Guardar' }).click()
    await expect.poll(call).toEqual({ iva: 10.5 })

    await iva.getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('está en uso y no se puede eliminar').waitFor()
    await dialog.getByRole('link', { name: 'impuestos' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Eliminar' }).count()).toBe(0)
    const { json } = await product.api('GET', '/parametros')
    const [{ id } = { id: '' }] = json as { id: string }[]
    expect((await product.api('DELETE', `/parametros/${id}`)).status).toBe(409)
  })

  test('a secret is written and never shown again', async () => {
    const page = await openSignedIn(product, '/parametros?ver=nuevo')
    const made = panel(page, 'Nuevo parámetro')
    await made.getByLabel('Nombre').fill('clave')
    await made.getByLabel('Secreto').check()
    await made.getByLabel('Valor').fill('s3creto-de-verdad')
    await made.getByRole('button', { name: 'Crear' }).click()
    const clave = panel(page, 'clave')
    await clave.getByPlaceholder('Guardado').waitFor()
    await page.reload()
    await clave.getByPlaceholder('Guardado').waitFor()
    expect(await page.content()).not.toContain('s3creto-de-verdad')
  })

  test('who leaves with changes is asked, and what two people changed is chosen field by field', async () => {
    await product.api('POST', '/parametros', { nombre: 'lema', tipo: 'texto', valor: 'uno' })
    const mine = await openSignedIn(product, '/parametros?q=lema', { tolerates: /409/ })
    await mine.getByRole('link', { name: 'lema' }).click()
    await panel(mine, 'lema').getByLabel('Valor').fill('mío')
    const theirs = await openTab(mine)
    await theirs.goto(mine.url())
    await panel(theirs, 'lema').getByLabel('Valor').fill('suyo')
    await panel(theirs, 'lema').getByRole('button', { name: 'Guardar' }).click()
    await theirs.getByText('Parámetro guardado').waitFor()

    await panel(mine, 'lema').getByRole('button', { name: 'Cerrar' }).click()
    await mine
      .getByRole('dialog', { name: 'Hay cambios sin guardar' })
      .getByRole('button', { name: 'Cancelar' })
      .click()
    await panel(mine, 'lema').getByRole('button', { name: 'Guardar' }).click()
    const dialog = mine.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    await dialog.getByRole('radio', { name: 'suyo' }).check()
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await panel(mine, 'lema').getByLabel('Valor').inputValue()).toBe('suyo')
  })

  test('who goes back with changes and says so leaves', async () => {
    const page = await openSignedIn(product, '/tokens')
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'Parámetros' })
      .click()
    await page.getByRole('link', { name: 'lema' }).click()
    await panel(page, 'lema').getByLabel('Valor').fill('a medias')
    await page.goBack()
    await page
      .getByRole('dialog', { name: 'Hay cambios sin guardar' })
      .getByRole('button', { name: 'Salir sin guardar' })
      .click()
    await panel(page, 'lema').waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).searchParams.has('ver')).toBe(false)
  })

  test('what is typed while it is being stored stays', async () => {
    const page = await openSignedIn(product, '/parametros')
    await page.getByRole('link', { name: 'lema' }).click()
    const { promise: typed, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/parametros/*', async (route) => {
      if (route.request().method() === 'PUT') await typed
      await route.continue()
    })
    const lema = panel(page, 'lema')
    await lema.getByLabel('Valor').fill('enviado')
    await lema.getByRole('button', { name: 'Guardar' }).click()
    await lema.getByLabel('Descripción').fill('escrita mientras tanto')
    letGo()
    await page.getByText('Parámetro guardado').waitFor()
    expect(await lema.getByLabel('Descripción').inputValue()).toBe('escrita mientras tanto')
    await lema.getByRole('button', { name: 'Guardar' }).click()
    await lema.getByRole('button', { name: 'Descartar' }).waitFor({ state: 'detached' })
    const { json } = await product.api('GET', '/parametros?q=lema')
    expect(json).toMatchObject([{ valor: 'enviado', descripcion: 'escrita mientras tanto' }])
  })

  test('text that is no JSON is refused at its field, and discarding it shows what is stored', async () => {
    await product.api('POST', '/parametros', { nombre: 'ajuste', tipo: 'objeto', valor: { a: 1 } })
    const page = await openSignedIn(product, '/parametros')
    await page.getByRole('link', { name: 'ajuste' }).click()
    const ajuste = panel(page, 'ajuste')
    await ajuste.getByLabel('Valor').fill('{ "a": 2')
    await ajuste.getByRole('button', { name: 'Guardar' }).click()
    await ajuste.getByText('No es JSON válido.').waitFor()
    await ajuste.getByRole('button', { name: 'Descartar' }).click()
    expect(JSON.parse(await ajuste.getByLabel('Valor').inputValue())).toEqual({ a: 1 })
    expect(await ajuste.getByText('No es JSON válido.').count()).toBe(0)
  })

  test('a removal under way is not closed: how it failed is told', async () => {
    const page = await openSignedIn(product, '/parametros', { tolerates: /ERR_/ })
    await page.getByRole('link', { name: 'ajuste' }).click()
    const { promise: closed, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/parametros/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      await closed
      return route.abort()
    })
    await panel(page, 'ajuste').getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Eliminar el parámetro' })
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await page.keyboard.press('Escape')
    letGo()
    await dialog.getByText('Error de conexión').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('operador and lectura look and change nothing', async () => {
    const credentials = { username: 'olga', password: 'contrasena-1' }
    await product.api('POST', '/usuarios', {
      ...credentials,
      email: 'o@ejemplo.es',
      role: 'operador',
      activo: true,
    })
    const page = await openSignedIn(product, '/parametros', { credentials })
    await page.getByRole('link', { name: 'lema' }).click()
    await panel(page, 'lema').getByText('Usado por').waitFor()
    for (const name of ['Crear parámetro', 'Guardar', 'Eliminar']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }
    expect(await panel(page, 'lema').getByLabel('Nombre').getAttribute('readonly')).not.toBeNull()
  })
})
