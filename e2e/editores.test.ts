import type { Flujo, ProcesoGuardado } from '@div/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { type Product, startStoryProduct } from './product.ts'
import { expectStored } from './stored-flujo.ts'

let product: Product
let servidorId: string

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  const { json } = await product.api('GET', '/servidores')
  servidorId =
    (json as { id: string; nombre: string }[]).find(({ nombre }) => nombre === 'Tienda de ejemplo')?.id ?? ''
  await product.api('POST', '/parametros', { nombre: 'saludo', tipo: 'texto', valor: 'Hola' })
})
afterAll(() => product.stop())

/** An entrada with an example, a query, an answer. */
async function create(nombre: string): Promise<string> {
  const posicion = (x: number) => ({ x, y: 0 })
  const flujo: Flujo = {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: posicion(0),
        parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 2 }],
      },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Buscar cliente',
        posicion: posicion(260),
        servidorId,
        tipoServidor: 'sqlite',
        tipoObjeto: 'consulta',
        objeto: { sql: '' },
        parametros: [],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion: posicion(520),
        estadoHttp: 200,
        parametros: [{ nombre: 'saludo', expresion: '' }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
  const { json } = await product.api('POST', '/procesos', { nombre, flujo })
  return (json as ProcesoGuardado).id
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('listbox', { name: 'Sugerencias' }).getByRole('option', { name }).first().click()
}

describeInBrowser('what is written on the canvas', () => {
  test('a query is completed from the live catalogue, tried with a value for its parameter, and leaves nothing behind', async () => {
    const id = await create('Consulta')
    const page = await openSignedIn(product, `/flujo/${id}`, { tolerates: /status of (409|502)/ })
    await chooseNodo(page, nodo(page, 'Buscar cliente'))
    const editor = page.getByRole('textbox', { name: 'SQL' })
    await editor.and(page.locator('.cm-content')).click()
    await page.keyboard.type('select nombre, ciudad from clien')
    await choose(page, /^clientes/)
    await page.keyboard.type(' c where c.')
    await choose(page, /^id/)
    await page.keyboard.type(' = :id')
    await page.keyboard.press('Escape')
    // The entrada declares it, with an example: nobody is asked.
    await page.keyboard.press('Control+Enter')
    const filas = page.getByRole('table', { name: 'Resultado de la consulta' })
    await filas.getByRole('columnheader', { name: 'ciudad' }).waitFor()
    expect(await filas.getByRole('row').count()).toBe(2)
    await page.getByText(/^1 fila · \d+ ms$/).waitFor()

    await editor.fill('select nada from clientes')
    await page.getByRole('button', { name: 'Ejecutar consulta' }).click()
    await page.getByText(/nada/).last().waitFor()
    await page.getByRole('alert').filter({ hasText: 'La consulta falla' }).waitFor()

    await editor.fill("update clientes set ciudad = 'Ninguna'")
    await page.getByRole('button', { name: 'Ejecutar consulta' }).click()
    await page.getByRole('button', { name: 'Probar y deshacer' }).click()
    await page.getByText(/filas afectadas, y deshechas/).waitFor()
    const left = await product.api('POST', `/servidores/${servidorId}/consultar`, {
      sql: "select count(*) as cambiados from clientes where ciudad = 'Ninguna'",
    })
    expect(left.json).toMatchObject({ filas: [{ cambiados: 0 }] })
  })

  test('a formula shows names and its result, says what is wrong, is one step of the drawing and lets the keyboard go', async () => {
    const id = await create('Fórmula')
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Respuesta'))
    const editor = page.getByRole('textbox', { name: 'Fórmula de saludo' }).and(page.locator('.cm-content'))
    await editor.click()
    await page.keyboard.type('PARAMETRO("sal')
    await choose(page, /^saludo/)
    await page.keyboard.press('End')
    await page.keyboard.type(' & REPET')
    await choose(page, /^REPETIR/)
    // It came with its parentheses: who types the first of them all the same gets no second one.
    await page.keyboard.type('("!"; id')
    // The argument that is being typed is marked.
    expect(await page.locator('.cm-signatureCall strong').textContent()).toBe('veces')
    await choose(page, /^Entrada\.id/)
    await page.getByText('Hola!!').waitFor()
    // The text keeps the id, the eye sees the name.
    expect(await editor.textContent()).toContain('Entrada')
    await expectStored(product, id, ({ nodos }) => nodos[2]?.parametros[0]?.expresion).toBe(
      'PARAMETRO("saludo") & REPETIR("!"; n1.id)',
    )

    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.locator('.cm-focused').waitFor({ state: 'detached' })

    // Renaming the node renames it in the formula too, and breaks nothing.
    await nodo(page, 'Entrada').press('Enter')
    await inspector(page).getByLabel('Nombre', { exact: true }).fill('Pedido')
    await nodo(page, 'Respuesta').press('Enter')
    await editor.getByText('Pedido').waitFor()
    await page.getByText('Hola!!').waitFor()

    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' & MAYUS(1)')
    await page.getByText(/^No existe la función «MAYUS»\. \(posición \d+\)$/).waitFor()
    await page.locator('.cm-wrong').getByText('MAYUS').waitFor()
    // Left, the visit is one step of the drawing.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByText('Hola!!').waitFor()
    expect(await editor.textContent()).not.toContain('MAYUS')
  })
})
