import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { VENTAS, ventasEnTexto } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

let product: Product
beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
})
afterAll(() => product.stop())

describeInBrowser('a text of another notation', () => {
  test('is read on the canvas: its format, its dialect, its types, and its first records at once', async () => {
    const id = await createProceso(product, 'Ventas en CSV', ventasEnTexto())
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Ventas'))
    const form = inspector(page)
    await form.getByRole('button', { name: 'Añadir paso' }).click()
    await page.getByRole('menuitem', { name: /^Convertir/ }).click()
    const paso = form.getByRole('region', { name: 'Paso 1: Convertir' })

    const choose = async (field: string, option: string) => {
      await paso.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Formato', 'CSV')
    const preview = paso.getByRole('table', { name: 'Primeros registros' })
    // The separator is found out.
    await preview.getByRole('cell', { name: '1.234,50', exact: true }).waitFor()

    await choose('Decimales', 'Con coma (1234,5)')
    await paso.getByRole('group', { name: 'Columnas' }).getByRole('button', { name: 'Añadir' }).click()
    await paso.getByRole('textbox', { name: 'Nombre' }).fill('importe')
    await choose('Tipo', 'Número decimal')
    await preview.getByRole('cell', { name: '1234.5', exact: true }).waitFor()

    await expectStored(product, id, ({ nodos }) => nodos.find((each) => each.id === 't')?.pasos).toEqual([
      {
        tipo: 'convertir',
        formato: 'csv',
        sentido: 'leer',
        csv: { decimal: 'coma', columnas: [{ nombre: 'importe', tipo: 'decimal' }] },
      },
    ])
    const { json } = await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: { archivo: VENTAS } })
    expect(json).toMatchObject({
      estado: 'ok',
      salida: {
        ventas: [
          { articulo: 'A-1', importe: 1234.5, dia: '21/11/2026' },
          { articulo: 'B-2', importe: 0.25, dia: '22/11/2026' },
        ],
      },
    })

    // Of another format it has other options, and none of these.
    await choose('Formato', 'Ancho fijo')
    await paso.getByText('Diga qué columnas tiene.').first().waitFor()
    await expectStored(product, id, ({ nodos }) => nodos.find((each) => each.id === 't')?.pasos).toEqual([
      { tipo: 'convertir', formato: 'anchoFijo', sentido: 'leer' },
    ])
  })
})
