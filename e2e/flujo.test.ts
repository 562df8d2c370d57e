import type { Flujo, ProcesoGuardado } from '@div/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startProduct } from './product.ts'

const LECTURA = { username: 'lucia', password: 'contrasena-larga-1' }

let product: Product

beforeAll(async () => {
  product = await startProduct({ DIV_SAMPLES: '1' })
  await product.api('POST', '/usuarios', { ...LECTURA, email: 'lucia@example.org', role: 'lectura' })
})
afterAll(() => product.stop())

async function create(nombre: string): Promise<string> {
  const { json } = await product.api('POST', '/procesos', { nombre })
  return (json as ProcesoGuardado).id
}

async function storedOf(id: string): Promise<ProcesoGuardado> {
  return (await product.api('GET', `/procesos/${id}`)).json as ProcesoGuardado
}

/** `Entrada>Salida`, by name. */
function linesOf({ nodos, conexiones }: Flujo): string[] {
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  return conexiones.map(({ origen, destino }) => `${nombres.get(origen)}>${nombres.get(destino)}`)
}

const nodo = (page: Page, nombre: string) =>
  page.locator('.react-flow__node').filter({ has: page.getByText(nombre, { exact: true }) })
const saved = (page: Page) => page.getByText(/^Borrador · guardado (ahora|hace)/)
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

