import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { askForApproval } from './aprobaciones.ts'
import { chooseNodo, reachNodo } from './canvas.ts'
import { addColeccion, addEvaluacion, openDocumento, tryCorte } from './colecciones-rag.ts'
import { addContexto, previewContexto } from './contextos-ia.ts'
import { addConversacion } from './conversaciones.ts'
import { offerMcpServer } from './mcp-servers.ts'
import { addEntorno } from './otro-div.ts'
import type { Product } from './product.ts'
import { AGENTES_SCREENS } from './screens-agentes.ts'
import { ASISTENTE_SCREENS } from './screens-asistente.ts'
import { DOCUMENTACION_SCREENS } from './screens-documentacion.ts'
import { FLUJO_SCREENS, FORANEO } from './screens-flujo.ts'

/** A screen as it is photographed (`npm run screens`) and checked for accessibility. */
export interface ScreenShown {
  /** Of its pictures. */
  name: string
  path: string | ((product: Product) => Promise<string>)
  /** Without a session. */
  isPublic?: boolean
  /** What must be there before it is looked at, and what is done to it. */
  prepare?: (page: Page) => Promise<unknown>
  /** The repository keeps it in every width and theme. */
  isKeptWhole?: boolean
  /** Complaints that belong to what is shown. */
  tolerates?: RegExp
}

