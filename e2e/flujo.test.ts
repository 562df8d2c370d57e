import { type Flujo, newFlujo, type ProcesoGuardado } from '@div/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo, reachNodo, saved } from './canvas.ts'
import { type Product, startStoryProduct } from './product.ts'
import { expectStored, storedOf } from './stored-flujo.ts'

const LECTURA = { username: 'lucia', password: 'contrasena-larga-1' }

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  await product.api('POST', '/usuarios', { ...LECTURA, email: 'lucia@example.org', role: 'lectura' })
})
afterAll(() => product.stop())

async function create(nombre: string): Promise<string> {
  const { json } = await product.api('POST', '/procesos', { nombre })
  return (json as ProcesoGuardado).id
}

const stored = (id: string, part: (flujo: Flujo) => unknown) => expectStored(product, id, part)

/** `Entrada>Salida`, by name. */
function linesOf({ nodos, conexiones }: Flujo): string[] {
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  return conexiones.map(({ origen, destino }) => `${nombres.get(origen)}>${nombres.get(destino)}`)
}

describeInBrowser('a proceso on the canvas', () => {
  test('is opened from its page; nodes are added after another and into a connection, named, and stored by themselves', async () => {
    const id = await create('Dibujado')
    const page = await openSignedIn(product, `/procesos/${id}`)
    await page.getByRole('link', { name: 'Abrir en el lienzo' }).click()
    await page.getByRole('heading', { name: 'Dibujado' }).waitFor()
    await page.locator('[data-conexion]').first().press('Enter')
    await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Transformación').click()
    await nodo(page, 'Transformación').waitFor()
    await inspector(page).getByLabel('Nombre').fill('Preparar')
    await nodo(page, 'Preparar').waitFor()
    await stored(id, linesOf).toEqual(['Entrada>Preparar', 'Preparar>Salida'])
    await saved(page).waitFor()

    // By typing, with the keys alone.
    await nodo(page, 'Preparar').press('a')
    await page.getByRole('textbox', { name: '¿Qué sigue?' }).fill('condicion')
    await page.keyboard.press('Enter')
    await nodo(page, 'Condición').waitFor()
    await stored(id, linesOf).toContain('Preparar>Condición')
    // The keyboard goes on from there, by any way out.
    await page.locator('.react-flow__node-nodo.tipo-condicion:focus').waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Escape')
    await page.locator('.react-flow__node-nodo.tipo-condicion:focus').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('combobox', { name: 'Sale por' }).selectOption('otro')
    await page.getByRole('textbox', { name: '¿Qué sigue?' }).fill('salida')
    await page.keyboard.press('Enter')
    await stored(id, linesOf).toContain('Condición>Salida 2')
    await stored(id, ({ conexiones }) => conexiones.at(-1)?.salida).toBe('otro')
  })

  test('from empty to published: a query with its parameter, its answer mapped, tried, mended where it failed', async () => {
    const id = await create('De principio a fin')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Entrada'))
    await inspector(page).getByRole('button', { name: 'Añadir dato' }).click()
    await inspector(page).getByLabel('Nombre del dato').fill('id')
    await inspector(page).getByRole('combobox', { name: 'Tipo de id' }).click()
    await page.getByRole('option', { name: 'Entero' }).click()
    await inspector(page).getByLabel('Ejemplo de id').fill('1')

    await page.locator('[data-conexion]').first().press('Enter')
    await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Proceso').click()
    await inspector(page).getByRole('combobox', { name: 'Servidor' }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    await inspector(page).getByLabel('SQL').fill('select nombre from clientes where id = :id')
    // The entrada declares it: nobody has to say where it comes from.
    await inspector(page).getByRole('button', { name: 'Entrada › id: cambiar el dato de id' }).waitFor()

    await chooseNodo(page, nodo(page, 'Salida'))
    await inspector(page).getByRole('button', { name: 'Añadir campo' }).click()
    await inspector(page).getByLabel('Nombre del campo').fill('cliente')
    await inspector(page).getByLabel('Dato de cliente').fill('n3.filas[0].nombre')
    await page.getByRole('option', { name: 'filas[0].nombre' }).click()
    await inspector(page)
      .getByRole('button', { name: /^Proceso › nombre/ })
      .waitFor()

    await page.getByRole('button', { name: 'Probar' }).click()
    const test = page.getByRole('region', { name: 'Prueba' })
    await test.getByRole('button', { name: 'Ejecutar' }).click()
    await test.getByText('Correcta').waitFor()
    expect(await test.getByRole('tree', { name: 'Respuesta' }).textContent()).toContain('cliente')
    await nodo(page, 'Proceso')
      .getByText(/1 fila$/)
      .waitFor()
    await chooseNodo(page, nodo(page, 'Proceso'))
    await inspector(page).getByRole('tab', { name: 'Datos' }).click()
    await inspector(page).getByRole('tree', { name: 'Salida' }).waitFor()

    // A mistake is told at its node, and keeps it from being published.
    await chooseNodo(page, nodo(page, 'Salida'))
    // Who goes from node to node stays on the tab.
    expect(await inspector(page).getByRole('tab', { name: 'Datos' }).getAttribute('aria-selected')).toBe(
      'true',
    )
    await inspector(page).getByRole('tab', { name: 'Configuración' }).click()
    await inspector(page).getByRole('radio', { name: 'Fórmula' }).press('Space')
    await inspector(page).getByLabel('Fórmula de cliente').fill('MAYUSCULAS(')
    await page.getByRole('button', { name: '1 problema' }).waitFor()
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Todavía no se puede publicar').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
    // From anywhere the way leads to its field.
    await inspector(page).getByRole('tab', { name: 'Datos' }).click()
    await page.getByRole('button', { name: '1 problema' }).click()
    await page.getByRole('button', { name: '«cliente»' }).click()
    await page.locator('[aria-label="Fórmula de cliente"]:focus').waitFor()
    await inspector(page).getByLabel('Fórmula de cliente').fill('MAYUSCULAS(n3.filas[0].nombre)')
    await page.getByRole('button', { name: '1 problema' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByRole('dialog').getByLabel('Nota').fill('La primera')
    await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Versión 1 publicada').waitFor()
    expect((await storedOf(product, id)).versionPublicada).toBe(1)
  })

  test('is looked at where it is drawn: what is wrong is told, and gone once it is mended, when nobody answers too', async () => {
    const { nodos, ...flujo } = newFlujo()
    const wrong = nodos.map((each) =>
      each.tipo === 'salida' ? { ...each, parametros: [{ nombre: 'a', expresion: 'MAYUSCULAS(' }] } : each,
    )
    const { json } = await product.api('POST', '/procesos', {
      nombre: 'Sin respuesta',
      flujo: { ...flujo, nodos: wrong },
    })
    const page = await openSignedIn(product, null, { tolerates: /ERR_/ })
    await page.route('**/procesos/*/validar', (route) => route.abort())
    await page.goto(`/flujo/${(json as ProcesoGuardado).id}`)
    await page.getByRole('button', { name: '1 problema' }).click()
    await page.getByRole('button', { name: '«a»' }).click()
    await page.locator('[aria-label="Fórmula de a"]:focus').waitFor()
    await inspector(page).getByLabel('Fórmula de a').fill('1')
    await page.getByRole('button', { name: '1 problema' }).waitFor({ state: 'detached' })
  })

  test('is undone step by step, and done again', async () => {
    const id = await create('Deshecho')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Salida'))
    // Who is on a tab, or behind a dialog, means that and not the node.
    for (const key of ['Delete', 'Backspace', 'n'])
      await inspector(page).getByRole('tab', { name: 'Configuración' }).press(key)
    await nodo(page, 'Salida').press('?')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).press('Delete')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await inspector(page).waitFor()
    expect(await page.locator('.react-flow__node').count()).toBe(2)
    await nodo(page, 'Salida').press('Delete')
    await nodo(page, 'Salida').waitFor({ state: 'detached' })
    await page.locator('.react-flow__node-nodo.tipo-entrada:focus').waitFor()
    await page.keyboard.press('Control+z')
    await nodo(page, 'Salida').waitFor()
    expect(await page.locator('[data-conexion]').count()).toBe(1)
    await page.getByRole('button', { name: 'Rehacer' }).click()
    await nodo(page, 'Salida').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await nodo(page, 'Salida').waitFor()
    expect(await page.getByRole('button', { name: 'Deshacer' }).isDisabled()).toBe(true)
  })

  test('nodes are copied into another proceso, duplicated, aligned, found in the list; every key is listed', async () => {
    const [first, second] = [await create('Origen'), await create('Destino')]
    const page = await openSignedIn(product, `/flujo/${first}`)
    await chooseNodo(page, nodo(page, 'Salida'))
    await page.keyboard.press('Control+d')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3)
    await page.keyboard.press('Control+a')
    await inspector(page).getByRole('button', { name: 'Alinear arriba' }).click()
    await stored(first, ({ nodos }) => new Set(nodos.map(({ posicion }) => posicion.y)).size).toBe(1)
    await page.keyboard.press('Control+c')
    await page.getByText('2 nodos', { exact: true }).waitFor()

    await page.goto(`/flujo/${second}`)
    await nodo(page, 'Entrada').waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(4)
    await page.getByRole('tab', { name: 'Nodos' }).click()
    await page.getByLabel('Buscar en los nodos').fill('entrada')
    await page
      .getByRole('list', { name: 'Nodos' })
      .getByRole('button', { name: /^Entrada/ })
      .click()
    expect(await inspector(page).getByLabel('Nombre').inputValue()).toBe('Entrada')
    await page.getByRole('button', { name: 'Ir al lienzo' }).press('Enter')
    await page.locator('.react-flow__node-nodo:focus').waitFor()
    await nodo(page, 'Salida').first().focus()
    await page.keyboard.press('Enter')
    await inspector(page).getByLabel('Nombre').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('aside[aria-label="Inspector"] :focus').waitFor()
    await page.getByRole('button', { name: 'Atajos de teclado' }).click()
    await page.getByRole('dialog').getByText('Duplicar los nodos').waitFor()
  })

  test('a table of a servidor is dragged onto a connection and becomes the node that reads it', async () => {
    const id = await create('Con tabla')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('combobox', { name: 'Servidor del que añadir' }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    const tabla = page.getByRole('list', { name: 'Objetos de Tienda de ejemplo' }).getByText('clientes')
    const [from, to] = [
      await centreOf(await reachNodo(page, nodo(page, 'Entrada'))),
      await centreOf(await reachNodo(page, nodo(page, 'Salida'))),
    ]
    await drag(page, await centreOf(tabla), { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    await nodo(page, 'clientes').waitFor()
    await stored(id, linesOf).toEqual(['Entrada>clientes', 'clientes>Salida'])
    await stored(id, ({ nodos }) => nodos.at(-1)).toMatchObject({
      tipoObjeto: 'tabla',
      objeto: { tabla: 'clientes' },
    })
    // One that is told its table later is called after it as well, while nobody has named it.
    await nodo(page, 'clientes').press('a')
    await page.getByRole('textbox', { name: '¿Qué sigue?' }).fill('Consultar filas de una tabla')
    await page
      .getByRole('option', { name: /^Consultar filas de una tabla/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await inspector(page).getByLabel('Tabla o vista', { exact: true }).click()
    await page.getByRole('option', { name: 'clientes' }).click()
    await nodo(page, 'clientes 2').waitFor()
  })

  test('a table that is only chosen is the first step of an empty drawing; a copy of it covers nothing', async () => {
    const id = await create('Con tabla elegida')
    const page = await openSignedIn(product, `/flujo/${id}`)
    // The only servidor that tells what it holds has not to be chosen first.
    await page.getByRole('list', { name: 'Objetos de Tienda de ejemplo' }).getByText('clientes').click()
    await nodo(page, 'clientes').waitFor()
    await stored(id, linesOf).toEqual(['Entrada>clientes', 'clientes>Salida'])

    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await stored(id, ({ nodos }) => nodos.length).toBe(4)
    const boxes = await Promise.all(
      (await page.locator('.react-flow__node').all()).map((each) => each.boundingBox()),
    )
    const [copy, ...others] = boxes.toReversed()
    for (const other of others) expect(isApart(copy, other)).toBe(true)
  })

  test('nodes are put in order and framed, a note is written, all of it moved, found, undone and kept', async () => {
    const id = await create('Ordenado')
    const page = await openSignedIn(product, `/flujo/${id}`)
    // Upon each other, as one who draws in a hurry leaves them.
    for (const tipo of ['Transformación', 'Condición']) {
      await nodo(page, 'Entrada').press('Enter')
      await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText(tipo).click()
    }
    await nodo(page, 'Condición').waitFor()
    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    await page.getByRole('button', { name: 'Ordenar' }).click()
    await stored(id, ({ nodos }) => new Set(nodos.map(({ posicion }) => posicion.x)).size).toBe(2)

    await chooseNodo(page, nodo(page, 'Transformación'))
    await (await reachNodo(page, nodo(page, 'Condición'))).click({ modifiers: ['Control'] })
    await page.keyboard.press('Control+g')
    await inspector(page).getByLabel('Nombre').fill('Preparación')
    await stored(id, ({ grupos }) => grupos?.[0]?.nombre).toBe('Preparación')
    const { flujo: before } = await storedOf(product, id)
    const at = await centreOf(page.getByText('Preparación', { exact: true }))
    await drag(page, at, { x: at.x + 30, y: at.y + 90 })
    await stored(id, ({ grupos }) => grupos?.[0]?.posicion.y).toBeGreaterThan(
      before.grupos?.[0]?.posicion.y ?? 0,
    )
    const { flujo: after } = await storedOf(product, id)
    const shift = (after.grupos?.[0]?.posicion.y ?? 0) - (before.grupos?.[0]?.posicion.y ?? 0)
    const yOf = ({ nodos }: Flujo, nombre: string) =>
      nodos.find((each) => each.nombre === nombre)?.posicion.y ?? Number.NaN
    // What it holds goes along, what it does not hold stays.
    expect(yOf(after, 'Condición') - yOf(before, 'Condición')).toBe(shift)
    expect(yOf(after, 'Salida')).toBe(yOf(before, 'Salida'))

    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    await page.keyboard.press('n')
    await inspector(page).getByLabel('Texto').fill('Revisar con ventas')
    await page.keyboard.press('Control+f')
    await page.getByLabel('Buscar en los nodos').fill('ventas')
    await page.keyboard.press('Enter')
    await stored(id, ({ notas }) => notas?.[0]?.texto).toBe('Revisar con ventas')
    expect(await inspector(page).getByLabel('Texto').inputValue()).toBe('Revisar con ventas')

    // Cut with its frame, and gone back to the very first drawing.
    await page.getByText('Preparación', { exact: true }).click()
    await page.keyboard.press('Control+x')
    await nodo(page, 'Condición').waitFor({ state: 'detached' })
    const undo = page.getByRole('button', { name: 'Deshacer' })
    while (await undo.isEnabled()) await undo.click()
    await stored(id, (flujo) => flujo).toEqual(newFlujo())
  })

  test('a node is moved and joined by the mouse', async () => {
    const id = await create('Movido')
    const page = await openSignedIn(product, `/flujo/${id}`)
    const entrada = nodo(page, 'Entrada')
    await chooseNodo(page, nodo(page, 'Entrada'))
    await inspector(page).getByRole('button', { name: 'Quitar la conexión con Salida' }).click()
    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    expect(await page.locator('[data-conexion]').count()).toBe(0)
    const from = await centreOf(entrada.locator('.react-flow__handle.source'))
    const to = await centreOf(nodo(page, 'Salida').locator('.react-flow__handle.target'))
    await drag(page, from, to)
    await page.locator('[data-conexion]').waitFor({ state: 'attached' })
    const [before] = (await storedOf(product, id)).flujo.nodos
    const at = await centreOf(entrada)
    await drag(page, at, { x: at.x + 40, y: at.y + 120 })
    await stored(id, ({ nodos }) => nodos[0]?.posicion.y).toBeGreaterThan((before?.posicion.y ?? 0) + 50)
    await stored(id, linesOf).toEqual(['Entrada>Salida'])

    // One that nothing joins is let go over a connection, and is put into it; that is one step.
    const added = page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Transformación')
    const free = await centreOf(nodo(page, 'Salida'))
    await drag(page, await centreOf(added), { x: free.x, y: free.y + 200 })
    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    await stored(id, linesOf).toEqual(['Entrada>Salida'])
    const [left, right] = [await centreOf(entrada), await centreOf(nodo(page, 'Salida'))]
    const between = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
    await drag(page, await centreOf(nodo(page, 'Transformación')), between)
    await stored(id, linesOf).toEqual(['Entrada>Transformación', 'Transformación>Salida'])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await stored(id, linesOf).toEqual(['Entrada>Salida'])
  })

  test('what a tab that died left behind is there again', async () => {
    const id = await create('Interrumpido')
    const page = await openSignedIn(product, `/flujo/${id}`, { tolerates: /503/ })
    await page.route('**/api/procesos/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await chooseNodo(page, nodo(page, 'Salida'))
    await inspector(page).getByLabel('Nombre').fill('Respuesta')
    // Nothing of it could be stored: the page is simply gone.
    await page.reload()
    await page.getByText('Se recuperaron sus cambios').waitFor()
    await page.unroute('**/api/procesos/*')
    await nodo(page, 'Respuesta').waitFor()
    await stored(id, ({ nodos }) => nodos[1]?.nombre).toBe('Respuesta')
  })

  test('is only looked at by who may only read', async () => {
    const id = await create('Leído')
    const page = await openSignedIn(product, `/procesos/${id}`, { credentials: LECTURA })
    await page.getByRole('link', { name: 'Ver en el lienzo' }).click()
    await chooseNodo(page, nodo(page, 'Salida'))
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

type Box = Awaited<ReturnType<Locator['boundingBox']>> | undefined

function isApart(one: Box, other: Box): boolean {
  if (!one || !other) throw new Error('it is not drawn')
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}
