import { LIMITS, type Limits, poolSchema, resilienciaSchema, ServidorNoResponde } from '@div/contract'
import type { InternoPorts } from '@div/servidores'
import { afterEach, expect, test } from 'vitest'
import { createPools, type Pools } from './pools.ts'
import { testContext, testPorts } from './testing.ts'

const PROCESO = '01900000-0000-7000-8000-000000000001'

const pools: Pools[] = []
afterEach(() => Promise.all(pools.splice(0).map((each) => each.close())))

function prepare(
  tipoObjeto: string,
  objeto: Record<string, unknown>,
  {
    parametros = [],
    ports = {},
    limits = {},
  }: { parametros?: string[]; ports?: Partial<InternoPorts>; limits?: Partial<Limits> } = {},
) {
  const created = createPools({
    loadServidor: () => ({
      id: 'interno',
      nombre: 'DIV',
      tipoServidor: 'interno',
      activo: true,
      permitirRedPrivada: false,
      config: {},
      pool: poolSchema.parse({ max: 1, esperaMs: 10 }),
      resiliencia: resilienciaSchema.parse({ cortacircuitos: { umbral: 1 } }),
    }),
    interno: testPorts(ports),
    limits: { ...LIMITS, ...limits },
    log: { warn() {} },
  })
  pools.push(created)
  const spec = { nodo: 'n1', nombreNodo: 'Llamar', servidorId: 'interno', tipoServidor: 'interno' }
  return created.prepare({ ...spec, tipoObjeto, objeto, parametros })
}

test('processes that call each other do not wait for one another, nor does one failure stop the next', async () => {
  let depth = 0
  const call = prepare(
    'proceso',
    { procesoId: PROCESO },
    {
      ports: {
        async runProceso({ entrada }): Promise<unknown> {
          if (depth++ < 5) return call.call({ n: depth }, testContext({ profundidad: depth }))
          return entrada
        },
      },
    },
  )
  expect(await call.call({ n: 0 }, testContext())).toEqual({ n: 5 })
  const failing = prepare(
    'proceso',
    { procesoId: PROCESO },
    {
      ports: {
        runProceso: async () => Promise.reject(new ServidorNoResponde({ servidor: 'Otro', motivo: 'x' })),
      },
    },
  )
  for (let times = 0; times < 3; times++) {
    await expect(failing.call({}, testContext())).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
  }
})

test('processes may call each other as deep as the operator allows', async () => {
  const call = prepare(
    'proceso',
    { procesoId: PROCESO },
    { limits: { profundidadProcesos: 3 }, ports: { runProceso: async () => 'hecho' } },
  )
  expect(await call.call({}, testContext({ profundidad: 2 }))).toBe('hecho')
  await expect(call.call({}, testContext({ profundidad: 3 }))).rejects.toMatchObject({
    codigo: 'PROFUNDIDAD_SUPERADA',
    message: expect.stringContaining('más de 3 veces'),
  })
})

test.each([
  [2, 'the rows', { total: 2 }],
  [3, 'a named error', { codigo: 'LIMITE_SUPERADO' }],
])('listing %i rows where 2 are allowed answers %s', async (rows, _what, expected) => {
  const filas = Array.from({ length: rows }, (_each, id) => ({ id }))
  const find = async (_tabla: string, { limite }: { limite: number }) => ({
    filas: filas.slice(0, limite),
    total: rows,
  })
  const ports = { tablas: { ...testPorts().tablas, find } }
  const call = prepare('tabla', { tabla: 'paises' }, { limits: { filas: 2 }, ports })
  const answer = Promise.resolve(call.call({}, testContext())).catch((error: unknown) => error)
  expect(await answer).toMatchObject(expected)
})

test('a wait ends at once when the run is cancelled', async () => {
  const context = testContext()
  const call = prepare('espera', { ms: 60_000 }).call({}, context)
  setTimeout(() => context.abort(new Error('cancelada')), 5)
  await expect(call).rejects.toThrow('cancelada')
})