/** One line a screen. */
export const SCREENS: readonly ScreenShown[] = [
  { name: 'login', path: '/login', isPublic: true, prepare: (page) => page.getByLabel('USUARIO').waitFor() },
  ...DOCUMENTACION_SCREENS,
  {
    name: 'inicio',
    path: '/',
    prepare: (page) => page.locator('figure svg.recharts-surface').nth(1).waitFor(),
  },
  { name: 'busqueda', path: '/auditoria', prepare: search },
  { name: 'notificaciones', path: '/auditoria', prepare: openNotifications },
  {
    name: 'perfil-menu',
    path: '/unauthorized',
    prepare: (page) => page.getByRole('button', { name: 'Cuenta de admin' }).click(),
  },
  { name: 'sin-permiso', path: '/unauthorized' },
  { name: 'no-encontrada', path: '/nada' },
  { name: 'prueba-de-notificaciones', path: '/test-notifications', prepare: showToasts },
  {
    name: 'cliente-de-pruebas',
    path: (product) => pathOf(product, 'canales', 'Tienda', (id) => `/test-client?canal=${id}`),
    prepare: callTheShop,
  },
  { name: 'cliente-de-pruebas-vacio', path: '/test-client', prepare: openColecciones },
  {
    name: 'cliente-de-pruebas-carga',
    path: (product) => pathOf(product, 'canales', 'Tienda', (id) => `/test-client?canal=${id}`),
    prepare: loadTheShop,
  },
  {
    name: 'cliente-de-pruebas-importada',
    path: async (product) => {
      await removeColecciones(product)
      return '/test-client'
    },
    prepare: bringColeccion,
  },
  { name: 'servidores', path: '/servidores' },
  { name: 'servidores-nuevo', path: '/servidores/config/new' },
  // One that asks for little, one with files, one with keys, one whose advanced settings are many.
  ...['smtp', 'grpc', 'sftp', 'kafka'].map((tipo) => ({
    name: `servidores-nuevo-${tipo}`,
    path: `/servidores/config/new?tipo=${tipo}`,
  })),
  {
    name: 'servidores-config',
    path: (product) => pathOf(product, 'servidores', 'Tienda', (id) => `/servidores/config/${id}`),
    prepare: testConnection,
  },
  {
    name: 'servidores-objetos',
    path: (product) =>
      pathOf(product, 'servidores', 'Tienda', (id) => `/servidores/config/${id}?seccion=objetos`),
    prepare: (page) => page.getByRole('button', { name: /^pedidos/ }).click(),
  },
  {
    name: 'canales-asincrono',
    path: '/canales/config/new',
    prepare: async (page) => {
      await page.getByRole('radio', { name: /^Asíncrono/ }).check()
      await page.getByRole('button', { name: /^Cola y avisos/ }).click()
      await page.getByRole('switch', { name: /^Configurar/ }).check({ force: true })
    },
  },
  { name: 'ejecuciones-perdidas', path: '/ejecuciones/perdidas' },
  { name: 'ejecuciones-avisos-fallidos', path: '/ejecuciones/avisos-fallidos' },
  { name: 'ejecuciones-aprobaciones', path: pathOfAprobaciones },
  { name: 'canales', path: '/canales' },
  { name: 'canales-nuevo', path: '/canales/config/new' },
  {
    name: 'canales-config',
    path: (product) => pathOf(product, 'canales', 'Tienda', (id) => `/canales/config/${id}?seccion=acceso`),
  },
  {
    name: 'canales-asignar-procesos',
    path: (product) => pathOf(product, 'canales', 'Tienda', (id) => `/canales/${id}/asignar-procesos`),
    prepare: (page) => page.getByRole('button', { name: 'Llamar' }).first().click(),
  },
  { name: 'calendarios-nuevo', path: '/calendarios?ver=nuevo' },
  { name: 'alertas', path: '/alertas' },
  { name: 'entornos', path: '/entornos' },
  { name: 'entornos-nuevo', path: '/entornos?ver=nuevo' },
  {
    name: 'entornos-vinculos',
    path: async (product) => `/entornos/${await addEntorno(product)}/comparar?vista=vinculos`,
    prepare: (page) => page.getByRole('link', { name: 'Tienda de ejemplo' }).click(),
  },
  {
    name: 'entornos-editar',
    path: async (product) => `/entornos?ver=${await addEntorno(product)}`,
    prepare: (page) =>
      page.getByRole('combobox', { name: 'Nombre allí del servidor 1' }).scrollIntoViewIfNeeded(),
  },
  { name: 'alertas-nueva', path: '/alertas?ver=nuevo' },
  { name: 'parametros', path: '/parametros' },
  { name: 'categorias', path: '/categorias' },
  { name: 'tokens', path: '/tokens' },
  { name: 'usuarios', path: '/usuarios' },
  { name: 'usuarios-nuevo', path: '/usuarios?ver=nuevo' },
  { name: 'perfil', path: '/perfil' },
  { name: 'auditoria', path: '/auditoria' },
  { name: 'procesos', path: '/procesos', prepare: (page) => page.getByText('Consultar cliente').waitFor() },
  { name: 'procesos-tabla', path: '/procesos', prepare: showTable },
  { name: 'procesos-importar', path: '/procesos?ver=importar' },
  { name: 'procesos-importar-flujo', path: '/procesos?ver=importar', prepare: pasteForeign },
  {
    name: 'plantillas',
    path: '/procesos/plantillas',
    prepare: (page) => page.getByRole('button', { name: /^Receptor/ }).waitFor(),
  },
  {
    name: 'plantillas-elegida',
    path: '/procesos/plantillas?ver=consulta-con-cache',
    prepare: (page) => page.getByText(/^Faltan? /).waitFor(),
  },
  { name: 'proceso', path: (product) => pathOfProceso(product, 'resumen') },
  { name: 'proceso-flujo', path: (product) => pathOfProceso(product, 'flujo') },
  { name: 'proceso-ejecutar', path: (product) => pathOfProceso(product, 'ejecutar'), prepare: runProceso },
  { name: 'proceso-versiones', path: (product) => pathOfProceso(product, 'versiones') },
  { name: 'proceso-canales', path: (product) => pathOfProceso(product, 'canales') },
  {
    name: 'flujo',
    path: async (product) => (await pathOfProceso(product, '')).replace('/procesos/', '/flujo/'),
    prepare: (page) => chooseNodo(page, page.locator('.react-flow__node').nth(1)),
  },
  {
    name: 'flujo-prueba',
    path: async (product) => (await pathOfProceso(product, '')).replace('/procesos/', '/flujo/'),
    prepare: testFlujo,
  },
  {
    name: 'flujo-grupos',
    path: async (product) => (await pathOfProceso(product, '')).replace('/procesos/', '/flujo/'),
    prepare: annotateFlujo,
  },
  ...FLUJO_SCREENS,
  {
    name: 'nodos',
    path: '/configuracion/nodos',
    prepare: (page) => page.getByRole('button', { name: 'Drenar' }).waitFor(),
  },
  { name: 'ejecuciones', path: '/ejecuciones' },
  { name: 'ejecuciones-comparar', path: '/ejecuciones', prepare: compareRuns },
  { name: 'ejecuciones-filtros', path: '/ejecuciones', prepare: openCalendar },
  {
    name: 'ejecucion',
    path: pathOfEjecucion,
    prepare: (page) => page.getByRole('tree').first().waitFor(),
  },
  { name: 'tablas', path: '/tablas' },
  { name: 'tablas-nueva', path: '/tablas/config/new' },
  {
    name: 'tabla',
    path: (product) => pathOf(product, 'tablas', 'paises', (id) => `/tablas/${id}`),
    prepare: (page) => page.getByText('España').waitFor(),
  },
  {
    name: 'tabla-config',
    path: (product) => pathOf(product, 'tablas', 'paises', (id) => `/tablas/config/${id}`),
  },
  {
    name: 'tabla-importar',
    path: (product) => pathOf(product, 'tablas', 'paises', (id) => `/tablas/${id}/importar`),
    prepare: previewImport,
  },
  { name: 'tareas-programadas', path: '/tareas-programadas' },
  { name: 'tareas-programadas-nueva', path: '/tareas-programadas/new' },
  { name: 'tareas-programadas-evento', path: '/tareas-programadas/new', prepare: chooseEvento },
  { name: 'capacidades', path: async (product) => `/ai-capabilities?ver=${await offerCapacidad(product)}` },
  { name: 'contextos-nuevo', path: '/ai-contexts/new', prepare: previewContexto },
  {
    name: 'contextos',
    path: async (product) => {
      await addContexto(product)
      return '/ai-contexts'
    },
    prepare: (page) => page.getByText('1 texto, 1 tabla').waitFor(),
  },
  { name: 'rag', path: '/rag', prepare: (page) => page.getByText('Todavía no hay colecciones').waitFor() },
  { name: 'rag-nueva', path: '/rag?ver=nuevo', prepare: tryCorte },
  {
    name: 'ai-chat',
    path: async (product) => `/ai-chat?ver=${await addConversacion(product)}`,
    // The service of its models is gone.
    tolerates: /status of 502/,
    prepare: (page) => page.getByRole('application').waitFor(),
  },
  {
    name: 'rag-documentos',
    path: async (product) => `/rag/${await addColeccion(product)}`,
    prepare: openDocumento,
  },
  {
    name: 'rag-fuentes',
    path: async (product) => `/rag/${await addColeccion(product)}/fuentes?ver=nuevo`,
    prepare: async (page) => {
      await page.getByText('Consulta SQL', { exact: true }).first().click()
      await page.getByLabel('Columna de la clave').waitFor()
    },
  },
  {
    name: 'rag-fuente-horas',
    path: async (product) => `/rag/${await addColeccion(product)}/fuentes?ver=nuevo`,
    async prepare(page) {
      await page.getByText('A sus horas', { exact: true }).click()
      await page.getByText('De lunes a viernes, a las 08:00.', { exact: true }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'rag-evaluacion',
    path: async (product) => `/rag/${await addEvaluacion(product)}/evaluacion`,
    prepare: (page) => page.getByText('Por palabras: 1.º').waitFor(),
  },
  {
    name: 'rag-pregunta',
    path: async (product) => `/rag/${await addEvaluacion(product)}/evaluacion?ver=nuevo`,
    prepare: (page) => page.getByRole('form', { name: 'Nueva pregunta' }).waitFor(),
  },
  {
    name: 'rag-buscar',
    path: async (product) => `/rag/${await addColeccion(product)}/buscar?q=anular+una+factura`,
    prepare: (page) =>
      page.getByRole('list', { name: 'Pasajes hallados' }).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'ia-presupuesto',
    path: async (product) => `/ai/budget?ver=${await offerPresupuesto(product)}`,
    prepare: (page) => page.getByLabel('Importe').waitFor(),
  },
  { name: 'ia-consumo', path: '/ai/budget?vista=consumo' },
  {
    name: 'ia-precios',
    path: async (product) => {
      await offerPresupuesto(product)
      return '/ai/pricing'
    },
  },
  {
    name: 'mcp',
    path: async (product) => {
      await offerCapacidad(product)
      return '/mcp'
    },
    prepare: (page) => page.getByRole('region', { name: 'Conectar un asistente' }).waitFor(),
  },
  ...AGENTES_SCREENS,
  ...ASISTENTE_SCREENS,
  {
    name: 'mcp-ajenas',
    path: async (product) => {
      await offerMcpServer(product)
      return '/mcp?vista=ajenas'
    },
    prepare: (page) => page.getByRole('article').waitFor(),
  },
  {
    name: 'mcp-servidor',
    path: async (product) => `/mcp/${await offerMcpServer(product)}`,
    prepare: (page) => page.getByText('Cambió: no se usa').waitFor(),
  },
  { name: 'configuracion', path: '/configuracion' },
  { name: 'configuracion-seguridad', path: '/configuracion?seccion=seguridad' },
  { name: 'configuracion-copia', path: '/configuracion?seccion=copia' },
  {
    name: 'configuracion-tracing',
    path: '/configuracion-tracing',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Añadir un proceso' }).click()
      await page.getByText('Se guardan', { exact: true }).waitFor()
    },
  },
  { name: 'configuracion-tracing-ocultar', path: '/configuracion-tracing?seccion=ocultar' },
  { name: 'configuracion-tracing-tamanos', path: '/configuracion-tracing?seccion=tamanos' },
  {
    name: 'configuracion-tracing-exportacion',
    path: '/configuracion-tracing?seccion=exportacion',
    prepare: async (page) => {
      await page.getByRole('switch', { name: 'Enviar a un recolector' }).press('Space')
      await page.getByRole('button', { name: 'Añadir', exact: true }).click()
    },
  },
  {
    name: 'configuracion-async-pool-cola',
    path: '/configuracion-async-pool?vista=cola',
    prepare: (page) => page.getByText('Nada espera').waitFor(),
  },
  {
    name: 'configuracion-async-pool',
    path: '/configuracion-async-pool',
    prepare: (page) => page.locator('figure svg.recharts-surface').nth(1).waitFor(),
  },
]

/** What an earlier look at it brought. */
async function removeColecciones(product: Product): Promise<void> {
  for (const resource of ['colecciones', 'test-cliente/entornos']) {
    const { json } = await product.api('GET', `/${resource}`)
    for (const { id } of json as { id: string }[]) await product.api('DELETE', `/${resource}/${id}`)
  }
}

/** With variables, a test that is taken and one that is not. */
async function bringColeccion(page: Page): Promise<void> {
  const coleccion = {
    info: {
      name: 'Tienda de Postman',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'base', value: 'https://api.ejemplo.com' },
      { key: 'token', value: 'abc' },
    ],
    item: [
      {
        name: 'Consultar cliente',
        event: [
          {
            listen: 'test',
            script: { exec: ['pm.response.to.have.status(200);', 'if (pm.response.code > 299) avisar();'] },
          },
        ],
        request: {
          method: 'GET',
          url: '{{base}}/clientes/1',
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
        },
      },
    ],
  }
  await page.getByRole('button', { name: 'Colecciones' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Importar de Postman' }).click(),
  ])
  const buffer = Buffer.from(JSON.stringify(coleccion))
  await chooser.setFiles({ name: 'tienda.json', mimeType: 'application/json', buffer })
  await page.getByText('Qué se tomó y qué no').waitFor()
}

