import type { Nodo } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo, saved } from './canvas.ts'
import { createPostgresDatabase, type TestDatabase } from './databases.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

let product: Product
let database: TestDatabase
let servidorId: string

beforeAll(async () => {
  product = await startStoryProduct()
  database = await createPostgresDatabase(`div_mapeo_${Date.now().toString(36)}`)
  const { json } = await product.api('POST', '/servidores', {
    nombre: 'Tienda',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: database.config,
  })
  servidorId = idOf(json)
})
afterAll(async () => {
  await product.stop()
  await database.drop()
})

const storedNodo = (proceso: string, id: string, part: (nodo: Nodo | undefined) => unknown) =>
  expectStored(product, proceso, ({ nodos }) => part(nodos.find((nodo) => nodo.id === id)))

describeInBrowser('what a node is told', () => {
  test('is mapped from a tree: by the keys, by a drag, by name, converted; undone in one step', async () => {
    const id = await createProceso(product, 'Mapeo', {
      version: 1,
      nodos: [
        {
          id: 'n1',
          tipo: 'entrada',
          nombre: 'Entrada',
          posicion: { x: 0, y: 0 },
          parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 7 }],
        },
        {
          id: 'n2',
          tipo: 'proceso',
          nombre: 'Cliente',
          posicion: { x: 320, y: 0 },
          servidorId,
          tipoServidor: 'postgresql',
          tipoObjeto: 'tabla',
          objeto: { tabla: 'cliente', operacion: 'seleccionar' },
          parametros: [],
        },
        {
          id: 'n3',
          tipo: 'salida',
          nombre: 'Respuesta',
          posicion: { x: 640, y: 0 },
          parametros: [
            { nombre: 'Nombre', tipo: 'texto' },
            { nombre: 'id', tipo: 'texto' },
            { nombre: 'correo', tipo: 'texto' },
          ],
        },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n2' },
        { id: 'c2', origen: 'n2', destino: 'n3' },
      ],
    })
    const page = await openSignedIn(product, `/flujo/${id}`)

    // A condition of the table takes what the entrada declares by the name of the column.
    await chooseNodo(page, nodo(page, 'Cliente'))
    await inspector(page).getByRole('button', { name: 'Añadir condición' }).click()
    await inspector(page).getByRole('button', { name: 'Entrada › id: cambiar el dato de id' }).waitFor()

    // The node is opened by a double click, whatever the first one has put below the pointer; its data stands beside its form, with types
    // before anything ran.
    await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
    await chooseNodo(page, nodo(page, 'Respuesta'))
    await inspector(page).waitFor()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    const tree = inspector(page).getByRole('tree', { name: 'Datos disponibles' })
    await tree.getByRole('treeitem', { name: 'correo' }).waitFor()
    await page.getByRole('button', { name: 'Probar' }).click()
    const panel = page.getByRole('region', { name: 'Prueba' })
    await panel.getByRole('button', { name: 'Ejecutar' }).click()
    await panel.getByText('Correcta').waitFor()
    await page.getByRole('button', { name: 'Cerrar la prueba' }).click()
    await tree.getByText('astrid@example.org').waitFor()

    // By the keys: the row that was used last takes it, with its value below.
    await inspector(page).getByLabel('Dato de correo', { exact: true }).focus()
    await page.keyboard.press('Escape')
    await tree.getByRole('treeitem', { name: 'correo' }).focus()
    await page.keyboard.press('Enter')
    await inspector(page)
      .getByRole('button', { name: 'Cliente › correo: cambiar el dato de correo' })
      .waitFor()
    await inspector(page).getByText('= astrid@example.org').waitFor()

    // By name, looked through first; what is of another type is converted.
    await inspector(page).getByRole('button', { name: 'Asignar por nombre' }).click()
    const review = inspector(page).getByRole('region', { name: 'Asignación por nombre' })
    await review.getByText('se convertirá').waitFor()
    await review.getByRole('button', { name: 'Asignar 2' }).click()
    await inspector(page).getByText('= Astrid Gruber').waitFor()
    await storedNodo(id, 'n3', (nodo) =>
      nodo?.parametros.map((each) => each.expresion ?? each.valorAsignado),
    ).toEqual([
      { nodo: 'n2', ruta: 'filas[0].nombre' },
      'TEXTO(n1.id)',
      { nodo: 'n2', ruta: 'filas[0].correo' },
    ])
    await inspector(page).getByText('como texto').waitFor()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await inspector(page).getByLabel('Dato de Nombre', { exact: true }).waitFor()
    await inspector(page).getByLabel('Dato de id', { exact: true }).waitFor()

    // By a drag onto a row; what does not fit says so and is converted by one click.
    const from = tree.getByRole('treeitem', { name: 'total' })
    await from.dragTo(inspector(page).getByLabel('Dato de id', { exact: true }))
    await inspector(page).getByText('Se espera texto y llega entero.').waitFor()
    await inspector(page).getByRole('button', { name: 'Convertir (como texto)' }).click()
    await storedNodo(id, 'n3', (nodo) => nodo?.parametros[1]?.expresion).toBe('TEXTO(n2.total)')
  })

  test('is decided by rules that show whether they hold, in groups, in their order; or by a formula that says the same', async () => {
    const id = await createProceso(product, 'Reglas', {
      version: 1,
      nodos: [
        {
          id: 'n1',
          tipo: 'entrada',
          nombre: 'Entrada',
          posicion: { x: 0, y: 0 },
          parametros: [{ nombre: 'edad', tipo: 'entero', ejemplo: 20 }],
        },
        {
          id: 'n2',
          tipo: 'condicion',
          nombre: 'Mayor',
          posicion: { x: 320, y: 0 },
          parametros: [],
          casos: [{ nombre: 'si', expresion: 'n1.edad >= 18' }],
        },
        { id: 'n3', tipo: 'salida', nombre: 'Salida', posicion: { x: 640, y: 0 }, parametros: [] },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n2' },
        { id: 'c2', origen: 'n2', destino: 'n3', salida: 'si' },
      ],
    })
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Mayor'))
    await inspector(page).getByText('Se cumple', { exact: true }).waitFor()
    await inspector(page).getByRole('radio', { name: 'Regla' }).press('Space')
    const right = inspector(page).getByLabel('Valor de Regla de si, comparación 1: derecha')
    await right.fill('30')
    await inspector(page).getByText('No se cumple', { exact: true }).first().waitFor()
    await inspector(page).getByRole('button', { name: 'Comparación', exact: true }).click()
    await inspector(page).getByRole('radio', { name: 'Basta una (O)' }).press('Space')
    await inspector(page).getByLabel('Dato de Regla de si, comparación 2: izquierda').fill('edad')
    await page.getByRole('option', { name: 'edad', exact: false }).first().click()
    await inspector(page).getByLabel('Valor de Regla de si, comparación 2: derecha').fill('20')
    await inspector(page).getByText('Se cumple', { exact: true }).first().waitFor()
    await storedNodo(id, 'n2', (nodo) => nodo?.casos).toEqual([
      {
        nombre: 'si',
        regla: {
          o: [
            { izquierda: { expresion: 'n1.edad' }, operador: 'mayorIgual', derecha: { valor: 30 } },
            {
              izquierda: { valorAsignado: { nodo: 'n1', ruta: 'edad' } },
              operador: 'igual',
              derecha: { valor: 20 },
            },
          ],
        },
      },
    ])
    await inspector(page).getByRole('button', { name: 'Añadir caso' }).click()
    await inspector(page).getByRole('button', { name: 'Más del caso caso2' }).click()
    await page.getByRole('menuitem', { name: 'Subir' }).click()
    await expect
      .poll(() =>
        inspector(page)
          .getByLabel('Nombre del caso')
          .evaluateAll((all) => all.map((each) => each.getAttribute('value'))),
      )
      .toEqual(['caso2', 'si'])
    // On the way to its name lies that of another case, whose connection stays that one's.
    const nombre = inspector(page).getByLabel('Nombre del caso').first()
    await nombre.fill('si')
    await nombre.press('Enter')
    await inspector(page).getByText('Ya hay un caso «si».').waitFor()
    await nombre.pressSequentially('n stock')
    await nombre.press('Enter')
    await storedNodo(id, 'n2', (nodo) => nodo?.casos).toMatchObject([
      { nombre: 'sin stock' },
      { nombre: 'si' },
    ])
    await expectStored(product, id, ({ conexiones }) => conexiones[1]?.salida).toBe('si')
  })

  test('two inserts are put into one transaction: the second fails, and nothing of the first is kept', async () => {
    const inserts = (id: string, nombre: string, valores: string, x: number) => ({
      id,
      tipo: 'proceso' as const,
      nombre,
      posicion: { x, y: 0 },
      servidorId,
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql: `insert into movimiento values (${valores})` },
      parametros: [],
    })
    const id = await createProceso(product, 'Traspaso', {
      version: 1,
      nodos: [
        { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
        inserts('n2', 'Abono', '1, 5', 320),
        inserts('n3', 'Cargo', '2, -5', 640),
        { id: 'n4', tipo: 'salida', nombre: 'Salida', posicion: { x: 960, y: 0 }, parametros: [] },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n2' },
        { id: 'c2', origen: 'n2', destino: 'n3' },
        { id: 'c3', origen: 'n3', destino: 'n4' },
      ],
    })
    const page = await openSignedIn(product, `/flujo/${id}`)
    const choose = async (label: string, option: string) => {
      await inspector(page).getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await chooseNodo(page, nodo(page, 'Abono'))
    await choose('Transacción', 'Nueva transacción')
    await choose('Aislamiento', 'Serializable')
    await chooseNodo(page, nodo(page, 'Cargo'))
    await choose('Transacción', 'transaccion1')
    await page.locator('[data-transaccion="transaccion1"]').nth(1).waitFor()
    await expectStored(product, id, ({ nodos }) =>
      nodos.slice(1, 3).map(({ transaccion, aislamiento }) => [transaccion, aislamiento]),
    ).toEqual([
      ['transaccion1', 'serializable'],
      ['transaccion1', 'serializable'],
    ])
    await page.getByRole('button', { name: 'Probar' }).click()
    const panel = page.getByRole('region', { name: 'Prueba' })
    await panel.getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel.getByText(/^Cargo · /).waitFor()
    expect(await database.count('movimiento')).toBe(0)
    // Its node was chosen all the time: why it failed is shown when somebody asks.
    await panel.getByRole('button', { name: 'Ver «Cargo»' }).click()
    await inspector(page).getByText('Cargo · SERVIDOR_RECHAZA').waitFor()
  })

  test('typing in the inspector draws no node anew', async () => {
    const id = await createProceso(product, 'Quieto', {
      version: 1,
      nodos: [
        { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
        {
          id: 'n2',
          tipo: 'salida',
          nombre: 'Salida',
          posicion: { x: 320, y: 0 },
          parametros: [{ nombre: 'a', valor: '' }],
        },
      ],
      conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
    })
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Salida'))
    const valor = inspector(page).getByLabel('Valor de a')
    await valor.fill('x')
    await saved(page).waitFor()
    await page.evaluate(`new MutationObserver((records) => {
      document.body.dataset.changes = String(Number(document.body.dataset.changes ?? 0) + records.length)
    }).observe(document.querySelector('.react-flow__nodes'), {
      subtree: true, childList: true, attributes: true, characterData: true,
    })`)
    await valor.pressSequentially('unas letras')
    expect(await valor.inputValue()).toBe('xunas letras')
    expect(await page.evaluate(`document.body.dataset.changes ?? '0'`)).toBe('0')
  })
})
