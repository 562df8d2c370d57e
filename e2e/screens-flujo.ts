import { readFileSync } from 'node:fs'
import type { Conversion, Flujo, ProcesoGuardado, ServidorGuardado } from '@div/contract'
import type { Locator, Page } from 'playwright-core'
import { inspector, nodo } from './canvas.ts'
import { flujoOf, ofertas, twelveNodos, ventasEnTexto } from './flujos.ts'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'
import type { ScreenShown } from './screens.ts'

/** With a condition, a note of its own, and a node that is not taken. */
export const FORANEO = new URL(
  '../packages/conversion/src/n8n/__fixtures__/producto-por-webhook.json',
  import.meta.url,
)
const panel = (page: Page) => page.getByRole('region', { name: 'Prueba' })
const versiones = (page: Page) => page.getByRole('complementary', { name: 'Versiones' })
/** By the keys: something may lie over it. */
const open = (page: Page, nombre: string) => nodo(page, nombre).press('Space')

/** What the canvas shows while one draws, tests and publishes. */
export const FLUJO_SCREENS: readonly ScreenShown[] = [
  {
    name: 'flujo-vacio',
    path: async (product) => `/flujo/${await create(product, 'Facturas del año')}`,
    prepare: (page) => nodo(page, 'Salida').waitFor(),
    isKeptWhole: true,
  },
  { name: 'flujo-doce', path: openDoce, prepare: runDoce, isKeptWhole: true },
  { name: 'flujo-doce-mientras', path: openDoce, prepare: startDoce },
  { name: 'flujo-doce-fallo', path: openDoce, prepare: showFailure },
  { name: 'flujo-mapeo', path: openSample, prepare: openMapping, isKeptWhole: true },
  { name: 'flujo-regla', path: openReglas, prepare: openRegla },
  { name: 'flujo-pasos', path: openReglas, prepare: (page) => open(page, 'Resumen por ciudad') },
  {
    name: 'flujo-convertir',
    path: openVentas,
    prepare: openConvertir,
    isKeptWhole: true,
  },
  { name: 'flujo-sql', path: openSample, prepare: runQuery },
  { name: 'flujo-formula', path: openSample, prepare: writeFormula },
  { name: 'flujo-paleta', path: openSample, prepare: openPalette },
  { name: 'flujo-que-sigue', path: openSample, prepare: askWhatFollows },
  { name: 'flujo-versiones', path: openChanged, prepare: openVersions },
  { name: 'flujo-diferencias', path: openChanged, prepare: compare, isKeptWhole: true },
  { name: 'flujo-conflicto', path: openSample, prepare: provokeConflict, tolerates: /409/ },
  { name: 'flujo-publicar', path: openChanged, prepare: publish },
  { name: 'flujo-publicar-no', path: openMistaken, prepare: publish },
  { name: 'flujo-problemas', path: openMistaken, prepare: openFindings },
  { name: 'flujo-casos', path: openCasos, prepare: runCasos },
  { name: 'flujo-historial', path: openSample, prepare: openHistory },
  { name: 'flujo-fijado', path: openDoce, prepare: pin },
  { name: 'flujo-canal', path: openSample, prepare: (page) => openDialog(page, 'Publicar como canal') },
  { name: 'flujo-programar', path: openSample, prepare: (page) => openDialog(page, 'Programar') },
  {
    name: 'flujo-atajos',
    path: openSample,
    prepare: async (page) => {
      await nodo(page, 'Entrada').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    },
  },
  { name: 'flujo-portapapeles', path: openSample, prepare: showClipboard },
  { name: 'flujo-traido', path: bringForeign, prepare: (page) => nodo(page, 'Entrada').waitFor() },
  { name: 'flujo-subproceso', path: openPadre, prepare: openSubproceso },
]

/** Of names that are taken the number is told: several pictures may be taken at once. */
async function create(product: Product, nombre: string, flujo?: unknown): Promise<string> {
  for (let count = 1; ; count++) {
    const body = { nombre: count === 1 ? nombre : `${nombre} ${count}` }
    const created = await product.api('POST', '/procesos', { ...body, ...(flujo !== undefined && { flujo }) })
    if (created.status === 201) return (created.json as ProcesoGuardado).id
    if (created.status !== 409) throw new Error(created.text)
  }
}

async function openVentas(product: Product): Promise<string> {
  const columnas = [
    { nombre: 'importe', tipo: 'decimal' },
    { nombre: 'dia', tipo: 'fecha', patron: 'dd/mm/aaaa' },
  ]
  const paso = { tipo: 'convertir', formato: 'csv', sentido: 'leer', csv: { decimal: 'coma', columnas } }
  return `/flujo/${await create(product, 'Leer un CSV', ventasEnTexto([paso]))}`
}

