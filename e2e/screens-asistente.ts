import type { PropuestaDeFlujo } from '@div/contract'
import type { Page } from 'playwright-core'
import { flujoOf } from './flujos.ts'
import type { Product } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import type { ScreenShown } from './screens.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Asistente' })

/** What the assistant shows, by answers that stand in for a model's. */
export const ASISTENTE_SCREENS: readonly ScreenShown[] = [
  {
    name: 'asistente-configuracion',
    path: chooseModelo,
    prepare: (page) => page.getByLabel('Modelo', { exact: true }).waitFor(),
  },
  { name: 'asistente', path: openDraft, prepare: (page) => openPanel(page) },
  {
    name: 'asistente-propuesta',
    path: openDraft,
    prepare: (page) => propose(page, VALID),
    isKeptWhole: true,
  },
  { name: 'asistente-hallazgos', path: openDraft, prepare: (page) => propose(page, INVALID) },
  { name: 'asistente-fallo', path: openFailing, prepare: explain },
]

/** Each look of a screen draws a proceso of its own. */
let made = 0

/** Nobody is called: choosing it needs none to be there. */
async function chooseModelo(product: Product): Promise<string> {
  const listed = (await product.api('GET', '/servidores?q=Modelos')).json as { id: string }[]
  const made =
    listed[0] ??
    (
      await product.api('POST', '/servidores', {
        nombre: 'Modelos',
        tipoServidor: 'ollama',
        permitirRedPrivada: true,
        config: { urlBase: 'http://127.0.0.1:9', modelo: 'llama' },
      })
    ).json
  const { revision } = (await product.api('GET', '/ai/asistente/configuracion')).json as { revision: number }
  await product.api('PUT', '/ai/asistente/configuracion', { servidorId: idOf(made), modelo: '', revision })
  return '/configuracion?seccion=asistente'
}

const DRAFT = flujoOf(
  [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 7, orden: 1 }],
    },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
  ],
  'n1>n2',
)

async function openDraft(product: Product): Promise<string> {
  await chooseModelo(product)
  return `/flujo/${await createProceso(product, `Pedidos ${++made}`, DRAFT)}`
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Asistente' }).click()
  await panel(page).getByLabel('Describa la integración').waitFor()
}

const NODOS = [
  DRAFT.nodos[0],
  {
    id: 'n3',
    tipo: 'transformacion',
    nombre: 'Preparar el aviso',
    posicion: { x: 320, y: 0 },
    parametros: [{ nombre: 'asunto', expresion: '"Pedido " & n1.id', orden: 1 }],
  },
  {
    id: 'n4',
    tipo: 'condicion',
    nombre: '¿Es grande?',
    posicion: { x: 640, y: 0 },
    parametros: [],
    casos: [{ nombre: 'si', expresion: 'n1.id > 100' }],
  },
  {
    ...DRAFT.nodos[1],
    nombre: 'Aceptado',
    posicion: { x: 960, y: 0 },
    parametros: [{ nombre: 'asunto', valorAsignado: { nodo: 'n3', ruta: 'asunto' }, orden: 1 }],
  },
  {
    id: 'n5',
    tipo: 'salida',
    nombre: 'En revisión',
    posicion: { x: 960, y: 120 },
    estadoHttp: 202,
    parametros: [],
  },
]

const VALID = {
  explicacion:
    'Recibe el pedido, escribe el asunto del aviso y decide por su número: los mayores de 100 se aceptan, los demás quedan en revisión.\n\nSupuse que «id» es el número del pedido.',
  flujo: {
    version: 1,
    nodos: NODOS,
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n3' },
      { id: 'c2', origen: 'n3', destino: 'n4' },
      { id: 'c3', origen: 'n4', destino: 'n2', salida: 'si' },
      { id: 'c4', origen: 'n4', destino: 'n5', salida: 'otro' },
    ],
  },
  valido: true,
  hallazgos: [] as PropuestaDeFlujo['hallazgos'],
  rondas: 2,
  modelo: 'llama',
  tokens: { entrada: 9_120, salida: 640 },
}

const INVALID = {
  ...VALID,
  valido: false,
  hallazgos: [
    {
      nodo: 'n4',
      campo: 'casos[0].expresion',
      mensaje: 'No existe «n8».',
      gravedad: 'error' as const,
    },
  ],
}

async function propose(page: Page, answer: object): Promise<void> {
  await page.route('**/api/procesos/*/asistente', (route) => route.fulfill({ json: answer }))
  await openPanel(page)
  await panel(page).getByRole('textbox').fill('Que avise de los pedidos y deje en revisión los pequeños')
  await panel(page).getByRole('button', { name: 'Proponer' }).click()
  await page.getByRole('region', { name: 'Propuesta del asistente' }).waitFor()
  await panel(page).getByRole('button', { name: 'Descartar' }).waitFor()
}

async function openFailing(product: Product): Promise<string> {
  await chooseModelo(product)
  const flujo = flujoOf(
    [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
      {
        id: 'n2',
        tipo: 'transformacion',
        nombre: 'Repartir',
        parametros: [{ nombre: 'x', expresion: '1 / 0', orden: 1 }],
      },
      { id: 'n3', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
    ],
    'n1>n2',
    'n2>n3',
  )
  const id = await createProceso(product, `Reparto ${++made}`, flujo)
  const { idEjecucion } = (await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: {} })).json as {
    idEjecucion: string
  }
  return `/ejecuciones/${idEjecucion}`
}

async function explain(page: Page): Promise<void> {
  await page.route('**/api/ejecuciones/*/explicar', (route) =>
    route.fulfill({
      json: {
        causa: 'La fórmula de «x» divide entre cero: el divisor está escrito como 0.',
        queHacer: [
          'Cambie el divisor por el dato que corresponda.',
          'Trate antes con una condición el caso en que sea cero.',
        ],
        nodo: 'n2',
        modelo: 'llama',
        tokens: { entrada: 1_204, salida: 96 },
      },
    }),
  )
  await page.getByRole('button', { name: 'Explicar este error' }).click()
  await page.getByRole('region', { name: 'Explicación del error' }).waitFor()
}
