import type { CasoDePruebaGuardado, ServidorGuardado } from '@div/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { inspector, nodo } from './canvas.ts'
import { flujoOf, twelveNodos } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf, publishProceso } from './publish-proceso.ts'

const LECTURA = { username: 'lucia', password: 'contrasena-larga-1' }

let product: Product
let internoId: string
let tienda: ServidorGuardado

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  await product.api('POST', '/usuarios', { ...LECTURA, email: 'lucia@example.org', role: 'lectura' })
  const interno = { nombre: 'Esperas', tipoServidor: 'interno', config: {} }
  internoId = idOf((await product.api('POST', '/servidores', interno)).json)
  const servidores = (await product.api('GET', '/servidores')).json as ServidorGuardado[]
  const found = servidores.find(({ nombre }) => nombre === 'Tienda de ejemplo')
  if (found === undefined) throw new Error('there is no sample')
  tienda = found
})
afterAll(() => product.stop())

/** Greets whom it is given. */
const greeting = () =>
  flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'nombre', tipo: 'texto', requerido: true, ejemplo: 'Ana', orden: 1 }],
      },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 'Saludar',
        parametros: [{ nombre: 'saludo', expresion: '"Hola " & e.nombre', orden: 1 }],
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Salida',
        estadoHttp: 200,
        parametros: [
          { nombre: 'saludo', tipo: 'texto', valorAsignado: { nodo: 't', ruta: 'saludo' }, orden: 1 },
        ],
      },
    ],
    'e>t',
    't>s',
  )

