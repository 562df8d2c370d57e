import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  const [canal] = (await product.api('GET', '/canales')).json as Record<string, unknown>[]
  const { procesos: _, actividad: __, usos: ___, ...stored } = canal ?? {}
  await product.api('PUT', `/canales/${stored.id}`, { ...stored, acceso: { tipo: 'token' } })
})
afterAll(() => product.stop())

const callWith = async (token: string) =>
  (await product.motor('GET', '/rest/tienda/clientes/1', undefined, { authorization: `Bearer ${token}` }))
    .status

describeInBrowser('tokens', () => {
  test('one is made, shown once, opens its canal, is rotated and revoked', async () => {
    const page = await openSignedIn(product, null)
    // A page that came over plain HTTP from another machine has no clipboard but the old one.
    await page.addInitScript(`
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.addEventListener('copy', ({ target }) => { window.copied = target.value })`)
    await page.goto('/tokens')
    await page.getByText('Todavía no hay tokens').waitFor()
    await page.getByRole('button', { name: 'Crear token' }).first().click()
    const made = page.getByRole('form', { name: 'Nuevo token' })
    await made.getByLabel('Nombre').fill('Tienda en línea')
    await made.getByText('Solo algunos').click()
    await made.getByLabel('Canales que abre').click()
    await page.getByRole('option', { name: 'Tienda', exact: true }).click()
    await made.getByText('30 días').click()
    await made.getByRole('button', { name: 'Crear' }).click()

    const shown = page.getByRole('dialog', { name: 'Token «Tienda en línea»' })
    const token = (await shown.locator('[data-secret]').textContent()) ?? ''
    await shown.getByRole('button', { name: 'Copiar' }).click()
    await shown.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate('window.copied')).toBe(token)
    await page.evaluate('window.copied = null')
    // Nothing that is pressed by mistake loses it.
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
    await expect.poll(() => callWith(token)).toBe(200)
    expect(await page.content()).not.toContain(token)
    const form = page.getByRole('form', { name: 'Tienda en línea' })
    const readLastUse = async () => {
      await page.reload()
      return form.getByText('Último uso').waitFor({ timeout: 10_000 })
    }
    // It is written a moment after the call.
    await expect.poll(readLastUse, { timeout: 40_000 }).toBeUndefined()
    expect(await page.content()).not.toContain(token)

    await form.getByRole('button', { name: 'Rotar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotar' }).click()
    const rotated = (await shown.locator('[data-secret]').textContent()) ?? ''
    await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
    await expect.poll(() => callWith(rotated)).toBe(200)
    await expect.poll(() => callWith(token)).toBe(401)

    await form.getByRole('button', { name: 'Revocar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click()
    await form.getByText('Revocado', { exact: true }).waitFor()
    await expect.poll(() => callWith(rotated)).toBe(401)
    expect(await form.getByRole('button', { name: 'Rotar' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Estado' }).click()
    await page.getByRole('option', { name: 'Vigente' }).click()
    await page.getByText('Nada cumple lo que se busca.').waitFor()
    expect(page.url()).toContain('estado=vigente')
  })

  test('one whose date was emptied is not made: that is not «never»', async () => {
    const page = await openSignedIn(product, '/tokens?ver=nuevo')
    const made = page.getByRole('form', { name: 'Nuevo token' })
    await made.getByLabel('Nombre').fill('Sin fecha')
    await made.getByText('Otra', { exact: true }).click()
    await made.getByLabel('Fecha y hora en que vence').fill('')
    await made.getByText('Elija la fecha y la hora.').waitFor()
    await made.getByRole('button', { name: 'Crear' }).click()
    expect((await product.api('GET', '/tokens?q=Sin fecha')).json).toEqual([])
    await made.getByLabel('Fecha y hora en que vence').fill('31/2/2031 7:08')
    await made.getByLabel('Nombre').click()
    await made.getByText('Escriba una fecha y una hora que existan').waitFor()
    await made.getByLabel('Fecha y hora en que vence').fill('6/5/2031 7:08')
    await made.getByRole('button', { name: 'Abrir el calendario' }).click()
    await page.getByRole('button', { name: '7 mayo 2031', exact: true }).click()
    await page.getByRole('button', { name: 'Listo' }).click()
    await made.getByRole('button', { name: 'Crear' }).click()
    await page.getByRole('dialog', { name: 'Token «Sin fecha»' }).waitFor()
    const [{ expiraEn } = { expiraEn: '' }] = (await product.api('GET', '/tokens?q=Sin fecha')).json as {
      expiraEn: string
    }[]
    expect(new Date(expiraEn)).toEqual(new Date(2031, 4, 7, 7, 8))
  })

  test('lectura reads the list; there is no button to write, and the API refuses it too', async () => {
    const credentials = { username: 'lea', password: 'contrasena-1' }
    await product.api('POST', '/usuarios', {
      ...credentials,
      email: 'l@ejemplo.es',
      role: 'lectura',
      activo: true,
    })
    const page = await openSignedIn(product, '/tokens', { credentials, tolerates: /403/ })
    await page.getByRole('link', { name: 'Tienda en línea' }).click()
    await page.getByRole('form', { name: 'Tienda en línea' }).getByText('Empieza por').waitFor()
    for (const name of ['Crear token', 'Guardar', 'Rotar', 'Revocar', 'Eliminar']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }
    const status = await page.evaluate(
      `fetch('/api/tokens', { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + localStorage.getItem('token') }, body: '{"nombre":"x","canales":"todos"}' }).then((answer) => answer.status)`,
    )
    expect(status).toBe(403)
  })
})