describeInBrowser('a proceso on the canvas', () => {
  test('is opened from its page; nodes are added after another and into a connection, named, and stored by themselves', async () => {
    const id = await create('Dibujado')
    const page = await openSignedIn(product, `/procesos/${id}`)
    await page.getByRole('link', { name: 'Abrir en el lienzo' }).click()
    await page.getByRole('heading', { name: 'Dibujado' }).waitFor()
    await page.locator('.react-flow__edge').first().press('Enter')
    await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Transformación').click()
    await nodo(page, 'Transformación').waitFor()
    await inspector(page).getByLabel('Nombre').fill('Preparar')
    await nodo(page, 'Preparar').waitFor()
    await saved(page).waitFor()
    expect(linesOf((await storedOf(id)).flujo)).toEqual(['Entrada>Preparar', 'Preparar>Salida'])

    // By typing, with the keys alone.
    await nodo(page, 'Preparar').press('a')
    await page.getByRole('textbox', { name: '¿Qué sigue?' }).fill('condicion')
    await page.keyboard.press('Enter')
    await nodo(page, 'Condición').waitFor()
    await saved(page).waitFor()
    expect(linesOf((await storedOf(id)).flujo)).toContain('Preparar>Condición')
  })

  test('from empty to published: a query with its parameter, its answer mapped, tried, mended where it failed', async () => {
    const id = await create('De principio a fin')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await nodo(page, 'Entrada').click()
    await inspector(page).getByRole('button', { name: 'Añadir dato' }).click()
    await inspector(page).getByLabel('Nombre del dato').fill('id')
    await inspector(page).getByRole('combobox', { name: 'Tipo de id' }).click()
    await page.getByRole('option', { name: 'Entero' }).click()
    await inspector(page).getByLabel('Ejemplo de id').fill('1')

    await page.locator('.react-flow__edge').first().press('Enter')
    await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Proceso').click()
    await inspector(page).getByRole('combobox', { name: 'Servidor' }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    await inspector(page).getByLabel('SQL').fill('select nombre from clientes where id = :id')
    // The entrada declares it: nobody has to say where it comes from.
    expect(await inspector(page).getByRole('combobox', { name: 'id: nodo' }).inputValue()).toBe('Entrada')

    await nodo(page, 'Salida').click()
    await inspector(page).getByRole('button', { name: 'Añadir campo' }).click()
    await inspector(page).getByLabel('Nombre del campo').fill('cliente')
    await inspector(page).getByRole('combobox', { name: 'cliente: nodo' }).click()
    await page.getByRole('option', { name: 'Proceso' }).click()
    await inspector(page).getByRole('combobox', { name: 'cliente: dato' }).fill('filas[0].nombre')

    await page.getByRole('button', { name: 'Probar' }).click()
    const test = page.getByRole('region', { name: 'Prueba' })
    await test.getByRole('button', { name: 'Ejecutar' }).click()
    await test.getByText('Correcta').waitFor()
    expect(await test.getByRole('tree', { name: 'Respuesta' }).textContent()).toContain('cliente')
    await nodo(page, 'Proceso')
      .getByText(/1 fila$/)
      .waitFor()
    await nodo(page, 'Proceso').click()
    await inspector(page).getByRole('tab', { name: 'Datos' }).click()
    await inspector(page).getByRole('tree', { name: 'Salida' }).waitFor()

    // A mistake is told at its node, and keeps it from being published.
    await nodo(page, 'Salida').click()
    await inspector(page).getByRole('radio', { name: 'Fórmula' }).press('Space')
    await inspector(page).getByLabel('Fórmula de cliente').fill('MAYUSCULAS(')
    await page.getByRole('button', { name: '1 problema' }).waitFor()
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Todavía no se puede publicar').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
    await inspector(page).getByLabel('Fórmula de cliente').fill('MAYUSCULAS(n3.filas[0].nombre)')
    await page.getByRole('button', { name: '1 problema' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByRole('dialog').getByLabel('Nota').fill('La primera')
    await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Versión 1 publicada').waitFor()
    expect((await storedOf(id)).versionPublicada).toBe(1)
  })

  test('is undone step by step, and done again', async () => {
    const id = await create('Deshecho')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await nodo(page, 'Salida').click()
    await page.keyboard.press('Delete')
    await nodo(page, 'Salida').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await nodo(page, 'Salida').waitFor()
    expect(await page.locator('.react-flow__edge').count()).toBe(1)
    await page.getByRole('button', { name: 'Rehacer' }).click()
    await nodo(page, 'Salida').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await nodo(page, 'Salida').waitFor()
    expect(await page.getByRole('button', { name: 'Deshacer' }).isDisabled()).toBe(true)
  })

  test('nodes are copied into another proceso, duplicated, aligned, found in the list; every key is listed', async () => {
    const [first, second] = [await create('Origen'), await create('Destino')]
    const page = await openSignedIn(product, `/flujo/${first}`)
    await nodo(page, 'Salida').click()
    await page.keyboard.press('Control+d')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3)
    await page.keyboard.press('Control+a')
    await inspector(page).getByRole('button', { name: 'Alinear arriba' }).click()
    await saved(page).waitFor()
    await expect
      .poll(async () => new Set((await storedOf(first)).flujo.nodos.map(({ posicion }) => posicion.y)).size)
      .toBe(1)
    await page.keyboard.press('Control+c')
    await page.getByText('2 nodos', { exact: true }).waitFor()

    await page.goto(`/flujo/${second}`)
    await nodo(page, 'Entrada').waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(4)
    await page.getByRole('tab', { name: 'Nodos' }).click()
    await page.getByLabel('Buscar en los nodos').fill('entrada')
    await page.getByRole('list', { name: 'Nodos' }).getByRole('button').click()
    expect(await inspector(page).getByLabel('Nombre').inputValue()).toBe('Entrada')
    await page.getByRole('button', { name: 'Atajos de teclado' }).click()
    await page.getByRole('dialog').getByText('Duplicar los nodos').waitFor()
  })

  test('a table of a servidor is dragged onto a connection and becomes the node that reads it', async () => {
    const id = await create('Con tabla')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('combobox', { name: 'Servidor del que añadir' }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    const tabla = page.getByRole('list', { name: 'Objetos de Tienda de ejemplo' }).getByText('clientes')
    const [from, to] = [await centreOf(nodo(page, 'Entrada')), await centreOf(nodo(page, 'Salida'))]
    await drag(page, await centreOf(tabla), { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    await nodo(page, 'clientes').waitFor()
    await saved(page).waitFor()
    const { flujo } = await storedOf(id)
    expect(linesOf(flujo)).toEqual(['Entrada>clientes', 'clientes>Salida'])
    expect(flujo.nodos.at(-1)).toMatchObject({ tipoObjeto: 'tabla', objeto: { tabla: 'clientes' } })
  })

  test('parameters go from one node to another by the rules of the clipboard', async () => {
    const id = await create('Portapapeles')
    const page = await openSignedIn(product, `/flujo/${id}`)
    const menu = async (item: string) => {
      await inspector(page).getByRole('button', { name: 'Parámetros del nodo' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await nodo(page, 'Entrada').click()
    await menu('Pegar parámetros')
    await page.getByText('No hay datos en el clipboard').waitFor()
    await inspector(page).getByRole('button', { name: 'Añadir dato' }).click()
    await menu('Copiar parámetros')
    await page.getByText('1 parámetros copiados al clipboard').waitFor()
    await menu('Pegar parámetros')
    await page.getByText('Los nodos de entrada no pueden recibir paste').waitFor()
    await nodo(page, 'Salida').click()
    await menu('Pegar parámetros')
    await page.getByText('1 parámetros pegados correctamente').waitFor()
    expect(await inspector(page).getByRole('combobox', { name: 'dato1: nodo' }).inputValue()).toBe('Entrada')
  })

  test('a node is moved and joined by the mouse', async () => {
    const id = await create('Movido')
    const page = await openSignedIn(product, `/flujo/${id}`)
    const entrada = nodo(page, 'Entrada')
    await entrada.click()
    await inspector(page).getByRole('button', { name: 'Quitar la conexión con Salida' }).click()
    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    expect(await page.locator('.react-flow__edge').count()).toBe(0)
    const from = await centreOf(entrada.locator('.react-flow__handle.source'))
    const to = await centreOf(nodo(page, 'Salida').locator('.react-flow__handle.target'))
    await drag(page, from, to)
    await page.locator('.react-flow__edge').waitFor({ state: 'attached' })
    const before = (await storedOf(id)).flujo.nodos[0]?.posicion
    const at = await centreOf(entrada)
    await drag(page, at, { x: at.x + 40, y: at.y + 120 })
    await page.waitForTimeout(1_000)
    await saved(page).waitFor()
    const { flujo } = await storedOf(id)
    expect(linesOf(flujo)).toEqual(['Entrada>Salida'])
    expect(flujo.nodos[0]?.posicion.y).toBeGreaterThan((before?.y ?? 0) + 50)
  })

  test('what a tab that died left behind is there again', async () => {
    const id = await create('Interrumpido')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.route('**/api/procesos/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await nodo(page, 'Salida').click()
    await inspector(page).getByLabel('Nombre').fill('Respuesta')
    await page.unroute('**/api/procesos/*')
    // No time to store anything: the page is simply gone.
    await page.reload()
    await page.getByText('Se recuperaron sus cambios').waitFor()
    await nodo(page, 'Respuesta').waitFor()
    await expect.poll(async () => (await storedOf(id)).flujo.nodos[1]?.nombre).toBe('Respuesta')
  })

  test('that somebody else stored meanwhile is not overwritten until a person chooses', async () => {
    const id = await create('Disputado')
    const page = await openSignedIn(product, `/flujo/${id}`, { tolerates: /409/ })
    await nodo(page, 'Entrada').waitFor()
    const { flujo, ...rest } = await storedOf(id)
    const { nombre, descripcion, categoriaId, modo, revision } = rest
    const nodos = flujo.nodos.map((each) => (each.tipo === 'salida' ? { ...each, nombre: 'De otra' } : each))
    const { status } = await product.api('PUT', `/procesos/${id}`, {
      nombre,
      descripcion,
      categoriaId,
      modo,
      revision,
      flujo: { ...flujo, nodos },
    })
    expect(status).toBe(200)
    await nodo(page, 'Entrada').click()
    await inspector(page).getByLabel('Nombre').fill('Mía')
    await page.getByText(/guardó otra versión mientras usted dibujaba/).waitFor()
    await page.getByText('«Salida» es distinto.').waitFor()
    expect(linesOf((await storedOf(id)).flujo)).toEqual(['Entrada>De otra'])
    await page.getByRole('button', { name: 'Guardar la mía' }).click()
    await saved(page).waitFor()
    expect(linesOf((await storedOf(id)).flujo)).toEqual(['Mía>Salida'])
  })

  test('is only looked at by who may only read', async () => {
    const id = await create('Leído')
    const page = await openSignedIn(product, `/procesos/${id}`, { credentials: LECTURA })
    await page.getByRole('link', { name: 'Ver en el lienzo' }).click()
    await nodo(page, 'Salida').click()
    expect(await inspector(page).getByLabel('Nombre').isEditable()).toBe(false)
    await page.keyboard.press('Delete')
    await nodo(page, 'Salida').waitFor()
    expect(await page.getByRole('navigation', { name: 'Añadir nodos' }).count()).toBe(0)
    await page.goto(`/flujo/${id}`)
    await page.waitForURL('/unauthorized')
  })
})

interface Point {
  x: number
  y: number
}

async function centreOf(locator: ReturnType<Page['locator']>): Promise<Point> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}
