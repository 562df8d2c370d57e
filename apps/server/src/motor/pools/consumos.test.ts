import { LIMITS } from '@div/contract'
import type { PeticionDeConversacion, PiezaDeRespuesta, Uso } from '@div/servidores'
import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../db/testing.ts'
import { createPresupuesto, type PresupuestoDeIa } from '../presupuesto/presupuesto.ts'
import { insertPrecio, insertPresupuesto, insertServidor } from '../presupuesto/testing.ts'
import { createPools, type Pools } from './pools.ts'
import { testContext, testPorts } from './testing.ts'
import { cutAfter, servidorDeModelos, TIPOS, type Tipo, tipoServidorOf } from './testing-ia.ts'

let proveedor: ProveedorDePrueba
let database: TestDatabase
let presupuesto: PresupuestoDeIa
const pools: Pools[] = []
const servidorId = uuid()

beforeAll(async () => {
  proveedor = await startProveedor()
  database = await createTestDatabase()
  presupuesto = createPresupuesto({
    db: database.db,
    limits: LIMITS,
    findRun: () => undefined,
    log: { warn() {} },
  })
  await insertServidor(database.db, servidorId)
  for (const modelo of ['chico', 'grande', 'ido', 'texto-embed'])
    await insertPrecio(database.db, { modelo, entrada: '1', salida: '2' })
})
afterEach(async () => {
  proveedor.say()
  proveedor.seen.length = 0
  await Promise.all(pools.splice(0).map((each) => each.close()))
  await database.db.deleteFrom('aiConsumos').execute()
  await database.db.deleteFrom('aiPresupuestos').execute()
})
afterAll(async () => {
  presupuesto.close()
  await proveedor.close()
  await database.drop()
})

function open(
  tipo: Tipo = 'openai',
  config: Record<string, unknown> = {},
  consumosOf: PresupuestoDeIa['of'] = presupuesto.of,
): Pools {
  const servidor = {
    ...servidorDeModelos(proveedor, tipo, { reintentos: { max: 1, esperaMs: 1 }, ...config }),
    id: servidorId,
  }
  const created = createPools({
    loadServidor: () => servidor,
    interno: testPorts(),
    consumosOf,
    limits: LIMITS,
    log: { warn() {} },
  })
  pools.push(created)
  return created
}

const prepare = (opened: Pools, tipo: Tipo, tipoObjeto: string, objeto: Record<string, unknown>) =>
  opened.prepare({
    nodo: 'n1',
    nombreNodo: 'Preguntar',
    servidorId,
    tipoServidor: tipoServidorOf(tipo),
    tipoObjeto,
    objeto,
    parametros: [],
  })
const generate = async (opened = open(), tipo: Tipo = 'openai', context = testContext()) =>
  prepare(opened, tipo, 'generar', { mensaje: 'Hola', maxTokens: 50 }).call({}, context)

const CONVERSACION: PeticionDeConversacion = {
  modelo: '',
  instrucciones: '',
  mensajes: [{ rol: 'usuario', texto: 'Hola' }],
  maxTokens: 50,
}
async function listen(tipo: Tipo, heard: PiezaDeRespuesta[] = []) {
  const piezas = open(tipo).converse(servidorId, CONVERSACION, testContext())
  for await (const pieza of piezas) heard.push(pieza)
  return heard
}

/** Of each call: how it ended, and what it took. */
async function ledger() {
  const rows = await database.db
    .selectFrom('aiConsumos')
    .select(['modelo', 'clase', 'estado', 'entrada', 'salida', 'importe'])
    .orderBy('id')
    .execute()
  return rows.map(({ entrada, salida, ...row }) => ({
    ...row,
    entrada: Number(entrada),
    salida: Number(salida),
  }))
}
const told = {
  modelo: 'chico',
  clase: 'texto',
  estado: 'liquidado',
  entrada: 11,
  salida: 7,
  importe: '0.000025',
}
/** `Hola` and nothing before it, two messages. */
const ENTRADA = 4 + 32
const most = (salida: number): Pick<Uso, 'entrada' | 'salida'> => ({ entrada: ENTRADA, salida })

