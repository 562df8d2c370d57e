import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn, openTab } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

interface Page100 {
  total: number
  filas: Record<string, unknown>[]
}

const PAISES = [
  { nombre: 'iso', requerido: true, unico: true },
  { nombre: 'habitantes', tipo: 'entero' },
  { nombre: 'alta', tipo: 'fecha' },
]

async function createTabla(nombre: string, columnas: object[], filas: object[] = []): Promise<string> {
  const { id } = (await product.api('POST', '/tablas', { nombre, columnas })).json as { id: string }
  // As many at once as one call may carry.
  for (let start = 0; start < filas.length; start += 20_000) {
    await product.api('POST', `/tablas/${id}/filas/lote`, { filas: filas.slice(start, start + 20_000) })
  }
  return id
}

const readFilas = async (id: string, query = '') =>
  (await product.api('GET', `/tablas/${id}/filas?${query}`)).json as Page100

/** A cell by its place, counted as the grid counts. */
const cellAt = (page: Page, row: number, column: number) =>
  page.locator(`[role=gridcell][data-row="${row - 1}"][data-column="${column - 1}"]`)

const saved = (page: Page) => page.getByText('Guardado', { exact: true })
/** What is stored, in the end: what the page says of that is still what it said of the step before. */
const stored = (id: string, query?: string) => expect.poll(async () => (await readFilas(id, query)).filas)

