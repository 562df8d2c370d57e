import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addConsulta, addModelos } from './agentes-de-prueba.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { CUT_BADGES } from './fits.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
let proveedor: ProveedorDePrueba
beforeAll(async () => {
  ;[product, proveedor] = await Promise.all([startStoryProduct(), startProveedor()])
  await addModelos(product, proveedor)
  await addConsulta(product)
  const piezas = [{ tipo: 'texto', texto: 'Trata a todos de usted.' }]
  await product.api('POST', '/ai-contexts', { nombre: 'Trato', piezas })
})
afterAll(async () => {
  await product.stop()
  await proveedor.close()
})

describeInBrowser('agentes', () => {
  test('one is written, tried, published, judged by its cases, and an older version is had again', async () => {
    const page = await openSignedIn(product, '/ai-agents', { tolerates: /422|ERR_/ })
    await page.getByText('Todavía no hay agentes').waitFor()
    await page.getByRole('link', { name: 'Crear agente' }).first().click()
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Ayudante')
    await page.getByRole('textbox', { name: 'Instrucciones' }).fill('Ayudas con los clientes.')
    // There is only one.
    const servidor = page.getByRole('combobox', { name: 'Servidor de modelos' })
    await expect.poll(() => servidor.inputValue()).toBe('Modelos')
    await page.getByRole('combobox', { name: 'Capacidades' }).click()
    await page.getByRole('option', { name: 'buscar_cliente' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Contextos' }).click()
    await page.getByRole('option', { name: 'Trato' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('heading', { name: 'Ayudante' }).waitFor()
    // While names are on their way nobody is shown an id.
    let answerNames = () => {}
    const held = new Promise<void>((resolve) => {
      answerNames = resolve
    })
    await page.route(/\/api\/ai-capabilities\?/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const form = page.getByRole('region', { name: 'Instrucciones' })
    await form.getByText('Cargando…', { exact: true }).first().waitFor()
    answerNames()
    await form.getByText('buscar_cliente', { exact: true }).waitFor()
    await form.getByText('Cargando…', { exact: true }).first().waitFor({ state: 'detached' })

    proveedor.say(
      { texto: 'Voy a ver.', herramientas: [{ nombre: 'buscar_cliente', argumentos: { numero: '7' } }] },
      { texto: 'Es Astrid.' },
    )
    const rail = page.getByRole('region', { name: 'Probar el borrador' })
    await rail.getByLabel('Mensaje').fill('¿Quién es el 7?')
    await rail.getByRole('button', { name: 'Probar' }).click()
    await rail.getByText('Es Astrid.').waitFor()
    await rail.getByText('Se le dijo el contexto «Trato»').waitFor()
    const uso = rail.getByRole('article', { name: 'Uso de buscar_cliente' })
    await uso.getByText('Hecho').waitFor()
    expect(await page.evaluate(CUT_BADGES)).toEqual([])

    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Versión 1', { exact: true }).first().waitFor()

    await page.getByRole('button', { name: 'Casos de prueba' }).click()
    await page.getByRole('button', { name: 'Añadir caso' }).click()
    await page.getByLabel('Nombre del caso').fill('Encuentra a Astrid')
    await page.getByRole('group', { name: 'Caso 1' }).getByLabel('Mensaje').fill('¿Quién es el 7?')
    await page.getByLabel('Texto del evaluador 1').fill('astrid')
    await page.getByRole('button', { name: 'Guardar' }).click()
    proveedor.say({ texto: 'Es Astrid.' })
    await page.getByRole('button', { name: 'Ejecutar los casos' }).click()
    await page.getByText('1 de 1 bien').waitFor()

    await page.getByRole('button', { name: 'Instrucciones', exact: true }).click()
    await page.getByRole('textbox', { name: 'Instrucciones' }).fill('Otra cosa.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Publicar' }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Versiones' }).click()
    await page.getByRole('button', { name: 'Restaurar en el borrador' }).click()
    await page.getByRole('button', { name: 'Instrucciones', exact: true }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Instrucciones' }).inputValue())
      .toBe('Ayudas con los clientes.')

    await page.route('**/ai-contexts?*', (route) => route.abort())
    await page.reload()
    await page.getByText('No se pudo leer la lista.').waitFor()
    await page.unroute('**/ai-contexts?*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('No se pudo leer la lista.').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Instrucciones' }).getByText('Trato', { exact: true }).waitFor()

    const mensaje = 'No existe el contexto. Quítelo del agente.'
    await page.route('**/publicar', (route) =>
      route.fulfill({
        status: 422,
        json: { detail: 'Hay datos que corregir.', errores: [{ campo: 'contextos[0]', mensaje }] },
      }),
    )
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    await page.getByText(`Hay datos que corregir. ${mensaje}`).waitFor()

    await page.getByRole('main').getByRole('link', { name: 'Agentes', exact: true }).click()
    await page.getByRole('link', { name: 'Ayudante' }).waitFor()
    await page.goto(`${new URL(page.url()).origin}/ai-contexts`)
    await page.getByRole('row', { name: /Trato/ }).getByRole('cell', { name: '1', exact: true }).waitFor()
  })
})
