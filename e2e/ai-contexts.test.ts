import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { previewContexto } from './contextos-ia.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

describeInBrowser('ai-contexts', () => {
  test('a context is written, looked at as a model would read it, stored and changed', async () => {
    const { json: tabla } = await product.api('POST', '/tablas', {
      nombre: 'paises',
      columnas: [{ nombre: 'iso' }, { nombre: 'nombre' }],
    })
    await product.api('POST', `/tablas/${(tabla as { id: string }).id}/filas/lote`, {
      filas: ['España', 'Francia', 'Italia', 'Perú', 'Portugal'].map((nombre) => ({
        iso: nombre.slice(0, 2).toUpperCase(),
        nombre,
      })),
    })
    const page = await openSignedIn(product, '/ai-contexts')
    await page.getByText('Todavía no hay contextos').waitFor()
    await page.getByRole('link', { name: 'Guía: contextos' }).waitFor()
    await page.getByRole('button', { name: 'Crear contexto' }).first().click()
    await page.getByRole('heading', { name: 'Nuevo contexto' }).waitFor()
    await page.getByLabel('Nombre').first().fill('Atención')
    await previewContexto(page)
    const rail = page.getByRole('region', { name: 'Vista previa' })
    const told = rail.locator('pre')
    expect(await told.textContent()).toContain('Responde a un cliente de España.\n\n## Países\n\n|')
    await rail.getByText(/^Quedan fuera \d+ filas\.$/).waitFor()
    await rail.getByText(/^≈ \d+ tokens/).waitFor()

    // Of this time alone.
    await rail.getByLabel('pais').fill('Perú')
    await page.getByRole('button', { name: 'Ver lo que se dice' }).click()
    await expect.poll(() => told.textContent()).toContain('cliente de Perú.')

    // A mistake stands at its field.
    const texto = page.getByRole('group', { name: 'Pieza 1: Texto' }).getByRole('textbox', { name: 'Texto' })
    await texto.fill('Responde a {{cliente}}.')
    await rail.getByText('El contexto ha cambiado desde que se armó.').waitFor()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('No hay una variable «cliente»').waitFor()
    await texto.fill('Responde a un cliente de {{ pais }}.')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('heading', { name: 'Atención', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Bajar la pieza 1' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Contexto guardado').waitFor()
    await page.getByRole('link', { name: 'Contextos' }).first().click()
    await page.getByText('1 texto, 1 tabla').waitFor()

    const { json } = await product.api('GET', '/ai-contexts')
    expect(json).toMatchObject([{ nombre: 'Atención', piezas: [{ tipo: 'tabla' }, { tipo: 'texto' }] }])
  })
})
