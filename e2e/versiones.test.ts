import type { Flujo, ProcesoGuardado, VersionResumen } from '@div/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn, openTab } from './browser.ts'
import { chooseNodo, inspector, nodo, reachNodo } from './canvas.ts'
import { createPostgresDatabase, type TestDatabase } from './databases.ts'
import { type Product, startStoryProduct, until } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored, storedOf } from './stored-flujo.ts'

let product: Product
let chinook: TestDatabase

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0' })
  chinook = await createPostgresDatabase(`div_e2e_chinook_${Date.now().toString(36)}`)
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

/** Entrada → Paso → Salida, which answers a text. */
function flujo(valor: string): Flujo {
  return {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
      {
        id: 'n2',
        tipo: 'transformacion',
        nombre: 'Paso',
        posicion: { x: 260, y: 0 },
        parametros: [{ nombre: 'dato', valor }],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Salida',
        estadoHttp: 200,
        posicion: { x: 520, y: 0 },
        parametros: [{ nombre: 'valor', valorAsignado: { nodo: 'n2', ruta: 'dato' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}

async function store(id: string, drawn: Flujo): Promise<void> {
  const { nombre, descripcion, categoriaId, modo, revision } = await storedOf(product, id)
  const body = { nombre, descripcion, categoriaId, modo, revision, flujo: drawn }
  expect((await product.api('PUT', `/procesos/${id}`, body)).status).toBe(200)
}
const storedNombres = (id: string) =>
  expectStored(product, id, ({ nodos }) => nodos.map(({ nombre }) => nombre))

const versiones = (page: Page) => page.getByRole('complementary', { name: 'Versiones' })
const dialog = (page: Page) => page.getByRole('dialog')

/** What a person does with the hands, counted. */
class Hands {
  count = 0
  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }
  async type(target: Locator, text: string): Promise<void> {
    this.count++
    await target.fill(text)
  }
  async press(target: Locator, key: string): Promise<void> {
    this.count++
    await target.press(key)
  }
}

describeInBrowser('from the canvas to the world', () => {
  test('from an empty process to a called channel in at most 20 interactions', async () => {
    const { json } = await product.api('POST', '/procesos', { nombre: 'Ver cliente' })
    const id = idOf(json)
    const page = await openSignedIn(product, `/flujo/${id}`)
    const hands = new Hands()
    await hands.click(nodo(page, 'Entrada'))
    await hands.click(inspector(page).getByRole('button', { name: 'Añadir dato' }))
    await hands.type(inspector(page).getByLabel('Nombre del dato'), 'id')
    await hands.click(inspector(page).getByRole('combobox', { name: 'Tipo de id' }))
    await hands.click(page.getByRole('option', { name: 'Entero' }))

    await hands.press(page.locator('[data-conexion]').first(), 'Enter')
    await hands.click(page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Proceso'))
    await hands.click(inspector(page).getByRole('combobox', { name: 'Servidor' }))
    await hands.click(page.getByRole('option', { name: 'Chinook' }))
    await hands.type(inspector(page).getByLabel('SQL'), 'select nombre, correo from cliente where id = :id')

    await hands.click(await reachNodo(page, nodo(page, 'Salida')))
    await hands.click(inspector(page).getByRole('button', { name: 'Añadir campo' }))
    await hands.type(inspector(page).getByLabel('Nombre del campo'), 'cliente')
    await hands.type(inspector(page).getByLabel('Dato de cliente'), 'n3.filas')
    await hands.click(page.getByRole('option').first())

    await hands.click(page.getByRole('button', { name: 'Canal o tarea' }))
    await hands.click(page.getByRole('menuitem', { name: 'Publicar como canal' }))
    await hands.click(dialog(page).getByRole('button', { name: 'Publicar' }))
    // Nobody who has no token gets an answer: one is made with the canal unless a person chose otherwise.
    await expect.poll(() => dialog(page).getByLabel('Token de acceso').inputValue()).not.toBe('')
    // No value is made up for what only the caller knows.
    await dialog(page)
      .getByText(/\/rest\/ver-cliente\/\{id\}$/)
      .waitFor()
    await hands.type(dialog(page).getByLabel('id'), '7')
    await hands.click(dialog(page).getByRole('button', { name: 'Probar' }))
    await dialog(page).getByText('HTTP 200').waitFor()
    expect(await dialog(page).getByRole('tree', { name: 'Respuesta del canal' }).textContent()).toContain(
      'cliente',
    )
    process.stdout.write(`interactions from an empty process to a called channel: ${hands.count}\n`)
    expect(hands.count).toBeLessThanOrEqual(20)

    const token = await dialog(page).getByLabel('Token de acceso').inputValue()
    const called = await product.motor('GET', '/rest/ver-cliente/7', undefined, { 'x-api-key': token })
    expect(called.json).toMatchObject({ cliente: [{ nombre: 'Astrid Gruber' }] })
  })

  test('publishing is refused with its reason, tells what changes and for whom, and is gone back from at the same address', async () => {
    const id = await createProceso(product, 'Con vuelta', flujo('uno'))
    const page = await openSignedIn(product, `/flujo/${id}`, { tolerates: /422/ })
    await page.getByRole('button', { name: 'Canal o tarea' }).click()
    await page.getByRole('menuitem', { name: 'Publicar como canal' }).click()
    await dialog(page).getByRole('combobox', { name: 'Quién puede llamar' }).click()
    await page.getByRole('option', { name: 'Cualquiera' }).click()
    await dialog(page).getByRole('button', { name: 'Publicar' }).click()
    await dialog(page).getByRole('link', { name: 'Abrir la dirección' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click()
    const answers = (valor: string) =>
      until(
        () => product.motor('GET', '/rest/con-vuelta/'),
        ({ json }) => (json as { valor?: string }).valor === valor,
      )
    await answers('uno')

    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('No hay cambios desde la versión 1').waitFor()
    await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click()

    const second = flujo('dos')
    const [, paso, salida] = second.nodos
    if (!paso || !salida) throw new Error('it has three nodes')
    await store(id, {
      ...second,
      nodos: second.nodos.map((each) => (each === salida ? { ...salida, estadoHttp: 201 } : each)),
    })
    await page.reload()
    await nodo(page, 'Paso').waitFor()
    await page.getByRole('button', { name: 'Publicar' }).click()
    await dialog(page).getByText('Ya no hay respuesta con el estado 200.').waitFor()
    await dialog(page).getByText('pasa a la nueva versión enseguida').waitFor()
    await dialog(page).getByRole('button', { name: 'Ver campo por campo' }).click()
    await dialog(page).getByText('«dato»', { exact: true }).waitFor()
    await dialog(page).getByLabel('Nota').fill('Responde 201')
    await dialog(page).getByRole('button', { name: 'Publicar', exact: true }).click()
    await page.getByText('Versión 2 publicada').waitFor()
    await answers('dos')

    // A mistake keeps it from being published, and leads to its node.
    await chooseNodo(page, nodo(page, 'Salida'))
    await inspector(page).getByRole('radio', { name: 'Fórmula' }).press('Space')
    await inspector(page).getByLabel('Fórmula de valor').fill('MAYUSCULAS(')
    await page.getByRole('button', { name: /^\d problema/ }).waitFor()
    await page.getByRole('button', { name: 'Publicar' }).click()
    await dialog(page).getByText('Todavía no se puede publicar').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Publicar', exact: true }).count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click()

    await page.getByRole('button', { name: 'Versiones' }).click()
    await versiones(page).getByRole('button', { name: 'Volver a publicar la versión 1' }).click()
    const told = page.getByRole('status').filter({ hasText: 'Publicada otra vez la versión 1' })
    // Under the mouse it stays as long as it is needed.
    await told.hover()
    await answers('uno')
    const listed = (await product.api('GET', `/procesos/${id}/versiones`)).json as VersionResumen[]
    expect(listed.map(({ version, nota }) => [version, nota])).toEqual([
      [3, 'Vuelve a la versión 1.'],
      [2, 'Responde 201'],
      [1, ''],
    ])

    // Undone by who sees what somebody else has published since: theirs stays.
    await product.api('POST', `/procesos/${id}/versiones/2/publicar`, {})
    await told.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByText('Después se publicó la versión 4').waitFor()

    await versiones(page).getByRole('button', { name: 'Volver a publicar la versión 3' }).click()
    const again = page.getByRole('status').filter({ hasText: 'Publicada otra vez la versión 3' })
    await again.hover()
    await answers('uno')
    await again.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByText('Publicada otra vez la versión 4').waitFor()
    await answers('dos')
  })

  test('what fails its test cases is published nowhere in passing, and by nobody before they have answered', async () => {
    const id = await createProceso(product, 'Con casos', flujo('uno'))
    const esperado = { estado: 'ok', estadoHttp: 200, comparar: 'completa', salida: { valor: 'otro' } }
    await product.api('POST', `/procesos/${id}/casos-prueba`, { nombre: 'Da otro', entrada: {}, esperado })
    const page = await openSignedIn(product, `/flujo/${id}`)
    const { promise: held, resolve: answer } = Promise.withResolvers<null>()
    let runs = 0
    await page.route('**/casos-prueba/ejecutar', async (route) => {
      runs++
      await held
      await route.continue()
    })
    const focused = dialog(page).locator('button:focus')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await dialog(page).getByText('Ejecutando los casos guardados').waitFor()
    const publish = dialog(page).getByRole('button', { name: 'Publicar', exact: true })
    expect(await publish.isDisabled()).toBe(true)
    await focused.getByText('Cancelar').waitFor()
    answer(null)
    await focused.getByText('Publicar de todos modos').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()

    for (const name of ['Publicar como canal', 'Programar']) {
      await page.getByRole('button', { name: 'Canal o tarea' }).click()
      await page.getByRole('menuitem', { name }).click()
      await dialog(page).getByText('Un caso de prueba falla').waitFor()
      await dialog(page).getByText('Da otro').waitFor()
      expect(
        await dialog(page)
          .getByRole('button', { name: /^(Publicar|Programar)$/ })
          .isDisabled(),
      ).toBe(true)
      await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    }

    // They ran each time that something was to be published, and not again because it was.
    await page.getByRole('button', { name: 'Publicar' }).click()
    await dialog(page).getByRole('button', { name: 'Publicar de todos modos' }).click()
    await page.getByText('Versión 1 publicada').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect(runs).toBe(4)
  })

  test('an earlier draft is named, looked at, compared on the canvas, and comes back; undoing takes it back again', async () => {
    const id = await createProceso(product, 'Con puntos', flujo('uno'))
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Versiones' }).click()
    await versiones(page).getByLabel('Nombre del punto de restauración').fill('Antes')
    await versiones(page).getByRole('button', { name: 'Guardar' }).click()
    await versiones(page).getByText('Antes', { exact: true }).waitFor()
    await chooseNodo(page, nodo(page, 'Paso'))
    await inspector(page).getByLabel('Nombre', { exact: true }).fill('Otro paso')
    await page.keyboard.press('Escape')
    await chooseNodo(page, nodo(page, 'Salida'))
    await page.keyboard.press('Delete')
    await nodo(page, 'Salida').waitFor({ state: 'detached' })

    await versiones(page).getByRole('button', { name: 'Acciones de «Antes»' }).click()
    await page.getByRole('menuitem', { name: 'Comparar con el borrador' }).click()
    const stage = page.getByRole('region', { name: 'Versión que se mira' })
    await stage.locator('.cambio-cambiado').waitFor()
    expect(await stage.locator('.cambio-quitado.react-flow__node').textContent()).toContain('Salida')
    await stage
      .getByRole('complementary', { name: 'Campo por campo' })
      .getByText('nombre', { exact: true })
      .first()
      .waitFor()
    await stage.getByRole('button', { name: 'Volver al borrador' }).click()
    await versiones(page).getByRole('button', { name: 'Ver «Antes»' }).click()
    await stage.getByText('Paso', { exact: true }).waitFor()
    await stage.getByRole('button', { name: 'Restaurar como borrador' }).click()
    await page.getByText('Borrador restaurado').waitFor()
    await stage.waitFor({ state: 'detached' })
    await storedNombres(id).toEqual(['Entrada', 'Paso', 'Salida'])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await storedNombres(id).toEqual(['Entrada', 'Otro paso'])
  })
})

describeInBrowser('two people and one process', () => {
  test('see each other; what they do elsewhere becomes one drawing; what both change is chosen', async () => {
    const ana = await addPerson(product, 'operador')
    const id = await createProceso(product, 'Compartido', flujo('uno'))
    const mine = await openSignedIn(product, `/flujo/${id}`, { tolerates: /409/ })
    const theirs = await openSignedIn(product, `/flujo/${id}`, { credentials: ana, tolerates: /409/ })
    await theirs.getByRole('group', { name: /También aquí: admin edita/ }).waitFor()

    const rename = async (page: Page, from: string, to: string) => {
      await chooseNodo(page, nodo(page, from))
      await inspector(page).getByLabel('Nombre', { exact: true }).fill(to)
    }
    await rename(theirs, 'Salida', 'De Ana')
    await storedNombres(id).toContain('De Ana')
    await rename(mine, 'Entrada', 'Mía')
    await nodo(mine, 'De Ana').waitFor()
    await storedNombres(id).toEqual(['Mía', 'Paso', 'De Ana'])
    // What is undone is one's own.
    await mine.getByRole('button', { name: 'Deshacer' }).click()
    await storedNombres(id).toEqual(['Entrada', 'Paso', 'De Ana'])
    await mine.getByRole('button', { name: 'Rehacer' }).click()
    await storedNombres(id).toEqual(['Mía', 'Paso', 'De Ana'])

    await theirs.reload()
    // What Ana does next is met where it is stored.
    await mine.route('**/presencia', (route) =>
      route.fulfill({
        json: {
          revision: 0,
          actualizadoEn: new Date(),
          actualizadoPor: null,
          versionPublicada: null,
          presentes: [],
        },
      }),
    )
    await rename(theirs, 'Paso', 'Paso de Ana')
    await storedNombres(id).toContain('Paso de Ana')
    await rename(mine, 'Paso', 'Paso mío')
    const conflict = mine.getByRole('region', { name: 'Conflicto en Paso mío' })
    await conflict.waitFor()
    await conflict.getByText(`Lo de ${ana.username}`).click()
    await storedNombres(id).toEqual(['Mía', 'Paso de Ana', 'De Ana'])
    await mine.getByRole('button', { name: 'Unir y guardar' }).click()
    await nodo(mine, 'Paso de Ana').waitFor()
    await conflict.waitFor({ state: 'detached' })
    await mine.getByRole('button', { name: 'Deshacer' }).click()
    await storedNombres(id).toEqual(['Mía', 'Paso mío', 'De Ana'])
  }, 120_000)

  test('a tab that is killed while somebody draws has lost nothing', async () => {
    const id = await createProceso(product, 'Muerto', flujo('uno'))
    const page = await openSignedIn(product, `/flujo/${id}`, { tolerates: /503|Failed to load/ })
    // Nothing reaches the server any more.
    await page.route(`**/api/procesos/${id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await chooseNodo(page, nodo(page, 'Paso'))
    await inspector(page).getByLabel('Nombre', { exact: true }).fill('Dibujado')
    await page.getByText(/^Borrador · sin guardar/).waitFor()
    await inspector(page).getByLabel('Nombre', { exact: true }).fill('Dibujado a medias')
    const next = await openTab(page)
    const crashed = page.waitForEvent('crash')
    const session = await page.context().newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
    await storedNombres(id).toContain('Paso')
    await next.goto(`/flujo/${id}`)
    await next.getByText('Se recuperaron sus cambios').waitFor()
    await nodo(next, 'Dibujado a medias').waitFor()
    await storedNombres(id).toContain('Dibujado a medias')
  })

  test('what two closed tabs made of the same place is not joined in silence: a person takes what they want', async () => {
    const id = await createProceso(product, 'Dos pestañas', flujo('uno'))
    const { flujo: base, revision } = (await product.api('GET', `/procesos/${id}`)).json as ProcesoGuardado
    const { json } = await product.api('GET', '/usuarios')
    const { id: usuarioId } = (json as { id: string; username: string }[]).find(
      ({ username }) => username === 'admin',
    ) ?? { id: '' }
    const page = await openSignedIn(product, '/procesos')
    const leave = (pestana: string, nombre: string, momento: number) => {
      const nodos = base.nodos.map((each) => (each.nombre === 'Paso' ? { ...each, nombre } : each))
      const entry = JSON.stringify({ revision, momento, flujo: { ...base, nodos }, base })
      const key = `flujo:${usuarioId}:${id}:${pestana}`
      return page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, entry])
    }
    await leave('a', 'El de antes', 1)
    await leave('b', 'El último', 2)
    await page.goto(`/flujo/${id}`)
    await nodo(page, 'El último').waitFor()
    await page.getByText('Otra pestaña que se cerró dejó otros cambios').waitFor()
    await storedNombres(id).toContain('El último')
    await page.getByRole('button', { name: 'Usar aquellos' }).click()
    await nodo(page, 'El de antes').waitFor()
    await storedNombres(id).toContain('El de antes')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await storedNombres(id).toContain('El último')
  })

  test('a process that another one calls opens in place, and the way back finds the other as it was', async () => {
    const child = await createProceso(product, 'Hijo', flujo('hijo'))
    const interno = await product.api('POST', '/servidores', {
      nombre: 'Interno',
      tipoServidor: 'interno',
      config: {},
    })
    const drawn = flujo('padre')
    const parent = await product.api('POST', '/procesos', {
      nombre: 'Padre',
      flujo: {
        ...drawn,
        nodos: drawn.nodos.map((each) =>
          each.id === 'n2'
            ? {
                ...each,
                tipo: 'proceso',
                nombre: 'Llamar',
                servidorId: idOf(interno.json),
                tipoServidor: 'interno',
                tipoObjeto: 'proceso',
                objeto: { procesoId: child },
              }
            : each,
        ),
      },
    })
    const page = await openSignedIn(product, `/flujo/${idOf(parent.json)}`)
    await chooseNodo(page, nodo(page, 'Salida'))
    await inspector(page).getByLabel('Nombre', { exact: true }).fill('Respuesta')
    await chooseNodo(page, nodo(page, 'Llamar'))
    await page.getByRole('link', { name: 'Abrir el proceso que llama' }).click()
    await page.getByRole('heading', { name: 'Hijo' }).waitFor()
    await page.getByRole('button', { name: 'Versiones' }).click()
    await versiones(page).getByRole('link', { name: 'Padre' }).waitFor()
    await page.getByRole('navigation', { name: 'Dónde se está' }).getByRole('link', { name: 'Padre' }).click()
    await page.getByRole('heading', { name: 'Padre' }).waitFor()
    await nodo(page, 'Respuesta').waitFor()
    expect(await inspector(page).getByLabel('Nombre', { exact: true }).inputValue()).toBe('Llamar')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await nodo(page, 'Salida').waitFor()
  })
})