async function pasteForeign(page: Page): Promise<void> {
  const panel = page.getByRole('form', { name: 'Importar proceso' })
  await panel.getByLabel('O pegue su JSON').fill(readFileSync(FORANEO, 'utf8'))
  await panel.getByRole('link', { name: /^Crear un servidor/ }).scrollIntoViewIfNeeded()
}

async function compareRuns(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('row').nth(2).getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Comparar' }).click()
  await page
    .getByRole('button', { name: /^Datos distintos/ })
    .first()
    .click()
}

/** Of the thing of the samples that is called like this. */
async function pathOf(
  product: Product,
  resource: string,
  q: string,
  toPath: (id: string) => string,
): Promise<string> {
  const { json } = await product.api('GET', `/${resource}?q=${q}`)
  const [found] = json as { id: string }[]
  return toPath(found?.id ?? '')
}

/** With one that waits; another look at it finds the same one. */
async function pathOfAprobaciones(product: Product): Promise<string> {
  const { json } = await product.api('GET', '/aprobaciones')
  if ((json as unknown[]).length === 0) await askForApproval(product)
  return '/ejecuciones/aprobaciones'
}

/** One of the samples as a tool; another look at it finds the same one. */
async function offerCapacidad(product: Product): Promise<string> {
  const { json } = await product.api('GET', '/ai-capabilities')
  const [known] = json as { id: string }[]
  if (known) return known.id
  const procesos = await product.api('GET', '/procesos?limite=1')
  const [proceso] = procesos.json as { id: string }[]
  const created = await product.api('POST', '/ai-capabilities', {
    nombre: 'consultar_cliente',
    descripcion:
      'Dice quién es un cliente y qué ha pedido, por su número. Úsala antes de contestar sobre un pedido.',
    objetivo: { tipo: 'proceso', procesoId: proceso?.id },
    escribe: false,
    enMcp: true,
  })
  return (created.json as { id: string }).id
}

