import type { ServidorGuardado } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { idOf } from './publish-proceso.ts'

let product: Product
let tienda: ServidorGuardado

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  const { json } = await product.api('GET', '/servidores')
  tienda = (json as ServidorGuardado[]).find(
    ({ tipoServidor }) => tipoServidor === 'sqlite',
  ) as ServidorGuardado
})
afterAll(() => product.stop())

/** Reads a table by a filter that nobody has given a value; its answer has a field without one. */
const unfinished = () =>
  flujoOf(
    [
      { id: 'e', tipo: 'entrada', nombre: 'Entrada' },
      {
        id: 'q',
        tipo: 'proceso',
        nombre: 'Clientes',
        servidorId: tienda.id,
        tipoServidor: tienda.tipoServidor,
        tipoObjeto: 'tabla',
        objeto: {
          tabla: 'clientes',
          operacion: 'seleccionar',
          filtro: [{ columna: 'id', operador: '=' }],
        },
        parametros: [{ nombre: 'id' }],
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Salida',
        estadoHttp: 200,
        parametros: [{ nombre: 'a', valor: 1 }, { nombre: 'b' }],
      },
    ],
    'e>q',
    'q>s',
  )

async function open(nombre: string, flujo: unknown, tolerates?: RegExp) {
  const created = await product.api('POST', '/procesos', { nombre, flujo })
  expect(created.status).toBe(201)
  return openSignedIn(product, `/flujo/${idOf(created.json)}`, tolerates && { tolerates })
}

describeInBrowser('beside a drawing', () => {
  test('a key means the node that the keyboard stands on', async () => {
    const page = await open('A teclas', unfinished())
    await chooseNodo(page, nodo(page, 'Clientes'))
    await page.keyboard.press('Shift+Tab')
    const before = page.locator('.react-flow__node:focus')
    await before.waitFor()
    const id = await before.getAttribute('data-id')
    expect(id).not.toBe('q')
    await page.keyboard.press('Delete')
    await page
      .locator(`.react-flow__node[data-id="${id}"]`)
      .waitFor({ state: id === 'e' ? 'visible' : 'detached' })
    await nodo(page, 'Clientes').waitFor()
  })

  test('however far down a form one reads, its node and the way out are in sight', async () => {
    const page = await open('Largo', unfinished())
    await chooseNodo(page, nodo(page, 'Clientes'))
    await inspector(page).getByLabel('Nota').scrollIntoViewIfNeeded()
    const [form, close] = [
      await inspector(page).boundingBox(),
      await inspector(page).getByRole('button', { name: 'Cerrar el inspector' }).boundingBox(),
    ]
    expect(close?.y).toBeGreaterThanOrEqual(form?.y ?? Number.NaN)
  })

  test('what is found of a node is said in its form, and who goes to it stands at its value', async () => {
    const page = await open('Sin acabar', unfinished())
    await page.getByRole('button', { name: '2 problemas' }).click()
    const findings = page.getByRole('dialog')
    await findings.getByRole('button', { name: '«id»', exact: true }).click()
    await inspector(page).getByText('«id» no tiene valor').waitFor()
    await inspector(page).locator(':focus').and(page.getByLabel('Dato de id')).waitFor()

    await page.getByRole('button', { name: '2 problemas' }).click()
    await findings.getByRole('button', { name: '«b»', exact: true }).click()
    await inspector(page).locator(':focus').and(page.getByLabel('Dato de b')).waitFor()

    // Where it stands in the drawing no field says.
    await page.locator('[data-conexion]').last().press('Enter')
    await page.keyboard.press('Delete')
    await chooseNodo(page, nodo(page, 'Salida'))
    await inspector(page)
      .getByRole('group', { name: 'Problemas del nodo' })
      .getByText('No se llega')
      .waitFor()
  })

  test('what a servidor holds is asked again once it answers', async () => {
    const nombre = 'Sin archivo'
    const config = { ...tienda.config, archivo: 'no-esta.db' }
    const { json } = await product.api('POST', '/servidores', { nombre, tipoServidor: 'sqlite', config })
    const page = await open('Con quien no responde', unfinished(), /status of 502/)
    await page.getByRole('combobox', { name: 'Servidor del que añadir' }).fill(nombre)
    await page.getByRole('option', { name: nombre }).click()
    await page.getByText('no existe el archivo').waitFor()
    const { status } = await product.api('PUT', `/servidores/${idOf(json)}`, {
      ...(json as ServidorGuardado),
      config: tienda.config,
    })
    expect(status).toBe(200)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page
      .getByRole('list', { name: `Objetos de ${nombre}` })
      .getByText('clientes', { exact: true })
      .waitFor()
  })

  test('the wheel of a button turns in its middle, for who wants no movement too', async () => {
    const page = await open(
      'Con rueda',
      flujoOf(
        [
          { id: 'e', tipo: 'entrada', nombre: 'Entrada' },
          { id: 's', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
        ],
        'e>s',
      ),
      /ERR_FAILED/,
    )
    let answer = () => {}
    await page.route('**/ejecutar', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.abort()
    })
    await page.getByRole('button', { name: 'Probar' }).click()
    const run = page
      .getByRole('form', { name: 'Probar el proceso' })
      .getByRole('button', { name: 'Ejecutar' })
    await run.click()
    const wheel = run.locator('.mantine-Button-loader')
    await wheel.waitFor()
    const middle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : Number.NaN)
    expect(middle(await wheel.boundingBox())).toBeCloseTo(middle(await run.boundingBox()), -0.5)
    answer()
  })
})