async function openConvertir(page: Page): Promise<void> {
  await open(page, 'Ventas')
  const paso = inspector(page).getByRole('region', { name: 'Paso 1: Convertir' })
  await paso.getByRole('table', { name: 'Primeros registros' }).scrollIntoViewIfNeeded()
}

async function storedOf(product: Product, id: string): Promise<ProcesoGuardado> {
  return (await product.api('GET', `/procesos/${id}`)).json as ProcesoGuardado
}

async function store(product: Product, id: string, flujo: Flujo): Promise<void> {
  await product.api('PUT', `/procesos/${id}`, { ...(await storedOf(product, id)), flujo })
}

async function servidorOf(product: Product, tipo: string): Promise<ServidorGuardado> {
  const { json } = await product.api('GET', '/servidores')
  const found = (json as ServidorGuardado[]).find(({ tipoServidor }) => tipoServidor === tipo)
  if (found === undefined) throw new Error(`the samples have no ${tipo}`)
  return found
}

async function sampleOf(product: Product): Promise<ProcesoGuardado> {
  const { json } = await product.api('GET', '/procesos?q=Consultar%20cliente')
  const found = (json as ProcesoGuardado[]).find(({ nombre }) => nombre === 'Consultar cliente')
  if (found === undefined) throw new Error('there is no sample')
  return storedOf(product, found.id)
}

/** A copy of the sample: what is done to it is seen in no other picture. */
async function openSample(product: Product): Promise<string> {
  const { flujo } = await sampleOf(product)
  return `/flujo/${await create(product, 'Ficha del cliente', flujo)}`
}

async function openDoce(product: Product): Promise<string> {
  const [interno, tienda] = [await servidorOf(product, 'interno'), await servidorOf(product, 'sqlite')]
  return `/flujo/${await create(product, 'Preparar las fichas', twelveNodos({ interno, tienda }))}`
}

async function openReglas(product: Product): Promise<string> {
  const tienda = await servidorOf(product, 'sqlite')
  return `/flujo/${await create(product, 'Ofertas', ofertas(tienda))}`
}

/** Published, called by a canal, and drawn on. */
async function openChanged(product: Product): Promise<string> {
  const sample = await sampleOf(product)
  const id = await create(product, 'Ficha del cliente', sample.flujo)
  await product.api('POST', `/procesos/${id}/publicar`, { nota: 'La primera' })
  const suffix = id.slice(-12)
  const canal = { nombre: `Atención al cliente ${suffix}`, tipo: 'REST', ruta: `atencion-${suffix}` }
  const { json } = await product.api('POST', '/canales', canal)
  await product.api('PUT', `/canales/${(json as { id: string }).id}/procesos`, [
    { procesoId: id, version: 'publicada', metodo: 'GET', ruta: '/clientes/{id}' },
  ])
  const nodos = sample.flujo.nodos
    .filter(({ id: each }) => each !== 'ausente')
    .map((each) => {
      if (each.id === 'pedidos') return { ...each, nombre: 'Pedidos, los últimos primero' }
      if (each.id === 'respuesta') return { ...each, parametros: each.parametros.slice(0, 3) }
      return each
    })
  const conexiones = sample.flujo.conexiones.filter(({ destino }) => destino !== 'ausente')
  await store(product, id, { ...sample.flujo, nodos, conexiones })
  return `/flujo/${id}`
}

async function openMistaken(product: Product): Promise<string> {
  const { flujo } = await sampleOf(product)
  const nodos = flujo.nodos.map((each) => {
    if (each.id === 'pedidos') return { ...each, objeto: { sql: '' } }
    if (each.id !== 'respuesta') return each
    return { ...each, parametros: [{ nombre: 'nombre', expresion: 'MAYUSCULAS(' }] }
  })
  return `/flujo/${await create(product, 'Ficha del cliente', { ...flujo, nodos })}`
}

async function openCasos(product: Product): Promise<string> {
  const { flujo } = await sampleOf(product)
  const id = await create(product, 'Ficha del cliente', flujo)
  const caso = (nombre: string, entrada: object, esperado: object) => ({ nombre, entrada, esperado })
  const right = { estado: 'ok', estadoHttp: 200, comparar: 'campos', salida: { id: 1 } }
  for (const each of [
    caso('El primer cliente', { id: 1 }, right),
    caso('Uno que no existe', { id: 9_999 }, { estado: 'ok', estadoHttp: 404, comparar: 'ninguna' }),
    caso('Mal esperado, para ver en qué difiere', { id: 2 }, { ...right, salida: { id: 3, ciudad: 'LUGO' } }),
  ]) {
    await product.api('POST', `/procesos/${id}/casos-prueba`, each)
  }
  return `/flujo/${id}`
}