describeInBrowser('tablas', () => {
  test('a table is made, pasted CSV is looked at with its errors, and what is right is imported', async () => {
    const page = await openSignedIn(product, '/tablas')
    await page.getByRole('link', { name: 'Crear tabla' }).first().click()
    await page.getByLabel('Nombre').first().fill('monedas')
    await page.getByLabel('Nombre').nth(1).fill('codigo')
    await page.getByLabel('Único').check()
    await page.getByRole('button', { name: 'Añadir columna' }).click()
    await page.getByLabel('Nombre').nth(2).fill('decimales')
    await page.getByLabel('Tipo').nth(1).click()
    await page.getByRole('option', { name: 'Entero' }).click()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('heading', { name: 'monedas' }).waitFor()

    await page.getByRole('link', { name: 'Importar' }).click()
    await page
      .getByLabel('O pegue aquí el contenido')
      .fill('codigo,decimales\nEUR,2\nJPY,cero\nEUR,3\nUSD,2\n')
    await page.getByRole('button', { name: 'Revisar lo pegado' }).click()
    await page.getByText('2 filas sin errores y 2 errores').waitFor()
    const errores = page.getByRole('region', { name: 'Errores' })
    expect(await errores.getByRole('row').allTextContents()).toEqual([
      'FilaColumnaQué pasa',
      '3decimalesSe esperaba un número entero.',
      '4codigoEste valor no se puede repetir y ya está en otra fila.',
    ])
    await page.getByRole('button', { name: 'Importar 2 filas' }).click()
    await page.getByText('2 filas', { exact: true }).first().waitFor()
    expect(await cellAt(page, 2, 1).textContent()).toBe('USD')
  })

  test('what is imported is what was looked at, whatever answer comes late', async () => {
    const id = await createTabla('unidades', [{ nombre: 'codigo' }], [{ codigo: 'A' }])
    const page = await openSignedIn(product, `/tablas/${id}/importar`)
    const late = Promise.withResolvers<void>()
    await page.route('**/importar?modo=reemplazar&revisar=1*', async (route) => {
      await late.promise
      await route.fallback()
    })
    await page.getByLabel('O pegue aquí el contenido').fill('codigo\nB\n')
    await page.getByText('Reemplazar todas').click()
    await page.getByRole('button', { name: 'Revisar lo pegado' }).click()
    await page.getByText('Agregar a las que hay').click()
    await page.getByText('Se agregan después de las que hay.').waitFor()
    const heard = page.waitForResponse(/modo=reemplazar/)
    late.resolve()
    await heard
    await page.getByText('Se agregan después de las que hay.').waitFor()
    await page.getByRole('button', { name: 'Importar 1 fila' }).click()
    await page.getByText('2 filas', { exact: true }).first().waitFor()
    expect((await readFilas(id)).filas.map(({ codigo }) => codigo)).toEqual(['A', 'B'])
  })

  test('rows are written, pasted, undone and removed by keyboard alone', async () => {
    const id = await createTabla('paises', PAISES)
    const page = await openSignedIn(product, `/tablas/${id}`, CLIPBOARD)
    await cellAt(page, 1, 1).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.type('ES')
    await page.keyboard.press('Tab')
    await page.keyboard.type('49.000.000')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2/1/2026')
    await page.keyboard.press('Enter')
    await stored(id).toMatchObject([{ iso: 'ES', habitantes: 49_000_000, alta: '2026-01-02' }])

    await page.keyboard.press('Home')
    await paste(page, 'PT\t10\t\nFR\t68\t03/04/2026\n')
    await page.getByText('3 filas').waitFor()
    await stored(id).toMatchObject([
      { iso: 'ES' },
      { iso: 'PT', habitantes: 10 },
      { iso: 'FR', alta: '2026-04-03' },
    ])

    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+End')
    expect(await copy(page)).toBe('ES\t49000000\t02/01/2026\nPT\t10\t\n')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await stored(id).toMatchObject([{ habitantes: null }, {}, {}])
    await page.keyboard.press('ControlOrMeta+z')
    await stored(id).toMatchObject([{ habitantes: 49_000_000 }, {}, {}])

    await page.keyboard.press('ControlOrMeta+Delete')
    await page.getByText('2 filas').first().waitFor()
    await stored(id).toMatchObject([{ iso: 'PT' }, { iso: 'FR' }])
    await saved(page).waitFor()
  })

  test('what is wrong is told at its cell and stored once it is mended', async () => {
    const id = await createTabla('provincias', PAISES, [{ iso: 'A', habitantes: 1 }, { iso: 'B' }])
    const page = await openSignedIn(product, `/tablas/${id}`)
    await cellAt(page, 2, 2).dblclick()
    await page.keyboard.type('muchos')
    await page.keyboard.press('Enter')
    await page.getByText('1 fila sin guardar').waitFor()
    await cellAt(page, 2, 2).click()
    expect(await cellAt(page, 2, 2).getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('alert').filter({ hasText: 'Se esperaba un número entero.' }).waitFor()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await stored(id).toMatchObject([{ iso: 'A' }, { iso: 'B', habitantes: 7 }])
  })

  test('two people change the same row: other cells stand together, of the same cell one is chosen', async () => {
    const id = await createTabla('tarifas', PAISES, [{ iso: 'A', habitantes: 1 }])
    const mine = await openSignedIn(product, `/tablas/${id}`)
    await cellAt(mine, 1, 1).waitFor()
    const theirs = await openTab(mine)
    await theirs.goto(`/tablas/${id}`)
    const write = async (page: Page, column: number, text: string) => {
      await cellAt(page, 1, column).click()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await write(theirs, 2, '50')
    await stored(id).toMatchObject([{ habitantes: 50 }])
    await write(mine, 3, '1/1/2026')
    await stored(id).toMatchObject([{ habitantes: 50, alta: '2026-01-01' }])

    await write(theirs, 2, '60')
    await stored(id).toMatchObject([{ habitantes: 60 }])
    await write(mine, 2, '70')
    await mine.getByText('Otra persona cambió una fila que usted también cambió').waitFor()
    await mine.getByRole('button', { name: 'Dejar mi versión' }).click()
    await stored(id).toMatchObject([{ habitantes: 70 }])
  })

  test('a new row whose answer was lost is stored once', async () => {
    const id = await createTabla('perdidas', [{ nombre: 'codigo' }])
    const page = await openSignedIn(product, `/tablas/${id}`, { tolerates: /ERR_FAILED/ })
    let isLost = false
    await page.route('**/filas/cambios', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    await cellAt(page, 1, 1).click()
    await page.keyboard.type('uno')
    await page.keyboard.press('Enter')
    await page.getByRole('grid').press('ArrowDown')
    await expect.poll(() => isLost).toBe(true)
    await saved(page).waitFor()
    await stored(id).toMatchObject([{ codigo: 'uno' }])
  })

  test('what is typed and pasted in the filter of a column touches no cell', async () => {
    const id = await createTabla('filtradas', PAISES, [{ iso: 'ES' }, { iso: 'PT' }])
    const page = await openSignedIn(product, `/tablas/${id}`, CLIPBOARD)
    await cellAt(page, 1, 1).click()
    await page.getByRole('button', { name: 'Filtrar por iso' }).press('Enter')
    const valor = page.getByLabel('Valor', { exact: true })
    await valor.focus()
    await page.keyboard.type('X')
    await page.keyboard.press('Backspace')
    await paste(page, 'PT')
    expect(await valor.inputValue()).toBe('PT')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+x')
    await paste(page, 'PT')
    await page.keyboard.press('Enter')
    await page.getByText('1 fila', { exact: true }).waitFor()
    expect((await readFilas(id)).filas.map(({ iso }) => iso)).toEqual(['ES', 'PT'])
  })

  test.each([
    ['vivas', 'other columns', (route: Route) => route.fallback()],
    ['ilegibles', 'a failure', (route: Route) => route.fulfill({ status: 500, json: {} })],
  ])(
    'what is being written in %s stays when reading the table again ends with %s',
    async (nombre, _, end) => {
      const id = await createTabla(nombre, PAISES, [{ iso: 'A' }])
      const page = await openSignedIn(product, `/tablas/${id}`, { tolerates: /status of 500|ERR_FAILED/ })
      await cellAt(page, 1, 1).waitFor()
      await page.getByRole('link', { name: 'Tablas' }).first().click()
      const columnas = [
        ...PAISES.map((columna) => ({ ...columna, antes: columna.nombre })),
        { nombre: 'nota' },
      ]
      await product.api('PUT', `/tablas/${id}`, { revision: 1, nombre, columnas })
      // What was read is old enough to be read again.
      await page.clock.setFixedTime(Date.now() + 60_000)
      const late = Promise.withResolvers<void>()
      await page.route(`**/api/tablas/${id}`, async (route) => {
        await late.promise
        await end(route)
      })
      await page.route('**/filas/cambios', (route) => route.abort())
      await page.getByRole('link', { name: nombre }).click()
      await cellAt(page, 1, 2).click()
      await page.keyboard.type('5')
      await page.keyboard.press('Enter')
      await page.getByText('No se pudo guardar').waitFor()
      const read = page.waitForResponse(`**/api/tablas/${id}`)
      late.resolve()
      if ((await read).ok()) await page.getByRole('columnheader', { name: /nota/ }).waitFor()
      await page.unroute('**/filas/cambios')
      await saved(page).waitFor()
      await stored(id).toMatchObject([{ iso: 'A', habitantes: 5 }])
    },
  )

  test('a column that gets another name keeps its values', async () => {
    const id = await createTabla('bancos', PAISES, [{ iso: 'X' }])
    const page = await openSignedIn(product, `/tablas/config/${id}`)
    await page.getByLabel('Nombre').nth(1).fill('codigo')
    await page.getByText('Antes «iso»: conserva sus valores.').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('columnheader', { name: /codigo/ }).waitFor()
    expect(await cellAt(page, 1, 1).textContent()).toBe('X')
  })

  test('what is typed while the columns are being stored does not go with the way to the rows', async () => {
    const id = await createTabla('al_guardar', [{ nombre: 'codigo' }])
    const page = await openSignedIn(product, `/tablas/config/${id}`)
    const { promise: typed, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(`**/api/tablas/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await typed
      await route.continue()
    })
    await page.getByLabel('Nombre').first().fill('guardada')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByLabel('Descripción', { exact: true }).last().fill('Mientras tanto')
    letGo()
    await page
      .getByRole('dialog', { name: 'Hay cambios sin guardar' })
      .getByRole('button', { name: 'Cancelar' })
      .click()
    expect(await page.getByLabel('Descripción', { exact: true }).last().inputValue()).toBe('Mientras tanto')
  })

  test('a hundred thousand rows are scrolled, found and changed without waiting', async () => {
    const filas = Array.from({ length: 100_000 }, (_, index) => ({ codigo: `M${index}`, importe: index }))
    const columnas = [{ nombre: 'codigo' }, { nombre: 'importe', tipo: 'decimal' }]
    const id = await createTabla('movimientos', columnas, filas)
    const page = await openSignedIn(product, `/tablas/${id}`)
    await page.getByText('100.000 filas').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('gridcell', { name: 'M99999', exact: true }).waitFor()
    // Of all those rows only what fits on the screen is in the page.
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.keyboard.type('0,5')
    await page.keyboard.press('Enter')
    await stored(id, 'filtro.codigo=M99999').toMatchObject([{ importe: 0.5 }])

    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight / 2))
    await page
      .getByRole('gridcell', { name: /^M4999\d$/ })
      .first()
      .waitFor()
    await page.getByLabel('Buscar en la lista').fill('M1234')
    await page.getByText('11 filas').waitFor()
    await page.getByRole('button', { name: 'Filtrar por importe' }).click()
    await page.getByLabel('Valor', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Filtrar', exact: true }).click()
    await page.getByText('1 fila', { exact: true }).waitFor()
    expect(page.url()).toContain('filtro.importe=12345')
  })

  test('lectura copies and writes nothing', async () => {
    const id = await createTabla('divisas', PAISES, [{ iso: 'EUR' }])
    const credentials = { username: 'ana', password: 'contrasena-1' }
    await product.api('POST', '/usuarios', {
      ...credentials,
      email: 'ana@ejemplo.es',
      role: 'lectura',
      activo: true,
    })
    const page = await openSignedIn(product, `/tablas/${id}`, { credentials })
    await cellAt(page, 1, 1).click()
    await page.keyboard.type('x')
    await page.keyboard.press('Delete')
    expect(await page.getByRole('textbox', { name: 'iso' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /Eliminar/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Importar' }).count()).toBe(0)
    await page.goto('/tablas')
    await page.getByRole('link', { name: 'divisas' }).waitFor()
    expect(await page.getByRole('link', { name: 'Crear tabla' }).count()).toBe(0)
    expect(await page.getByLabel('Seleccionar la fila').count()).toBe(0)
  })
})

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+v')
}

async function copy(page: Page): Promise<unknown> {
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate('navigator.clipboard.readText()')
}
