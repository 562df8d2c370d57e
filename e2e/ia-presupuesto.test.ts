import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { WIDEST } from './fits.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

let product: Product
let proveedor: ProveedorDePrueba
let procesoId: string

beforeAll(async () => {
  proveedor = await startProveedor()
  product = await startStoryProduct()
  const servidor = await product.api('POST', '/servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  procesoId = await createProceso(product, 'Resumir', {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Resumen',
        servidorId: idOf(servidor.json),
        tipoServidor: 'openai',
        tipoObjeto: 'generar',
        objeto: { mensaje: 'Hola', maxTokens: 100 },
      },
      { id: 'n3', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  })
})
afterAll(async () => {
  await product.stop()
  await proveedor.close()
})

/** What its failure is called; null: it went well. */
async function run(): Promise<string | null> {
  const { json } = await product.api('POST', `/procesos/${procesoId}/ejecutar`, { entrada: {} })
  return (json as { error: { codigo: string } | null }).error?.codigo ?? null
}

describeInBrowser('what models cost', () => {
  test('a price and a budget are written, calls are counted, and what does not fit is not made', async () => {
    const page = await openSignedIn(product, '/ai/budget')
    await page.getByText('Todavía no hay presupuestos').waitFor()
    await page.getByRole('link', { name: 'Precios' }).click()
    await page.getByRole('button', { name: 'Crear precio' }).first().click()
    const precio = page.getByRole('form', { name: 'Nuevo precio' })
    await precio.getByLabel('Modelo').fill('chico')
    await precio.getByLabel(/^Entrada \*/).fill('1,5')
    await precio.getByLabel('Salida').pressSequentially('1.000')
    await precio.getByRole('button', { name: 'Crear' }).click()
    await page.getByRole('form', { name: 'chico' }).waitFor()
    expect((await product.api('GET', '/ai/pricing')).json).toMatchObject([
      { modelo: 'chico', entradaPorMillon: '1.5', salidaPorMillon: '1000' },
    ])

    await page.getByRole('link', { name: 'Presupuesto' }).first().click()
    await page.getByRole('button', { name: 'Crear presupuesto' }).first().click()
    const presupuesto = page.getByRole('form', { name: 'Nuevo presupuesto' })
    await presupuesto.getByLabel('Nombre').fill('Todo')
    // One call may take 0.1 and takes 0.007.
    await presupuesto.getByLabel('Importe').fill('0,105')
    await presupuesto.getByRole('button', { name: 'Crear' }).click()
    await page.getByRole('form', { name: 'Todo' }).waitFor()

    expect([await run(), await run()]).toEqual([null, 'PRESUPUESTO_AGOTADO'])
    expect(proveedor.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await page.reload()
    await page.getByText('0,00702 US$ de 0,105 US$').first().waitFor()
    await page.getByText('Rechazó llamadas').first().waitFor()

    await page.getByText('Llamadas', { exact: true }).click()
    const llamadas = page.getByRole('table', { name: 'Llamadas a modelos' })
    await llamadas.getByRole('link', { name: 'chico' }).waitFor()
    await llamadas.getByText('11 → 7').waitFor()
    await llamadas.getByText('Resumir · admin').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    expect((await download).suggestedFilename()).toBe('consumos.csv')

    await page.getByText('Consumo', { exact: true }).click()
    const grafico = page.locator('figure svg.recharts-surface')
    await grafico.waitFor()
    // Amounts of less than one stand whole on the axis.
    const importe = await grafico.getByText('0,008 US$').boundingBox()
    expect(importe?.x).toBeGreaterThanOrEqual((await grafico.boundingBox())?.x ?? Infinity)
    await page.getByRole('region', { name: 'Por grupo' }).getByText('chico').waitFor()
  })

  test('the bell tells of it and leads there', async () => {
    const page = await openSignedIn(product, '/')
    await page.getByRole('button', { name: /^Notificaciones/ }).click()
    await page.getByText('El presupuesto «Todo» rechazó llamadas').click()
    await page.getByRole('form', { name: 'Todo' }).waitFor()
  })

  test('lectura looks at it, also on a narrow screen, and changes nothing', async () => {
    const credentials = await addPerson(product, 'lectura')
    const page = await openSignedIn(product, '/ai/budget', {
      credentials,
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('link', { name: 'Todo', exact: true }).click()
    await page.getByRole('form', { name: 'Todo' }).getByLabel('Importe').waitFor()
    expect(await page.getByRole('button', { name: /^(Crear|Guardar|Eliminar)/ }).count()).toBe(0)
    await page.goto('/ai/pricing')
    // Two amounts in one line: each says which it is.
    await page.getByText(/^Entrada /).waitFor()
    await page.getByText(/^Salida /).waitFor()
    for (const path of ['/ai/pricing', '/ai/budget?vista=llamadas', '/ai/budget?vista=consumo']) {
      await page.goto(path)
      await page.getByText('chico').first().waitFor()
      expect(await page.getByRole('button', { name: /^Crear/ }).count()).toBe(0)
      // Its columns are chosen once it is known how wide the list is.
      await expect.poll(() => page.evaluate(WIDEST)).toBeLessThanOrEqual(390)
    }
  })
})