async function openPadre(product: Product): Promise<string> {
  const [interno, sample] = [await servidorOf(product, 'interno'), await sampleOf(product)]
  const flujo = flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 1 }],
      },
      {
        id: 'p',
        tipo: 'proceso',
        nombre: 'Buscar al cliente',
        servidorId: interno.id,
        tipoServidor: 'interno',
        tipoObjeto: 'proceso',
        objeto: { procesoId: sample.id },
        parametros: [{ nombre: 'id', valorAsignado: { nodo: 'e', ruta: 'id' } }],
      },
      { id: 's', tipo: 'salida', nombre: 'Respuesta', estadoHttp: 200 },
    ],
    'e>p',
    'p>s',
  )
  return `/flujo/${await create(product, 'Felicitar a un cliente por su cumpleaños', flujo)}`
}

async function openTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar' }).click()
  await panel(page).waitFor()
}

async function startDoce(page: Page): Promise<void> {
  await nodo(page, 'Preparar').waitFor()
  await page.getByRole('button', { name: 'Ordenar' }).click()
  await openTest(page)
  await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
  await nodo(page, 'Preparar').and(page.locator('.estado-ejecutando')).waitFor()
}

async function runDoce(page: Page): Promise<void> {
  await startDoce(page)
  await panel(page).getByText('Reparto · EXPRESION_FALLIDA').waitFor()
}

async function showFailure(page: Page): Promise<void> {
  await runDoce(page)
  await page.getByRole('button', { name: 'Cerrar la prueba' }).click()
  await open(page, 'Reparto')
  await inspector(page).getByRole('tab', { name: 'Datos' }).click()
}

async function runTest(page: Page): Promise<void> {
  await nodo(page, 'Buscar cliente').waitFor()
  await openTest(page)
  await panel(page).getByRole('button', { name: 'Ejecutar', exact: true }).click()
  await panel(page).getByText('Correcta').first().waitFor()
  await page.getByRole('button', { name: 'Cerrar la prueba' }).click()
}

async function openMapping(page: Page): Promise<void> {
  await runTest(page)
  await open(page, 'Cliente')
  await nodo(page, 'Cliente').press('Enter')
  // Where there is room for it.
  const narrow = page.getByRole('button', { name: 'Añadir y buscar nodos' })
  if (!(await narrow.isVisible()))
    await inspector(page).getByRole('tree', { name: 'Datos disponibles' }).waitFor()
}

async function openRegla(page: Page): Promise<void> {
  await open(page, '¿Qué se le ofrece?')
  await inspector(page).getByText('Se cumple', { exact: true }).first().waitFor()
}

async function runQuery(page: Page): Promise<void> {
  await open(page, 'Pedidos del cliente')
  await inspector(page).getByRole('button', { name: 'Ejecutar consulta' }).click()
  await inspector(page).getByRole('table', { name: 'Resultado de la consulta' }).waitFor()
}

const editorOf = (editor: Locator, page: Page) => editor.and(page.locator('.cm-content'))

async function writeFormula(page: Page): Promise<void> {
  await runTest(page)
  await open(page, 'Cliente')
  const editor = inspector(page).getByRole('textbox', { name: 'Fórmula de ciudad' })
  await editorOf(editor, page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' & SI(cliente.total > 1; ')
  await page.locator('.cm-signatureCall strong').waitFor()
}

/** Somebody else stores a change of the same node just before this one is stored. */
async function provokeConflict(page: Page): Promise<void> {
  let isFirst = true
  await page.route('**/api/procesos/*', async (route) => {
    const request = route.request()
    if (isFirst && request.method() === 'PUT') {
      isFirst = false
      const { authorization = '' } = request.headers()
      const headers = { authorization }
      const stored = (await (await page.request.get(request.url(), { headers })).json()) as ProcesoGuardado
      const nodos = stored.flujo.nodos.map((each) =>
        each.id === 'pedidos' ? { ...each, nombre: 'Pedidos del último año' } : each,
      )
      await page.request.put(request.url(), {
        headers,
        data: { ...stored, flujo: { ...stored.flujo, nodos } },
      })
    }
    await route.continue()
  })
  await open(page, 'Pedidos del cliente')
  await inspector(page).getByLabel('Nombre', { exact: true }).fill('Pedidos, los últimos primero')
  await page.getByRole('region', { name: /^Conflicto en/ }).waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await nodo(page, 'Entrada').waitFor()
  const narrow = page.getByRole('button', { name: 'Añadir y buscar nodos' })
  if (await narrow.isVisible()) await narrow.click()
  await page.getByRole('combobox', { name: 'Servidor del que añadir' }).click()
  await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
  await page.getByText('clientes').first().waitFor()
}