/** A price and a budget; another look at them finds the same ones. Answers the id of the budget. */
async function offerPresupuesto(product: Product): Promise<string> {
  const { json } = await product.api('GET', '/ai/budget')
  const [known] = json as { id: string }[]
  if (known) return known.id
  await product.api('POST', '/ai/pricing', {
    modelo: 'gpt-5-mini',
    desde: '2026-01-01',
    entradaPorMillon: '0.25',
    salidaPorMillon: '2',
    cacheadaPorMillon: '0.025',
  })
  const created = await product.api('POST', '/ai/budget', {
    nombre: 'Todo el equipo',
    importe: '100',
    duro: true,
  })
  return (created.json as { id: string }).id
}

async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByLabel('Desde').fill('3/11/2026 8.30')
  await page.getByRole('button', { name: 'Abrir el calendario' }).first().click()
  await page.getByLabel('Horas').waitFor()
}

/** Runs are written down together, a moment after they ended. */
async function pathOfEjecucion(product: Product): Promise<string> {
  for (let left = 100; left > 0; left--) {
    const { json } = await product.api('GET', '/ejecuciones?limite=1')
    const [ejecucion] = json as { id: string }[]
    if (ejecucion) return `/ejecuciones/${ejecucion.id}`
    await delay(100)
  }
  throw new Error('nothing ran')
}