describe.each(TIPOS)('%s', (tipo) => {
  test('a call is settled by what its service says that it took', async () => {
    await generate(open(tipo), tipo)
    expect(await ledger()).toEqual([told])
  })

  test('so is a conversation, told while it goes on', async () => {
    await listen(tipo)
    expect(await ledger()).toEqual([told])
  })

  test('a conversation that is cut costs what it was asked and what came', async () => {
    proveedor.say({ texto: 'uno dos tres cuatro', cortarTras: cutAfter(tipo), pausaMs: 30 })
    const heard: PiezaDeRespuesta[] = []
    await expect(listen(tipo, heard)).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    const said = heard.map((pieza) => (pieza.tipo === 'texto' ? pieza.texto : '')).join('')
    expect(await ledger()).toMatchObject([{ estado: 'liquidado', ...most(said.length) }])
  })
})

test('what does not fit is not asked', async () => {
  await insertPresupuesto(database.db, { importe: '0.0001' })
  await expect(generate()).rejects.toMatchObject({ codigo: 'PRESUPUESTO_AGOTADO', status: 402 })
  await expect(listen('openai')).rejects.toMatchObject({ codigo: 'PRESUPUESTO_AGOTADO' })
  expect(proveedor.seen).toEqual([])
})

test('a refusal costs nothing, asking again is the same call, and another model is another one', async () => {
  proveedor.say({ estado: 429, cabeceras: { 'retry-after': '0' } }, { texto: 'ya' })
  await generate()
  expect(await ledger()).toEqual([told])
  await generate(open('openai', { modelo: 'ido', alternativas: ['chico'] }))
  expect(await ledger()).toMatchObject([{}, { modelo: 'ido', estado: 'liberado', importe: '0' }, told])
})

test('a service that is not there costs nothing; one that took the call and said nothing, its most', async () => {
  await expect(generate(open('openai', { urlBase: 'http://127.0.0.1:1/v1' }))).rejects.toThrow()
  expect(await ledger()).toMatchObject([{ estado: 'liberado' }])
  const context = testContext()
  proveedor.say({ demoraMs: 5_000 })
  const waiting = generate(open(), 'openai', context)
  setTimeout(() => context.abort(new Error('basta')), 300)
  await expect(waiting).rejects.toThrow('basta')
  await expect.poll(ledger).toMatchObject([{}, { estado: 'liquidado', ...most(50) }])
})

test('one that is cancelled while it waits for its budget is neither made nor written down', async () => {
  await insertPresupuesto(database.db, { importe: '9' })
  await generate()
  const context = testContext()
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('aiPresupuestoPeriodos').select('inicio').forUpdate().execute()
    const waiting = generate(open(), 'openai', context)
    const refused = expect(waiting).rejects.toThrow('basta')
    await untilWaiting(database.db, 1)
    context.abort(new Error('basta'))
    await refused
    // Its statement is over while the budget is still held.
    await untilWaiting(database.db, 0)
  })
  expect(await ledger()).toEqual([told])
  expect(proveedor.seen).toHaveLength(1)
})

test('one that is cancelled once its cost is set aside is not made, and costs nothing', async () => {
  const context = testContext()
  const abortAfter: PresupuestoDeIa['of'] = (id) => ({
    async reserve(...asked) {
      const reserva = await presupuesto.of(id).reserve(...asked)
      context.abort(new Error('basta'))
      return reserva
    },
  })
  await expect(generate(open('openai', {}, abortAfter), 'openai', context)).rejects.toThrow('basta')
  await expect.poll(ledger).toMatchObject([{ estado: 'liberado', importe: '0' }])
  expect(proveedor.seen).toEqual([])
})

test('vectors have a price of their own kind', async () => {
  await prepare(open(), 'openai', 'incrustar', { textos: ['Hola'] }).call({}, testContext())
  expect(await ledger()).toEqual([
    {
      modelo: 'texto-embed',
      clase: 'vectores',
      estado: 'liquidado',
      entrada: 5,
      salida: 0,
      importe: '0.000005',
    },
  ])
})
