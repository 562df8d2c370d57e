import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { MANUAL } from './colecciones-rag.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

describeInBrowser('rag', () => {
  test('a collection is made, a document is put into it, its passages are looked at and found with why', async () => {
    const page = await openSignedIn(product, '/rag')
    await page.getByText('Todavía no hay colecciones').waitFor()
    await page.getByRole('link', { name: 'Guía: buscar en documentos' }).waitFor()
    await page.getByRole('button', { name: 'Crear colección' }).first().click()
    const form = page.getByRole('form', { name: 'Nueva colección' })
    await form.getByLabel('Nombre').fill('Manuales')
    const help = form.getByRole('link', { name: 'Ayuda', exact: true })
    expect(await help.getAttribute('href')).toBe('/documentacion/campos#rag.nombre')
    await form.getByLabel('Caracteres por pasaje').focus()
    expect(await help.getAttribute('href')).toBe('/documentacion/campos#rag.corte.tamano')
    await form.getByRole('button', { name: 'Probar el corte' }).click()
    await form.getByLabel('Un texto de ejemplo').fill(MANUAL)
    await form.getByText('3 pasajes').waitFor()
    // No page explains the example: it leads to its form, and not to the field that was entered before.
    expect(await help.getAttribute('href')).toBe('/documentacion/campos#rag')
    await form.getByRole('button', { name: 'Crear', exact: true }).click()

    await page.getByText('La colección está vacía').waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'facturas.md', mimeType: 'text/markdown', buffer: Buffer.from(MANUAL) })
    await page.getByText('Listo').waitFor({ timeout: 20_000 })
    await page.getByRole('link', { name: 'facturas.md' }).click()
    const pasajes = page.getByRole('list', { name: 'Pasajes' }).getByRole('listitem')
    await expect.poll(() => pasajes.count()).toBe(3)

    await page.getByRole('link', { name: 'Buscar', exact: true }).click()
    await page.getByLabel('Qué se busca').fill('cómo anular facturas')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    const first = page.getByRole('list', { name: 'Pasajes hallados' }).getByRole('listitem').first()
    await first.waitFor()
    expect(await first.locator('mark').allTextContents()).toContain('factura')
    await first.getByText('Facturas › Anulación').waitFor()
    await first.getByRole('group', { name: 'Por qué se halló' }).getByText('1.º por palabras').waitFor()

    await first.getByRole('link', { name: 'facturas.md' }).click()
    await page.getByRole('button', { name: 'Acciones de facturas.md' }).click()
    await page.getByRole('menuitem', { name: 'Quitar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
    await page.getByText('La colección está vacía').waitFor()
  })

  test('what cannot be read says why beside the document, and is read again on request', async () => {
    const { id } = (await product.api('POST', '/rag', { nombre: 'Escaneados' })).json as { id: string }
    const page = await openSignedIn(product, `/rag/${id}`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'roto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no es un PDF') })
    await page.getByText('Con error').waitFor({ timeout: 20_000 })
    await page.getByRole('link', { name: 'roto.pdf' }).click()
    await page.getByText('El archivo no se puede leer: no es un PDF, o está dañado.').waitFor()
    await page.getByRole('button', { name: 'Acciones de roto.pdf' }).click()
    const again = page.waitForResponse((response) => response.url().endsWith('/leer'))
    await page.getByRole('menuitem', { name: 'Leer de nuevo' }).click()
    expect((await again).status()).toBe(200)
  })
})