async function testConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar' }).click()
  await page.getByText(/^Responde:/).waitFor()
}

async function showTable(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Tabla' }).press('Space')
  await page.getByRole('table').waitFor()
}

/** Of the sample's proceso that was changed since it was published. */
async function pathOfProceso(product: Product, seccion: string): Promise<string> {
  const { json } = await product.api('GET', '/procesos?q=Consultar')
  const [proceso] = json as { id: string }[]
  return `/procesos/${proceso?.id}?seccion=${seccion}`
}

async function runProceso(page: Page): Promise<void> {
  await page.getByRole('form').getByRole('button', { name: 'Ejecutar' }).click()
  await page.getByRole('tree', { name: 'Respuesta' }).waitFor()
}

async function testFlujo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar' }).click()
  await page
    .getByRole('form', { name: 'Probar el proceso' })
    .getByRole('button', { name: 'Ejecutar' })
    .click()
  await page.getByRole('tree', { name: 'Respuesta' }).waitFor()
}

/** A frame around two nodes, with a note beside them. */
async function annotateFlujo(page: Page): Promise<void> {
  await chooseNodo(page, page.locator('.react-flow__node').nth(1))
  const other = await reachNodo(page, page.locator('.react-flow__node').nth(2))
  await other.click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+g')
  await page.getByLabel('Nombre').fill('Lo que se consulta')
  await page.getByRole('button', { name: 'Cerrar el inspector' }).click()
  await page.keyboard.press('n')
  await page.getByLabel('Texto').fill('Si el cliente no existe, se responde 404.')
}

async function previewImport(page: Page): Promise<void> {
  await page
    .getByLabel('O pegue aquí el contenido')
    .fill('iso,nombre,habitantes\nIT,Italia,58\nGR,Grecia,diez\n')
  await page.getByRole('button', { name: 'Revisar lo pegado' }).click()
  await page.getByRole('region', { name: 'Errores' }).waitFor()
}

async function search(page: Page): Promise<void> {
  await page.getByLabel('Buscar', { exact: true }).fill('iv')
  await page.getByRole('option').first().waitFor()
}

async function callTheShop(page: Page): Promise<void> {
  await chooseShopOperation(page)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText(/^HTTP /).waitFor()
}

async function openColecciones(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Colecciones' }).click()
  await page.getByText('Todavía no hay colecciones').waitFor()
}

