import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addModelos } from '../../e2e/agentes-de-prueba.ts'
import { type MotorNode, type StoryProduct, startMotorNode, startStoryProduct } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { BACK_MS } from './calls.ts'
import { drawFlujo } from './flujos.ts'
import {
  accept,
  askRun,
  idOfRun,
  KILL_MS,
  openLocker,
  publishDurable,
  STARTING_MS,
  stopAll,
} from './killed-runs.ts'

/** It looks through the ledger each minute. */
const SETTLED_MS = BACK_MS + 30_000

/** For each million of tokens. */
const PRECIO = { modelo: 'chico', desde: '2026-01-01', entradaPorMillon: '1', salidaPorMillon: '2' }
/** Of the 11 tokens that it is asked, and the 7 that it answers. */
const COSTE = '0.000025'

const PRIMERO = { texto: 'uno' }
const SEGUNDO = { texto: 'dos' }

let product: StoryProduct
let proveedor: ProveedorDePrueba
let killed: MotorNode
let other: MotorNode | undefined
let presupuestoId: string
let path: string

beforeAll(async () => {
  proveedor = await startProveedor()
  product = await startStoryProduct({ DIV_ROLE: 'api' })
  const flujo = askingFlujo(await addModelos(product, proveedor))
  path = await publishDurable(product, 'pregunta', flujo)
  expect((await product.api('POST', '/ai/pricing', PRECIO)).status).toBe(201)
  const presupuesto = { nombre: 'Todo', importe: '1', duro: true }
  const made = await product.api('POST', '/ai/budget', presupuesto)
  expect(made.status, made.text).toBe(201)
  presupuestoId = idOf(made.json)
  killed = await startMotorNode(product, {})
}, STARTING_MS)
afterAll(async () => {
  await stopAll(product, killed, other)
  await proveedor?.close()
}, STARTING_MS)

/** entrada → a model → a model that is told what the first one said → salida. */
function askingFlujo(servidorId: string): object {
  const asks = (id: string, mensaje: string, parametros: object[] = []) => ({
    id,
    tipo: 'proceso',
    tipoServidor: 'openai',
    servidorId,
    tipoObjeto: 'generar',
    objeto: { mensaje, maxTokens: 100 },
    parametros,
  })
  const nodos = [
    { id: 'e', tipo: 'entrada' },
    asks('m', 'Primero'),
    asks('n', 'Segundo: {dicho}', [{ nombre: 'dicho', valorAsignado: { nodo: 'm', ruta: 'texto' } }]),
    { id: 's', tipo: 'salida', parametros: [{ nombre: 'da', valorAsignado: { nodo: 'n', ruta: 'texto' } }] },
  ]
  return drawFlujo(nodos, 'e>m>n>s')
}

/** A run whose first question waits for its answer. */
async function acceptHeld(): Promise<{ run: string; answer: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  proveedor.say({ ...PRIMERO, tras: promise })
  const asked = countAsked('Primero')
  const run = await accept(killed, path)
  await untilAsked('Primero', asked + 1)
  return { run, answer: resolve }
}

/** How often the model was asked that. */
const countAsked = (mensaje: string) =>
  proveedor.seen.filter(({ body }) => body.messages?.at(-1).content === mensaje).length
const untilAsked = (mensaje: string, times: number) =>
  expect.poll(() => countAsked(mensaje), { timeout: BACK_MS }).toBe(times)

const isOf = (run: string) => `where ejecucion_id = '${idOfRun(run)}'`
/** Calls of a run in the ledger, in their order. */
const listConsumos = (run: string) =>
  product.run(`select estado, importe::text, reservado::text from ai_consumos ${isOf(run)} order by id`)
const estadosOf = async (run: string) => (await listConsumos(run)).map(({ estado }) => estado)

test(
  'wherever its node is killed around the answer of a model a run ends elsewhere, and what it spent is counted to the last cent',
  async () => {
    proveedor.say(PRIMERO, SEGUNDO)
    const whole = await accept(killed, path)
    await expect.poll(() => askRun(killed, whole), { timeout: BACK_MS }).toMatchObject({ estado: 'ok' })

    // After the checkpoint of its first answer, while it waits for the second one.
    proveedor.say(PRIMERO, { tras: new Promise(() => {}) })
    const asking = await accept(killed, path)
    await untilAsked('Segundo: uno', 2)

    const locker = await openLocker(product)

    // It was answered and could not write down what that cost.
    const unsettled = await acceptHeld()
    await locker.take(`select from ai_consumos ${isOf(unsettled.run)} for update`)
    unsettled.answer()
    await locker.untilHeld(1)

    // That it could, and not the checkpoint.
    const unkept = await acceptHeld()
    await locker.take('lock table puntos_de_control in share row exclusive mode')
    unkept.answer()
    await expect.poll(() => estadosOf(unkept.run), { timeout: BACK_MS }).toEqual(['liquidado'])
    await locker.untilHeld(2)

    await locker.kill(killed)
    expect([await estadosOf(asking), await estadosOf(unsettled.run)]).toEqual([
      ['liquidado', 'reservado'],
      ['reservado'],
    ])

    proveedor.say()
    const node = await startMotorNode(product, { DIV_LIMITE_IA_RESERVA_MS: '1000' })
    other = node
    for (const run of [asking, unsettled.run, unkept.run])
      await expect.poll(() => askRun(node, run), { timeout: BACK_MS }).toMatchObject({ estado: 'ok' })
    // What was kept is not asked again.
    expect(countAsked('Primero')).toBe(6)
    expect(proveedor.seen).toHaveLength(6 + 5)

    await expect
      .poll(() => product.run("select from ai_consumos where estado = 'reservado'"), { timeout: SETTLED_MS })
      .toEqual([])
    expect(await estadosOf(whole)).toEqual(['liquidado', 'liquidado'])
    expect(await estadosOf(asking)).toEqual(['liquidado', 'vencido', 'liquidado'])
    expect(await estadosOf(unsettled.run)).toEqual(['vencido', 'liquidado', 'liquidado'])
    expect(await estadosOf(unkept.run)).toEqual(['liquidado', 'liquidado', 'liquidado'])
    // Each for what it took; of which nobody said what that was, for the most that it may have been.
    const consumos = (await Promise.all([whole, asking, unsettled.run, unkept.run].map(listConsumos))).flat()
    for (const { estado, importe, reservado } of consumos)
      expect(importe).toBe(estado === 'vencido' ? reservado : COSTE)
    const [sum] = await product.run('select trim_scale(sum(importe))::text as importe from ai_consumos')
    const { json } = await product.api('GET', `/ai/budget/${presupuestoId}/resumen`)
    expect(json).toMatchObject({ reservado: '0', gastado: sum?.importe, rechazos: 0 })
  },
  KILL_MS,
)