/** Does something, then fails; what would undo it stands by itself. */
const reserving = () => {
  const writes = (id: string, nombre: string) => ({
    id,
    tipo: 'proceso',
    nombre,
    servidorId: internoId,
    tipoServidor: 'interno',
    tipoObjeto: 'registro',
    objeto: { mensaje: nombre },
  })
  return flujoOf(
    [
      { id: 'e', tipo: 'entrada', nombre: 'Entrada' },
      writes('r', 'Reservar'),
      {
        id: 'c',
        tipo: 'transformacion',
        nombre: 'Cobrar',
        parametros: [{ nombre: 'x', expresion: '1 / 0', orden: 1 }],
      },
      { id: 's', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
      writes('k', 'Anular'),
    ],
    'e>r',
    'r>c',
    'c>s',
  )
}

const panel = (page: Page) => page.getByRole('region', { name: 'Prueba' })
/** By the keys: the map may lie over it. */
const datos = async (page: Page, nombre: string) => {
  await nodo(page, nombre).press('Space')
  await inspector(page).getByRole('tab', { name: 'Datos' }).click()
}

describeInBrowser('trying a proceso on the canvas', () => {
  test('a run of twelve nodes is seen while it goes on, fails at one, and that step is mended with pinned data', async () => {
    const id = await createProceso(product, 'Doce nodos', twelveNodos({ interno: { id: internoId }, tienda }))
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    // Before the answer comes.
    await nodo(page, 'Preparar').getByText('Ejecutando…').waitFor()
    await panel(page).getByText('Reparto · EXPRESION_FALLIDA').waitFor()
    await panel(page).getByText('Qué hacer:').waitFor()
    await nodo(page, 'Clientes')
      .getByText(/3 filas$/)
      .waitFor()
    await nodo(page, 'Atender')
      .getByText(/3 veces$/)
      .waitFor()
    const failed = nodo(page, 'Reparto').and(page.locator('.estado-error'))
    await failed.getByText(/^EXPRESION_FALLIDA · /).waitFor()
    expect(await failed.getAttribute('aria-label')).toMatch(/Falló: EXPRESION_FALLIDA.*cambie la fórmula/)
    // Chosen, it says why.
    await failed.press('Space')
    await inspector(page).getByText('Reparto · EXPRESION_FALLIDA').waitFor()
    await page.locator('[data-recorrida="true"]').getByText('elemento · 3').waitFor()
    expect(await page.locator('[data-recorrida="true"]').count()).toBe(8)
    expect(await page.locator('[data-recorrida="false"]').count()).toBeGreaterThan(0)

    // Item by item, in the form that its reader likes.
    await datos(page, 'Atender')
    await inspector(page).getByRole('button', { name: 'Elemento siguiente' }).click()
    await inspector(page).getByText('Elemento 2').waitFor()
    await datos(page, 'Clientes')
    await inspector(page).getByRole('radiogroup', { name: 'Cómo se ve Salida' }).getByText('Tabla').click()
    await inspector(page).getByRole('cell', { name: 'Lucía Ferrán' }).waitFor()

    // What stands before a step is not run again in silence.
    await datos(page, 'Resumen')
    await inspector(page).getByRole('button', { name: 'Solo este paso' }).click()
    await panel(page).getByText('«Reparto» no tiene datos de la última prueba.').waitFor()
    await datos(page, 'Reparto')
    await inspector(page).getByRole('button', { name: 'Fijar otros datos' }).click()
    await inspector(page).getByRole('textbox', { name: 'Datos fijados' }).fill('{ "cuota": 5 }')
    await inspector(page).getByRole('button', { name: 'Fijar estos datos' }).click()
    await nodo(page, 'Reparto').and(page.locator('.fijado')).waitFor()
    await datos(page, 'Resumen')
    await inspector(page).getByRole('button', { name: 'Solo este paso' }).click()
    await panel(page).getByText('Se ejecutó: «Resumen».').waitFor()
    await panel(page).getByText('Con los datos fijados de: «Reparto».').waitFor()
    await nodo(page, 'Resumen').and(page.locator('.estado-ok')).waitFor()

    // They stand in the browser only, and go when they are let go.
    const stored = JSON.stringify((await product.api('GET', `/procesos/${id}`)).json)
    expect(stored).not.toContain('fijad')
    await page.reload()
    await nodo(page, 'Reparto').and(page.locator('.fijado')).waitFor()
    await datos(page, 'Reparto')
    await inspector(page).getByRole('button', { name: 'Dejar de fijar' }).click()
    await nodo(page, 'Reparto').and(page.locator('.fijado')).waitFor({ state: 'detached' })
    await page.getByRole('status').getByRole('button', { name: 'Deshacer' }).click()
    await nodo(page, 'Reparto').and(page.locator('.fijado')).waitFor()

    // A run that takes too long is called off, and says how far it came.
    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await nodo(page, 'Preparar').getByText('Ejecutando…').waitFor()
    await panel(page).getByRole('button', { name: 'Detener' }).click()
    await panel(page).getByText('Cancelada', { exact: true }).waitFor()
    expect(await nodo(page, 'Preparar').and(page.locator('.estado-cancelado')).count()).toBe(1)
  })

  test('a step is given what undoes it, and a run that fails after it undoes it', async () => {
    // Not yet joined: it cannot be published so.
    const drawn = await product.api('POST', '/procesos', { nombre: 'Reservas', flujo: reserving() })
    const page = await openSignedIn(product, `/flujo/${idOf(drawn.json)}`)
    await nodo(page, 'Reservar').press('Space')
    await inspector(page).getByRole('tab', { name: 'Política' }).click()
    await inspector(page).getByRole('switch', { name: 'Se deshace con una rama' }).click()
    await inspector(page).getByRole('button', { name: 'Deshacer si falla' }).click()
    await page.getByRole('button', { name: 'Modo: En memoria · se deshace si falla' }).waitFor()
    await inspector(page).getByRole('tab', { name: 'Configuración' }).click()
    await inspector(page).getByRole('combobox', { name: 'Conectar compensar con' }).click()
    await page.getByRole('option', { name: 'Anular (k)' }).click()
    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('Cobrar · EXPRESION_FALLIDA').waitFor()
    await nodo(page, 'Anular').and(page.locator('.estado-ok')).waitFor()
    await page.locator('[data-deshace][data-recorrida="true"]').getByText('compensar · 1').waitFor()
  })

  test('of a reading of five thousand rows every page can be looked at, and of a long text every piece', async () => {
    const sql = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      select i as id, 'Cliente ' || i as nombre from n`
    const flujo = flujoOf(
      [
        { id: 'e', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
        {
          id: 'q',
          tipo: 'proceso',
          nombre: 'Clientes',
          servidorId: tienda.id,
          tipoServidor: tienda.tipoServidor,
          tipoObjeto: 'consulta',
          objeto: { sql },
        },
        {
          id: 't',
          tipo: 'transformacion',
          nombre: 'Carta',
          parametros: [{ nombre: 'texto', expresion: 'REPETIR("Estimados señores: "; 5000)', orden: 1 }],
        },
        {
          id: 's',
          tipo: 'salida',
          nombre: 'Salida',
          estadoHttp: 200,
          parametros: [
            { nombre: 'clientes', tipo: 'lista', valorAsignado: { nodo: 'q', ruta: 'filas' }, orden: 1 },
            { nombre: 'carta', tipo: 'texto', valorAsignado: { nodo: 't', ruta: 'texto' }, orden: 2 },
          ],
        },
      ],
      'e>q',
      'q>t',
      't>s',
    )
    const id = await createProceso(product, 'Valores grandes', flujo)
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('Correcta').waitFor()
    // The answer holds two large parts.
    await panel(page).getByText('Filas 1 a 50 de 5000').waitFor()
    await panel(page).getByRole('combobox', { name: 'Qué parte se ve' }).click()
    await page.getByRole('option', { name: /^carta · / }).click()
    await panel(page)
      .getByText(/^Caracteres 1 a 16\D?384 de/)
      .waitFor()
    await datos(page, 'Clientes')
    await inspector(page).getByRole('radiogroup', { name: 'Cómo se ve Salida' }).getByText('Tabla').click()
    await inspector(page).getByRole('cell', { name: 'Cliente 50', exact: true }).waitFor()
    await inspector(page).getByRole('button', { name: '100', exact: true }).click()
    await inspector(page).getByText('Filas 4951 a 5000 de 5000').waitFor()
    await inspector(page).getByRole('cell', { name: 'Cliente 5000', exact: true }).waitFor()
    await inspector(page).getByRole('radiogroup', { name: 'Cómo se ve Salida' }).getByText('XML').click()
    await inspector(page).getByText('<nombre>Cliente 5000</nombre>').waitFor()

    // On the page of the run its sample says how much there was.
    const { json } = await product.api('GET', `/ejecuciones?procesoId=${id}`)
    await page.goto(`/ejecuciones/${(json as { id: string }[])[0]?.id}`)
    await page
      .getByText(/Muestra incompleta.*clientes: \d+ de 5000 filas/)
      .first()
      .waitFor()
  })

  test('what is begun stays, keys do what they are meant for, and a run of before a change says so', async () => {
    const id = await createProceso(product, 'A medias', greeting())
    const page = await openSignedIn(product, `/flujo/${id}`)
    // What comes next has the focus.
    await nodo(page, 'Entrada').press('Space')
    await inspector(page).getByRole('button', { name: 'Añadir dato' }).click()
    await page.keyboard.type('tono')
    await inspector(page).getByRole('combobox', { name: 'Tipo de tono' }).waitFor()
    await inspector(page).getByRole('checkbox', { name: 'Obligatorio' }).nth(1).uncheck()
    // By the keyboard a node is connected.
    await nodo(page, 'Entrada').press('Space')
    await page.keyboard.press('c')
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Conectar/)
    await page.keyboard.press('Escape')

    // A frame that was just made is undone at once; a note takes letters until Escape.
    await nodo(page, 'Saludar').press('Space')
    await page.keyboard.press('Control+g')
    await inspector(page).getByRole('textbox', { name: 'Nombre' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.locator('.react-flow__node-grupo').waitFor({ state: 'detached' })
    await nodo(page, 'Saludar').press('Space')
    await page.keyboard.press('n')
    await inspector(page).getByRole('textbox', { name: 'Texto' }).waitFor()
    await page.keyboard.type('hola')
    await page.keyboard.press('Escape')
    await page.keyboard.type('q')
    expect(await page.locator('.react-flow__node-nota').textContent()).toBe('hola')

    // The servidor that was chosen is there again.
    await page.getByRole('combobox', { name: 'Servidor del que añadir' }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    await page.getByRole('tab', { name: 'Nodos' }).click()
    const listed = page.getByRole('list', { name: 'Nodos' }).getByRole('listitem')
    expect(await listed.allTextContents()).toEqual(['Entrada→ Saludar', 'Saludar→ Salida', 'Salida'])
    await page.getByRole('tab', { name: 'Añadir' }).click()
    expect(await page.getByRole('combobox', { name: 'Servidor del que añadir' }).inputValue()).toBe(
      'Tienda de ejemplo',
    )

    await page.getByRole('button', { name: 'Probar' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('Correcta').waitFor()
    await nodo(page, 'Salida').press('Space')
    await inspector(page).getByRole('textbox', { name: 'Tipo de contenido' }).fill('application/json')
    await nodo(page, 'Salida').getByText('De antes del cambio').waitFor()
    await nodo(page, 'Saludar').getByText(/ ms$/).waitFor()

    await panel(page).getByRole('tab', { name: 'Casos' }).click()
    await panel(page).getByRole('button', { name: 'Guardar esta prueba como caso' }).click()
    await panel(page).getByLabel('Nombre').fill('A medias')
    await panel(page).getByRole('tab', { name: 'Historial' }).click()
    await panel(page).getByRole('tab', { name: 'Casos' }).click()
    expect(await panel(page).getByLabel('Nombre').inputValue()).toBe('A medias')
  })

  test('before anything was tried a row of a table is shown beside its fields', async () => {
    const flujo = flujoOf(
      [
        { id: 'e', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
        {
          id: 'q',
          tipo: 'proceso',
          nombre: 'Clientes',
          servidorId: tienda.id,
          tipoServidor: tienda.tipoServidor,
          tipoObjeto: 'tabla',
          objeto: { tabla: 'clientes', operacion: 'seleccionar' },
        },
        { id: 's', tipo: 'salida', nombre: 'Salida', estadoHttp: 200, parametros: [] },
      ],
      'e>q',
      'q>s',
    )
    const id = await createProceso(product, 'Con una fila', flujo)
    const page = await openSignedIn(product, `/flujo/${id}`)
    await nodo(page, 'Salida').press('Space')
    await nodo(page, 'Salida').press('Enter')
    await inspector(page).getByRole('button', { name: 'Ver una fila de «clientes»' }).click()
    await inspector(page).getByRole('tree', { name: 'Datos disponibles' }).getByText('Lucía Ferrán').waitFor()
    // Whatever stands beside it, the graph keeps its room.
    expect(await page.locator('.react-flow').evaluate((graph) => graph.clientWidth)).toBeGreaterThan(250)
  })

  test('what was tried becomes a case that is run again and says where it differs; runs of a canal are looked at and repeated', async () => {
    const id = await createProceso(product, 'Saludo', greeting())
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    // Fields and document are two sights of the same.
    await panel(page).getByRole('radiogroup', { name: 'Cómo se da la entrada' }).getByText('JSON').click()
    await panel(page).getByRole('textbox', { name: 'Entrada en JSON' }).fill('{}')
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('nombre: Falta este dato.').waitFor()
    await panel(page).getByRole('textbox', { name: 'Entrada en JSON' }).fill('{ "nombre": "Eva" }')
    await panel(page)
      .getByRole('radiogroup', { name: 'Cómo se da la entrada' })
      .getByText('Formulario')
      .click()
    expect(await panel(page).getByLabel('nombre').inputValue()).toBe('Eva')
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByText('Correcta').waitFor()

    await panel(page).getByRole('tab', { name: 'Casos' }).click()
    await panel(page).getByRole('button', { name: 'Guardar esta prueba como caso' }).click()
    await panel(page).getByLabel('Nombre').fill('A Eva')
    await panel(page).getByRole('button', { name: 'Guardar el caso' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar todos' }).click()
    await panel(page).getByText('1 de 1 correctos').waitFor()
    const casos = (await product.api('GET', `/procesos/${id}/casos-prueba`)).json as CasoDePruebaGuardado[]
    expect(casos).toMatchObject([
      {
        nombre: 'A Eva',
        entrada: { nombre: 'Eva' },
        esperado: { estado: 'ok', estadoHttp: 200, comparar: 'completa', salida: { saludo: 'Hola Eva' } },
      },
    ])
    await panel(page).getByRole('button', { name: 'Acciones de A Eva' }).click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    await panel(page).getByLabel('Respuesta esperada').fill('{ "saludo": "Adiós Eva" }')
    await panel(page).getByRole('button', { name: 'Guardar el caso' }).click()
    await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
    await panel(page).getByRole('cell', { name: 'salida.saludo' }).waitFor()
    await panel(page).getByRole('cell', { name: '"Adiós Eva"' }).waitFor()
    await panel(page).getByRole('cell', { name: '"Hola Eva"' }).waitFor()

    // A question at the edge of the page leaves the keys to the canvas.
    await panel(page).getByRole('button', { name: 'Acciones de A Eva' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    const question = page.getByRole('alertdialog', { name: '¿Eliminar el caso «A Eva»?' })
    await question.waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await question.waitFor({ state: 'detached' })

    const ruta = await publishProceso(product, id, { metodo: 'GET', ruta: '/saludo' })
    await expect
      .poll(async () => (await product.motor('GET', `/rest/${ruta}/saludo?nombre=Canal`)).status)
      .toBe(200)
    await panel(page).getByRole('tab', { name: 'Historial' }).click()
    const runs = panel(page).getByRole('list', { name: 'Ejecuciones del proceso' })
    await runs.getByText(new RegExp(`Versión 1 · ${ruta}`)).waitFor()
    await runs.getByText(new RegExp(`Versión 1 · ${ruta}`)).click()
    await panel(page).getByText('Una ejecución del historial').waitFor()
    await nodo(page, 'Saludar').and(page.locator('.estado-ok')).waitFor()
    await datos(page, 'Saludar')
    await inspector(page).getByRole('button', { name: 'Reproducir desde aquí' }).click()
    await panel(page).getByText('Una ejecución del historial').waitFor({ state: 'detached' })
    await panel(page).getByText('Correcta').first().waitFor()

    // From the page of a run, by who may only read: nothing there runs.
    const [last] = (await product.api('GET', `/ejecuciones?procesoId=${id}&origen=canal`)).json as {
      id: string
    }[]
    const reader = await openSignedIn(product, `/ejecuciones/${last?.id}`, {
      credentials: LECTURA,
      viewport: { width: 390, height: 844 },
    })
    await reader.getByRole('link', { name: 'Abrir en el lienzo con estos datos' }).click()
    await panel(reader).getByText('Una ejecución del historial').waitFor()
    expect(await panel(reader).getByRole('tab').allTextContents()).toEqual(['Historial'])
    expect(await reader.getByRole('button', { name: /Repetir|Ejecutar|Probar/ }).count()).toBe(0)
  })
})