test('a consecutivo answers its values and the first of them', async () => {
  const call = prepare(
    'consecutivo',
    { nombre: 'facturas', cantidad: 2 },
    {
      ports: { takeConsecutivos: async (nombre, cantidad) => [nombre, cantidad] },
    },
  )
  expect(await call.call({}, testContext())).toEqual({ valor: 'facturas', valores: ['facturas', 2] })
})

const searchFor = (texto: string) =>
  prepare(
    'rag',
    { coleccion: 'Manuales', texto: '{texto}' },
    {
      parametros: ['texto'],
      ports: {
        searchRag: async (_coleccion, busqueda) => ({
          pasajes: [],
          modo: 'palabras',
          avisos: [busqueda.texto],
        }),
      },
    },
  ).call({ texto }, testContext())

test.each([
  ['', 'Escriba al menos dos caracteres.'],
  ['a', 'Escriba al menos dos caracteres.'],
  [' a ', 'Escriba al menos dos caracteres.'],
  ['x'.repeat(2_001), 'Debe tener como mucho 2000 caracteres.'],
])('a run that searches what nobody may is told why (%#)', async (texto, mensaje) => {
  await expect(searchFor(texto)).rejects.toMatchObject({
    codigo: 'DATOS_INVALIDOS',
    errores: [{ campo: 'texto', mensaje }],
  })
})

test('a run searches what its parameters say', async () => {
  expect(await searchFor(' abonos ')).toMatchObject({ avisos: ['abonos'] })
})

test('a line of the log carries level, sentence and parameters', async () => {
  const lines: unknown[] = []
  const call = prepare(
    'registro',
    { nivel: 'aviso', mensaje: 'poco stock' },
    {
      ports: { log: ({ nivel, mensaje, datos }) => lines.push([nivel, mensaje, datos]) },
    },
  )
  await call.call({ sku: 'A' }, testContext())
  expect(lines).toEqual([['aviso', 'poco stock', { sku: 'A' }]])
})

test.each([
  ['listar', { limite: 5 }, 'find', [{ donde: { iso: 'ES', nombre: 'x' }, limite: 5 }]],
  ['buscar', {}, 'find', [{ donde: { iso: 'ES', nombre: 'x' }, limite: 1 }]],
  ['insertar', {}, 'insert', [{ iso: 'ES', nombre: 'x' }]],
  ['actualizar', { claves: ['iso'] }, 'update', [{ donde: { iso: 'ES' }, cambios: { nombre: 'x' } }]],
  ['eliminar', {}, 'remove', [{ donde: { iso: 'ES', nombre: 'x' } }]],
])('a tabla is asked to %s', async (operacion, options, method, args) => {
  const asked: unknown[] = []
  const note =
    <Answer>(name: string, answer: Answer) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given])
      return answer
    }
  const tablas = {
    find: note('find', { filas: [], total: 0 }),
    insert: note('insert', {}),
    update: note('update', 1),
    remove: note('remove', 1),
  }
  const call = prepare(
    'tabla',
    { tabla: 'paises', operacion, ...options },
    {
      parametros: ['iso', 'nombre'],
      ports: { tablas },
    },
  )
  const context = testContext()
  await call.call({ iso: 'ES', nombre: 'x' }, context)
  expect(asked).toEqual([[method, 'paises', ...args, context]])
})

test.each(['actualizar', 'eliminar'])('%s without saying which rows is refused at publish', (operacion) => {
  expect(() => prepare('tabla', { tabla: 'paises', operacion })).toThrow('Hay datos que corregir')
})

test.each([
  [{}, [], true],
  [{ ms: 5 }, [], false],
  [{}, ['hasta'], false],
])('whether a wait of %j with %j waits for nothing is told', (objeto, parametros, isTold) => {
  expect(prepare('espera', objeto, { parametros }).aviso?.campo).toBe(isTold ? 'objeto.ms' : undefined)
})