async function loadTheShop(page: Page): Promise<void> {
  await chooseShopOperation(page)
  await page.getByRole('tab', { name: 'Carga' }).click()
  await page.getByRole('button', { name: 'Lanzar carga' }).click()
  await page.locator('figure svg.recharts-surface').first().waitFor()
}

async function chooseShopOperation(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Operación' }).click()
  await page.getByRole('option', { name: /^GET/ }).first().click()
  await page.getByRole('tab', { name: 'Formulario' }).waitFor()
  // Its parameters are asked for before they stand there.
  await page.getByText('Elija una operación del canal').waitFor({ state: 'detached' })
}

async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).waitFor()
}

async function showToasts(page: Page): Promise<void> {
  for (const kind of ['éxito', 'error', 'advertencia', 'información', 'confirmación']) {
    await page.getByRole('button', { name: `Mostrar ${kind}` }).press('Enter')
  }
  await page.getByText('¿Continuar?').waitFor()
}

/** What makes a product look used: calls, some of which fail, and a few definitions. */
export async function fillProduct(product: Product): Promise<void> {
  for (const id of [1, 2, 3, 4, 5, 99_999]) await product.motor('GET', `/rest/tienda/clientes/${id}`)
  await changeProceso(product)
  await product.api('POST', '/parametros', { nombre: 'iva', tipo: 'decimal', valor: 21 })
  await product.api('POST', '/categorias', { nombre: 'Ventas' })
  await addPaises(product)
  const username = 'berta'
  await product.api('POST', '/usuarios', { username, email: 'berta@ejemplo.es', role: 'operador' })
  const { json } = await product.api('GET', '/procesos?limite=1')
  const [proceso] = json as { id: string }[]
  await product.api('POST', '/tareas-programadas', {
    nombre: 'Cierre del día',
    procesoId: proceso?.id,
    cron: '30 20 * * 1-5',
    zonaHoraria: 'Europe/Madrid',
  })
  await product.api('POST', '/tokens', {
    nombre: 'Tienda en línea',
    canales: 'todos',
    expiraEn: new Date(Date.now() + 86_400_000).toISOString(),
  })
}

async function addPaises(product: Product): Promise<void> {
  const columnas = [
    { nombre: 'iso', requerido: true, unico: true },
    { nombre: 'nombre' },
    { nombre: 'habitantes', tipo: 'entero' },
  ]
  const { json } = await product.api('POST', '/tablas', { nombre: 'paises', columnas })
  const filas = [
    { iso: 'ES', nombre: 'España', habitantes: 49_315_949 },
    { iso: 'PT', nombre: 'Portugal', habitantes: 10_749_635 },
    { iso: 'FR', nombre: 'Francia', habitantes: 68_605_616 },
  ]
  await product.api('POST', `/tablas/${(json as { id: string }).id}/filas/lote`, { filas })
}

/** A draft that differs from what is published. */
async function changeProceso(product: Product): Promise<void> {
  const { json } = await product.api('GET', (await pathOfProceso(product, '')).replace(/\?.*/, ''))
  const proceso = json as { id: string; flujo: { nodos: { tipo: string; objeto?: { sql: string } }[] } }
  const nodos = proceso.flujo.nodos.map((nodo) =>
    nodo.objeto ? { ...nodo, objeto: { ...nodo.objeto, sql: `${nodo.objeto.sql}\nlimit 10` } } : nodo,
  )
  await product.api('PUT', `/procesos/${proceso.id}`, { ...proceso, flujo: { ...proceso.flujo, nodos } })
}

/** Leaves the page at the screen, quiet. */
export async function showScreen(
  page: Page,
  product: Product,
  { path, prepare }: ScreenShown,
): Promise<void> {
  await page.goto(typeof path === 'string' ? path : await path(product))
  // Between two requests of a screen that is still on its way the network is quiet too.
  await page.locator('h1, h2').first().waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
}

async function chooseEvento(page: Page): Promise<void> {
  await page.getByText('Con un evento', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Servidor' }).click()
  await page.getByRole('option', { name: /^Tienda de ejemplo/ }).click()
  await page.getByRole('combobox', { name: 'Evento', exact: true }).click()
  await page.getByRole('option', { name: 'Fila nueva o cambiada' }).click()
  await page.getByLabel('Columna que crece').waitFor()
}
