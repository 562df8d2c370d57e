import { LIMITS, type LlamadaContext, type Parametro } from '@div/contract'
import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createPools, type Pools } from '../pools/pools.ts'
import { testContext, testPorts } from '../pools/testing.ts'
import { servidorDeModelos, type Tipo } from '../pools/testing-ia.ts'
import { createPresupuesto, type PresupuestoDeIa } from '../presupuesto/presupuesto.ts'
import { insertServidor } from '../presupuesto/testing.ts'
import { createRespuestasGuardadas } from './respuestas-guardadas.ts'

let proveedor: ProveedorDePrueba
let database: TestDatabase
let presupuesto: PresupuestoDeIa
let opened: Pools[] = []
const [one, other] = [uuid(), uuid()]

beforeAll(async () => {
  proveedor = await startProveedor()
  database = await createTestDatabase()
  const { db } = database
  presupuesto = createPresupuesto({ db, limits: LIMITS, findRun: () => undefined, log: { warn() {} } })
  for (const id of [one, other]) await insertServidor(db, id)
})
beforeEach(() => {
  proveedor.say()
  proveedor.seen.length = 0
})
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()))
  opened = []
  await database.db.deleteFrom('aiRespuestas').execute()
  await database.db.deleteFrom('aiConsumos').execute()
})
afterAll(async () => {
  presupuesto.close()
  await proveedor.close()
  await database.drop()
})

interface Asked {
  tipo?: Tipo
  servidorId?: string
  tipoObjeto?: string
  objeto?: object
  config?: Record<string, unknown>
  context?: Partial<LlamadaContext>
  limits?: Partial<Record<keyof typeof LIMITS, number>>
}

async function ask(asked: Asked = {}) {
  const { tipo = 'openai', servidorId = one, tipoObjeto = 'generar', objeto, config, limits } = asked
  const pools = createPools({
    loadServidor: () => ({ ...servidorDeModelos(proveedor, tipo, config), id: servidorId }),
    interno: testPorts(),
    consumosOf: presupuesto.of,
    guardadasOf: createRespuestasGuardadas({
      db: database.db,
      limits: { ...LIMITS, ...limits },
      log: { warn() {} },
    }).of,
    limits: LIMITS,
    log: { warn() {} },
  })
  opened.push(pools)
  const llamada = pools.prepare({
    nodo: 'n1',
    nombreNodo: 'Preguntar',
    servidorId,
    tipoServidor: tipo,
    tipoObjeto,
    objeto: { guardarHoras: 1, ...(objeto ?? { mensaje: 'Hola' }) },
    parametros: [],
  })
  // Nothing of it is derived from a secret.
  return llamada.call({}, Object.assign(testContext(), { secretParametros: null }, asked.context))
}
const asked = () => proveedor.seen.filter(({ method }) => method === 'POST').length
const charged = async () => (await database.db.selectFrom('aiConsumos').select('id').execute()).length

test('what was asked before is answered without a call, and charged once', async () => {
  proveedor.say({ texto: 'Hola, Ana.' }, { texto: 'otra cosa' })
  const first = await ask()
  const again = await ask()
  expect(first).toEqual({
    texto: 'Hola, Ana.',
    motivo: 'completo',
    modelo: 'chico',
    tokens: { entrada: 11, salida: 7 },
  })
  expect(again).toEqual({ ...Object(first), tokens: { entrada: 0, salida: 0 } })
  expect([asked(), await charged()]).toEqual([1, 1])
})

const CAMPOS: Parametro[] = [{ nombre: 'total', tipo: 'decimal', requerido: true }]
test.each([
  ['extraer', { mensaje: 'Total 12,5', campos: CAMPOS }, '{"total":12.5}', { datos: { total: 12.5 } }],
  [
    'clasificar',
    { texto: 'no llega', clases: [{ nombre: 'queja' }, { nombre: 'duda' }] },
    '{"clase":"queja"}',
    { clase: 'queja' },
  ],
] as const)(
  'of %s what was answered is kept, and read as then',
  async (tipoObjeto, objeto, texto, salida) => {
    proveedor.say({ texto }, { texto: 'nada' })
    expect(await ask({ tipoObjeto, objeto })).toMatchObject(salida)
    expect(await ask({ tipoObjeto, objeto })).toMatchObject({ ...salida, tokens: { entrada: 0, salida: 0 } })
    expect(asked()).toBe(1)
  },
)

test('vectors are kept as they are', async () => {
  const objeto = { textos: ['uno', 'dos'] }
  const first = await ask({ tipoObjeto: 'incrustar', objeto })
  expect(await ask({ tipoObjeto: 'incrustar', objeto })).toEqual({ ...Object(first), tokens: { entrada: 0 } })
  expect(asked()).toBe(1)
})

test.each<[string, Asked]>([
  ['another question', { objeto: { mensaje: 'Adiós' } }],
  ['another temperature', { objeto: { mensaje: 'Hola', temperatura: 1 } }],
  ['another servidor', { servidorId: other }],
  ['another key of the same service', { config: { cabeceras: { 'X-Cuenta': 'b' } } }],
  ['another model', { objeto: { mensaje: 'Hola', modelo: 'grande' } }],
  ['what is derived from a secret', { context: { secretParametros: ['id'] } }],
  ['a call of which nobody knows whether it is', { context: { secretParametros: 'todo' } }],
  ['a node that does not ask for it', { objeto: { mensaje: 'Hola', guardarHoras: 0 } }],
])('%s is not answered with it', async (_, different) => {
  await ask()
  await ask(different)
  expect(asked()).toBe(2)
})

test('what is derived from a secret is not kept, nor what was cut', async () => {
  await ask({ context: { secretParametros: ['clave'] } })
  proveedor.say({ texto: 'a medias', cortado: true })
  await ask()
  expect(await database.db.selectFrom('aiRespuestas').select('clave').execute()).toEqual([])
})

test('what is over is asked again', async () => {
  await ask()
  await database.db
    .updateTable('aiRespuestas')
    .set({ vence: new Date(Date.now() - 1) })
    .execute()
  await ask()
  expect(asked()).toBe(2)
})

test('no more are kept than the limits say, the newest, and none that is too long', async () => {
  for (const mensaje of ['uno', 'dos', 'tres'])
    await ask({ objeto: { mensaje }, limits: { iaRespuestas: 2 } })
  const kept = await database.db
    .selectFrom('aiRespuestas')
    .select('respuesta')
    .orderBy('guardadaEn')
    .execute()
  expect(kept.map(({ respuesta }) => respuesta)).toMatchObject([
    { texto: 'Eco: dos' },
    { texto: 'Eco: tres' },
  ])
  proveedor.say({ texto: 'x'.repeat(100) })
  await ask({ objeto: { mensaje: 'largo' }, limits: { iaRespuestaBytes: 50 } })
  await ask({ objeto: { mensaje: 'largo' } })
  expect(asked()).toBe(5)
})

test('without a place to keep it the model is asked as ever', async () => {
  const { db } = database
  await db.schema.alterTable('aiRespuestas').renameTo('aiRespuestasLejos').execute()
  try {
    expect([await ask(), await ask()]).toMatchObject([{ texto: 'Eco: Hola' }, { texto: 'Eco: Hola' }])
    expect(asked()).toBe(2)
  } finally {
    await db.schema.alterTable('aiRespuestasLejos').renameTo('aiRespuestas').execute()
  }
})