async function askWhatFollows(page: Page): Promise<void> {
  await open(page, 'Pedidos del cliente')
  await page.keyboard.press('a')
  await page.getByRole('textbox', { name: '¿Qué sigue?' }).waitFor()
}

async function openVersions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Versiones' }).click()
  await versiones(page).getByLabel('Nombre del punto de restauración').fill('Antes de quitar el 404')
  await versiones(page).getByRole('button', { name: 'Guardar' }).click()
  await versiones(page).getByText('Antes de quitar el 404', { exact: true }).waitFor()
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Versiones' }).click()
  await versiones(page).getByRole('button', { name: 'Acciones de la versión 1' }).click()
  await page.getByRole('menuitem', { name: 'Comparar con el borrador' }).click()
  await page.locator('.cambio-quitado').first().waitFor()
}

async function publish(page: Page): Promise<void> {
  await nodo(page, 'Entrada').waitFor()
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button').nth(1).waitFor()
}

async function openFindings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^\d problemas?/ }).click()
}

async function runCasos(page: Page): Promise<void> {
  await openTest(page)
  await panel(page).getByRole('tab', { name: 'Casos' }).click()
  await panel(page).getByRole('button', { name: 'Ejecutar todos' }).click()
  await panel(page).getByText('2 de 3 correctos').waitFor()
}

async function openHistory(page: Page): Promise<void> {
  await runTest(page)
  await openTest(page)
  await panel(page).getByRole('tab', { name: 'Historial' }).click()
  await panel(page).getByRole('list', { name: 'Ejecuciones del proceso' }).getByRole('button').first().click()
  await panel(page).getByText('Una ejecución del historial').waitFor()
}

async function pin(page: Page): Promise<void> {
  await open(page, 'Reparto')
  await inspector(page).getByRole('tab', { name: 'Datos' }).click()
  await inspector(page).getByRole('button', { name: 'Fijar otros datos' }).click()
  await inspector(page).getByRole('textbox', { name: 'Datos fijados' }).fill('{ "cuota": 5 }')
  await inspector(page).getByRole('button', { name: 'Fijar estos datos' }).click()
  await nodo(page, 'Reparto').and(page.locator('.fijado')).waitFor()
}

async function openDialog(page: Page, name: string): Promise<void> {
  await nodo(page, 'Entrada').waitFor()
  await page.getByRole('button', { name: 'Canal o tarea' }).click()
  await page.getByRole('menuitem', { name }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Publicar|Programar)$/ })
    .waitFor()
}

async function showClipboard(page: Page): Promise<void> {
  await open(page, 'Entrada')
  const menu = (nombre: string) => inspector(page).getByRole('button', { name: nombre })
  await menu('Parámetros del nodo').click()
  await page.getByRole('menuitem', { name: 'Copiar parámetros' }).click()
  await open(page, 'Cliente')
  await menu('Parámetros del nodo').click()
  await page.getByRole('menuitem', { name: 'Pegar parámetros' }).click()
  await page.getByRole('button', { name: 'Registro del clipboard' }).click()
  await page.getByRole('list', { name: 'Operaciones del clipboard' }).waitFor()
}

async function openSubproceso(page: Page): Promise<void> {
  await open(page, 'Buscar al cliente')
  await page.getByRole('link', { name: 'Abrir el proceso que llama' }).click()
  await page.getByRole('navigation', { name: 'Dónde se está' }).getByRole('link').first().waitFor()
  await nodo(page, '¿Existe?').waitFor()
}

/** A flow of another tool, as it comes; another look at it finds the same one. */
async function bringForeign(product: Product): Promise<string> {
  const nombre = 'Consulta de un producto'
  const known = (await product.api('GET', `/procesos?q=${encodeURIComponent(nombre)}`)).json as {
    id: string
  }[]
  if (known[0]) return `/flujo/${known[0].id}`
  const documento = JSON.parse(readFileSync(FORANEO, 'utf8'))
  const converted = (await product.api('POST', '/procesos/convertir', { documento })).json as Conversion
  const [paquete] = converted.paquetes
  const found = await product.api('GET', '/servidores?q=Tienda')
  const [tienda] = found.json as { id: string }[]
  const asignaciones = Object.fromEntries(
    (paquete?.dependencias ?? []).map(({ recurso, referencia }) => [`${recurso}/${referencia}`, tienda?.id]),
  )
  const imported = await product.api('POST', '/procesos/importar', { paquete, asignaciones, nombre })
  return `/flujo/${idOf(imported.json)}`
}
