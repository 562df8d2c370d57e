import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { MANUAL } from './colecciones-rag.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

/** Pixels of it that do not fit. */
const CUT = (element: { scrollWidth: number; clientWidth: number }) =>
  element.scrollWidth - element.clientWidth

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

  test('on a narrow screen the names of collections and documents stand whole', async () => {
    const nombre = 'Manuales de instalación'
    const { id } = (await product.api('POST', '/rag', { nombre })).json as { id: string }
    const page = await openSignedIn(product, '/rag', { viewport: { width: 390, height: 844 } })
    const isWhole = async (name: string) => {
      const link = page.getByRole('link', { name, exact: true })
      await expect.poll(() => link.evaluate(CUT)).toBeLessThanOrEqual(0)
    }
    await isWhole(nombre)
    await page.getByRole('row').filter({ hasText: nombre }).getByText('Documentos 0').waitFor()
    await page.goto(`${new URL(page.url()).origin}/rag/${id}`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'facturas de venta.md', mimeType: 'text/markdown', buffer: Buffer.from(MANUAL) })
    await page.getByText('Listo').waitFor({ timeout: 20_000 })
    await isWhole('facturas de venta.md')
  })

  test('questions are imported, asked and measured, and the next run says what became better', async () => {
    const { id } = (await product.api('POST', '/rag', { nombre: 'Evaluada' })).json as { id: string }
    const page = await openSignedIn(product, `/rag/${id}`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'facturas.md', mimeType: 'text/markdown', buffer: Buffer.from(MANUAL) })
    await page.getByText('Listo').waitFor({ timeout: 20_000 })
    await page.getByRole('link', { name: 'Evaluación', exact: true }).click()
    await page.getByText('Todavía no hay preguntas').waitFor()
    const csv = 'pregunta,documento,fragmento\nplazo de garantía,facturas.md,dos años\n'
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'preguntas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('listitem', { name: 'plazo de garantía' }).waitFor()
    await page.getByRole('button', { name: 'Evaluar', exact: true }).click()
    await page.getByText('Por palabras: no está').waitFor()

    await page.getByRole('link', { name: 'plazo de garantía' }).click()
    const form = page.getByRole('form', { name: 'Pregunta' })
    await form.getByLabel('Pregunta').fill('cómo anular facturas')
    await form.getByLabel('Fragmento').fill('se anula con un abono')
    await form.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('listitem', { name: 'cómo anular facturas' }).waitFor()
    await page.getByLabel('Nota').fill('Otra pregunta')
    await page.getByRole('button', { name: 'Evaluar', exact: true }).click()
    await page.getByText('Por palabras: 1.º').waitFor()
    const medidas = page.getByRole('table', { name: 'Medidas' }).getByRole('row').nth(1)
    expect(await medidas.textContent()).toContain('100\u00A0%+1,000')
    await page.getByText('La anterior tenía otras preguntas').waitFor()
    const historial = page.getByRole('list', { name: 'Historial' }).getByRole('listitem')
    expect(await historial.count()).toBe(2)
    await historial.nth(1).getByRole('button').click()
    await page.getByText('+1,000').first().waitFor({ state: 'detached' })
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

  test('a source brings pages by itself, says what became of them, and goes with what it brought', async () => {
    const web = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Envíos</h1><p>Llegan el jueves.</p>')
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const { port } = web.address() as AddressInfo
    const direccion = `http://127.0.0.1:${port}/envios`
    try {
      const { id } = (await product.api('POST', '/rag', { nombre: 'Con fuentes' })).json as { id: string }
      const page = await openSignedIn(product, `/rag/${id}`)
      await page.getByRole('link', { name: 'Fuentes', exact: true }).click()
      await page.getByText('Todavía no hay fuentes').waitFor()
      await page.getByRole('button', { name: 'Añadir fuente' }).first().click()
      const form = page.getByRole('form', { name: 'Nueva fuente' })
      await form.getByLabel('Nombre').fill('Ayuda')
      await form.getByLabel('Direcciones').fill(direccion)
      await form.getByRole('switch', { name: 'Permitir la red privada' }).press('Space')
      await form.getByText('A sus horas', { exact: true }).click()
      await form.getByText('De lunes a viernes, a las 08:00.', { exact: true }).waitFor()
      await form.getByRole('button', { name: 'Crear', exact: true }).click()
      const fuente = page.getByRole('listitem', { name: 'Ayuda' })
      await fuente.getByText('1 nuevo', { exact: true }).waitFor({ timeout: 20_000 })
      await fuente.getByText('De lunes a viernes, a las 08:00 (').waitFor()
      await fuente.getByRole('button', { name: 'Leer ahora' }).click()
      await fuente.getByText('1 igual', { exact: true }).waitFor({ timeout: 20_000 })

      await page.getByRole('link', { name: 'Con fuentes' }).click()
      await page.getByRole('link', { name: direccion }).waitFor()
      await page.getByText('Listo').waitFor({ timeout: 20_000 })
      await page.getByRole('button', { name: 'Volver a leer la colección' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Volver a leer' }).click()
      await page.getByText('Se lee 1 documento.').waitFor()

      await page.getByRole('link', { name: 'Fuentes', exact: true }).click()
      await page.getByRole('button', { name: 'Acciones de Ayuda' }).click()
      await page.getByRole('menuitem', { name: 'Quitar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
      await page.getByText('Todavía no hay fuentes').waitFor()
      expect((await product.api('GET', `/rag/${id}/documentos`)).json).toEqual([])
    } finally {
      web.close()
    }
  })
})
