import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { inspector } from './canvas.ts'
import { createPostgresDatabase, type TestDatabase } from './databases.ts'
import { Keyboard } from './keyboard.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
let chinook: TestDatabase

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
  chinook = await createPostgresDatabase(`div_e2e_teclado_${Date.now().toString(36)}`)
  const { status } = await product.api('POST', '/servidores', {
    nombre: 'Chinook',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: chinook.config,
  })
  expect(status).toBe(201)
})
afterAll(async () => {
  await product.stop()
  await chinook.drop()
})

describeInBrowser('without a mouse', () => {
  test('a proceso is made, drawn, joined, given its query and its answer, tried, published and called', async () => {
    const page = await openSignedIn(product, '/procesos')
    const keys = new Keyboard(page)
    const nodo = (tipo: string) => page.locator(`.react-flow__node-nodo.tipo-${tipo}`)
    const dialog = page.getByRole('dialog')

    await keys.choose(page.getByRole('button', { name: 'Crear proceso' }).first())
    await keys.isOn(page.getByLabel('Nombre'))
    await keys.type('Ver cliente')
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Ver cliente' }).waitFor()

    // What it is given.
    await keys.choose(page.getByRole('button', { name: 'Ir al lienzo' }))
    await keys.isOn(nodo('entrada'))
    await keys.press('Enter', 'Enter')
    await keys.choose(inspector(page).getByRole('button', { name: 'Añadir dato' }))
    await keys.isOn(inspector(page).getByLabel('Nombre del dato'))
    await keys.type('id')
    await keys.choose(inspector(page).getByRole('combobox', { name: 'Tipo de id' }))
    await keys.pick(page.getByRole('option', { name: 'Entero' }))
    await keys.press('Escape')
    await keys.isOn(nodo('entrada'))

    // What is done with it, in between; and from there a second way, which is joined by hand.
    await keys.goTo(page.locator('[data-conexion]').first())
    await keys.press('a')
    await keys.type('consultar con sql')
    await keys.pick(page.getByRole('option', { name: /^Consultar con SQL/ }))
    await keys.isOn(nodo('proceso'))
    await keys.press('Enter')
    await keys.goTo(inspector(page).getByLabel('SQL'))
    await keys.type('select nombre, correo from cliente where id = :id')
    await keys.press('Escape', 'Escape')
    await keys.isOn(nodo('proceso'))
    await keys.press('a')
    await keys.type('construir')
    await keys.pick(page.getByRole('option', { name: /^Construir o convertir datos/ }))
    await keys.isOn(nodo('transformacion'))
    await keys.press('c')
    await keys.isOn(inspector(page).getByLabel('Conectar Siguiente con'))
    await keys.type('Salida')
    await keys.pick(page.getByRole('option', { name: /^Salida/ }))
    await expect.poll(() => page.locator('[data-conexion]').count()).toBe(4)

    // What is answered.
    await keys.isOn(nodo('transformacion'))
    await keys.press('Delete')
    await nodo('transformacion').waitFor({ state: 'detached' })
    await keys.isOn(nodo('proceso'))
    await keys.goTo(nodo('salida'))
    await keys.press('Enter', 'Enter')
    await keys.choose(inspector(page).getByRole('button', { name: 'Añadir campo' }))
    await keys.isOn(inspector(page).getByLabel('Nombre del campo'))
    await keys.type('cliente')
    await keys.goTo(inspector(page).getByLabel('Dato de cliente'))
    await keys.type('filas')
    await keys.pick(page.getByRole('option').first())
    await inspector(page)
      .getByRole('button', { name: /cambiar el dato de cliente/ })
      .waitFor()

    // Tried, published and called.
    await keys.press('Control+Enter')
    const prueba = page.getByRole('region', { name: 'Prueba' })
    await keys.goTo(prueba.getByRole('textbox', { name: 'id' }))
    await keys.type('7')
    await keys.press('Enter')
    await prueba.getByText('Correcta').waitFor()
    await keys.choose(prueba.getByRole('button', { name: 'Cerrar la prueba' }))
    await prueba.waitFor({ state: 'detached' })
    const more = page.getByRole('button', { name: 'Canal o tarea' })
    await keys.goTo(more, { back: true })
    await keys.press('Enter')
    await keys.pick(page.getByRole('menuitem', { name: 'Publicar como canal' }))
    await keys.choose(dialog.getByRole('button', { name: 'Publicar' }))
    await keys.goTo(dialog.getByLabel('id'))
    await keys.type('7')
    await keys.choose(dialog.getByRole('button', { name: 'Probar' }))
    await dialog.getByText('HTTP 200').waitFor()
    await keys.press('Escape')
    await keys.isOn(more)

    const { json } = await product.api('GET', '/canales')
    expect(json).toMatchObject([{ nombre: 'Ver cliente' }])
  }, 240_000)
})
