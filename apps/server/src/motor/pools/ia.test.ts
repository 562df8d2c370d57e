import { LIMITS } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRed } from '../../red/red.ts'
import type { Pools } from './pools.ts'
import { testServidor } from './test-servidor.ts'
import { testContext, testPorts } from './testing.ts'
import { poolsOf, servidorDeModelos, TIPOS, type Tipo, tipoServidorOf } from './testing-ia.ts'

let proveedor: ProveedorDePrueba
const pools: Pools[] = []
beforeAll(async () => {
  proveedor = await startProveedor()
})
afterEach(async () => {
  proveedor.say()
  proveedor.seen.length = 0
  await Promise.all(pools.splice(0).map((each) => each.close()))
})
afterAll(() => proveedor.close())

interface Asked {
  tipo?: Tipo
  config?: Record<string, unknown>
  tipoObjeto: string
  objeto: Record<string, unknown>
  valores?: Record<string, unknown>
  limits?: Partial<Record<keyof typeof LIMITS, number>>
  deadlineMs?: number
}

function prepare({ tipo = 'openai', config, tipoObjeto, objeto, valores = {}, limits }: Asked) {
  const created = poolsOf(servidorDeModelos(proveedor, tipo, config), limits)
  pools.push(created)
  return created.prepare({
    nodo: 'n1',
    nombreNodo: 'Preguntar',
    servidorId: 's1',
    tipoServidor: tipoServidorOf(tipo),
    tipoObjeto,
    objeto,
    parametros: Object.keys(valores),
  })
}

async function call(asked: Asked, context = testContext()): Promise<unknown> {
  return prepare(asked).call(asked.valores ?? {}, context)
}

const GENERAR = {
  tipoObjeto: 'generar',
  objeto: { instrucciones: 'Sé breve.', mensaje: 'Hola, {nombre}' },
  valores: { nombre: 'Ana' },
}
const CAMPOS = [
  { nombre: 'numero', tipo: 'texto', requerido: true },
  { nombre: 'total', tipo: 'decimal' },
]
const EXTRAER = {
  tipoObjeto: 'extraer',
  objeto: { mensaje: '{texto}', campos: CAMPOS },
  valores: { texto: 'Factura A-7, 12,5 euros' },
}

describe.each(TIPOS)('%s', (tipo) => {
  test('a message is answered, with what it cost', async () => {
    expect(await call({ ...GENERAR, tipo })).toEqual({
      texto: 'Eco: Hola, Ana',
      motivo: 'completo',
      modelo: 'chico',
      tokens: { entrada: 11, salida: 7 },
    })
    proveedor.say({ texto: 'Hasta aqu', cortado: true })
    expect(await call({ ...GENERAR, tipo })).toMatchObject({ texto: 'Hasta aqu', motivo: 'longitud' })
  })

  test('data come as they are declared, asked for by their shape', async () => {
    proveedor.say({ texto: '{"numero":"A-7","total":12.5}' })
    expect(await call({ ...EXTRAER, tipo })).toEqual({
      datos: { numero: 'A-7', total: 12.5 },
      modelo: 'chico',
      tokens: { entrada: 11, salida: 7 },
    })
    expect(JSON.stringify(proveedor.seen[0]?.body)).toContain('"additionalProperties":false')
  })

  test('an answer that is not what was asked is asked for once more, with what is wrong', async () => {
    proveedor.say({ texto: 'La factura es la A-7.' }, { texto: '{"numero":"A-7","total":null}' })
    expect(await call({ ...EXTRAER, tipo })).toMatchObject({
      datos: { numero: 'A-7', total: null },
      tokens: { entrada: 22, salida: 14 },
    })
    expect(JSON.stringify(proveedor.seen[1]?.body)).toContain('no es JSON')
    proveedor.say({ texto: '{"total":"doce"}' }, { texto: '{"numero":"A-7","otro":1}' })
    await expect(call({ ...EXTRAER, tipo })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringMatching(
        /«chico» no contestó lo que se le pide, ni al repetírselo: .*«datos\.otro»/,
      ),
      extra: { respuesta: '{"numero":"A-7","otro":1}', reintentable: true },
    })
  })

  test('only declared classes come out', async () => {
    const clases = [{ nombre: 'queja', descripcion: 'Algo salió mal' }, { nombre: 'duda' }]
    const asked = {
      tipo,
      tipoObjeto: 'clasificar',
      objeto: { texto: '{t}', clases },
      valores: { t: 'No llegó' },
    }
    proveedor.say({ texto: '{"clase":"queja"}' })
    expect(await call(asked)).toMatchObject({ clase: 'queja', clases: ['queja'] })
    proveedor.say({ texto: '{"clases":["duda","queja"]}' })
    expect(await call({ ...asked, objeto: { ...asked.objeto, varias: true } })).toMatchObject({
      clase: 'duda',
      clases: ['duda', 'queja'],
    })
    proveedor.say({ texto: '{"clase":"borrar"}' }, { texto: '{"clase":"borrar"}' })
    await expect(call(asked)).rejects.toMatchObject({ message: expect.stringContaining('queja, duda') })
  })

  test('a model that is gone or has too much to do gives way to the next one, and the answer says which', async () => {
    const config = { modelo: 'ido', alternativas: ['chico', 'grande'] }
    expect(await call({ ...GENERAR, tipo, config })).toMatchObject({ modelo: 'chico' })
    proveedor.seen.length = 0
    const busy = { estado: 503 }
    proveedor.say(busy, busy, busy, { texto: 'aquí' })
    expect(await call({ ...GENERAR, tipo, config: { alternativas: ['grande'] } })).toMatchObject({
      modelo: 'grande',
      texto: 'aquí',
    })
    expect(proveedor.seen.map(({ body }) => body.model)).toEqual(['chico', 'chico', 'chico', 'grande'])
    await expect(call({ ...GENERAR, tipo, config: { modelo: 'ido' } })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('no tiene el modelo «ido»'),
      extra: { estado: 404, reintentable: false },
    })
  })

  test('the test goes through its layers up to the list of models, which can be looked through', async () => {
    const options = { limits: LIMITS, interno: testPorts() }
    const { ok, pasos, version, sugerencias } = await testServidor({
      ...options,
      servidor: servidorDeModelos(proveedor, tipo),
    })
    expect([ok, version, pasos.map(({ nombre }) => nombre)]).toEqual([
      true,
      '3 modelos',
      ['Nombre', 'TCP', 'Inicio de sesión', 'Consulta'],
    ])
    // Of a new servidor they are offered as they are called.
    const offered = ['config.modelo', 'config.modeloEmbeddings'].map((campo) => sugerencias?.[campo])
    expect(offered).toEqual(
      tipo === 'anthropic'
        ? [['chico', 'grande', 'texto-embed'], undefined]
        : [['chico', 'grande'], ['texto-embed']],
    )
    const refused = await testServidor({
      ...options,
      servidor: { ...servidorDeModelos(proveedor, tipo), permitirRedPrivada: false },
    })
    expect(refused.pasos[0]).toMatchObject({ nombre: 'Nombre', ok: false })
    const definition = SERVIDORES[tipoServidorOf(tipo)]
    const connection = await definition?.connect(
      definition.config.parse(servidorDeModelos(proveedor, tipo).config),
      {
        servidor: 'Modelos',
        red: createRed({ permitirRedPrivada: true, limits: LIMITS }),
        limits: LIMITS,
        tiempoMaximoMs: 5_000,
        signal: AbortSignal.timeout(5_000),
      },
    )
    if (!connection) throw new Error('no connection')
    const listed = await definition?.listObjetos?.(
      connection,
      { limite: 9, tipoObjeto: 'extraer' },
      AbortSignal.timeout(5_000),
    )
    expect(listed?.map(({ nombre, objeto }) => [nombre, objeto])).toEqual(
      // Anthropic has none for vectors, so that no name means one.
      (tipo === 'anthropic' ? ['chico', 'grande', 'texto-embed'] : ['chico', 'grande']).map((nombre) => [
        nombre,
        { modelo: nombre },
      ]),
    )
    await connection.close()
  })
})

test('a model of Anthropic that knows no shapes gives the data as it would call a tool', async () => {
  proveedor.say({ herramientas: [{ nombre: 'json', argumentos: { numero: 'A-7', total: 12.5 } }] })
  expect(await call({ ...EXTRAER, tipo: 'anthropic' })).toMatchObject({
    datos: { numero: 'A-7', total: 12.5 },
  })
  expect(proveedor.seen[0]?.body.tools).toMatchObject([{ name: 'json' }])
})

test.each(['openai', 'responses', 'ollama'] as const)('%s gives a vector for each text', async (tipo) => {
  const asked = {
    tipo,
    tipoObjeto: 'incrustar',
    objeto: { textos: ['{textos}', 'fijo'] },
    valores: { textos: ['hola a todos', 'b'] },
  }
  expect(await call(asked)).toEqual({
    vectores: [
      [12, 3, 1.04],
      [1, 1, 0.98],
      [4, 1, 1.02],
    ],
    dimensiones: 3,
    modelo: 'texto-embed',
    tokens: { entrada: 5 },
  })
  proveedor.seen.length = 0
  const inParts = await call({ ...asked, limits: { iaTextosPorPeticion: 2 } })
  // The service tells five tokens of each request.
  expect(inParts).toEqual({ ...((await call(asked)) as object), tokens: { entrada: 10 } })
  expect(proveedor.seen.map(({ body }) => [body.input].flat().length)).toEqual([2, 1, 3])
  await expect(call({ ...asked, limits: { iaTextos: 2 } })).rejects.toMatchObject({
    codigo: 'LIMITE_SUPERADO',
  })
  await expect(call({ ...asked, config: { modeloEmbeddings: '' } })).rejects.toMatchObject({
    errores: [{ campo: 'objeto.modelo', mensaje: 'Elija un modelo de vectores, aquí o en el servidor.' }],
  })
})

test('what a node may set reaches each service under its own name', async () => {
  const objeto = { mensaje: 'x', maxTokens: 50, temperatura: 0.5 }
  for (const tipo of TIPOS)
    await call({ tipo, tipoObjeto: 'generar', objeto, config: tipo === 'ollama' ? { contexto: 8_192 } : {} })
  await call({ tipoObjeto: 'generar', objeto, config: { limiteTokens: 'max_completion_tokens' } })
  const [openai, responses, anthropic, ollama, renamed] = proveedor.seen.map(({ body }) => body)
  expect(openai).toMatchObject({ max_tokens: 50, temperature: 0.5 })
  expect(responses).toMatchObject({ max_output_tokens: 50, temperature: 0.5, store: false })
  expect(anthropic).toMatchObject({ max_tokens: 50, temperature: 0.5 })
  expect(ollama).toMatchObject({ options: { num_predict: 50, temperature: 0.5, num_ctx: 8_192 } })
  expect(renamed).toMatchObject({ max_completion_tokens: 50 })
  expect(renamed).not.toHaveProperty('max_tokens')
})

test('a key travels as its service wants it, and no other one does', async () => {
  process.env.ANTHROPIC_API_KEY = 'de-otro'
  for (const tipo of TIPOS) await call({ ...GENERAR, tipo })
  await call({ ...GENERAR, tipo: 'ollama', config: { clave: '' } })
  await expect(call({ ...GENERAR, tipo: 'anthropic', config: { clave: '' } })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
  })
  delete process.env.ANTHROPIC_API_KEY
  expect(proveedor.seen.map(({ headers }) => [headers.authorization, headers['x-api-key']])).toEqual([
    [`Bearer ${CLAVE}`, undefined],
    [`Bearer ${CLAVE}`, undefined],
    [undefined, CLAVE],
    [`Bearer ${CLAVE}`, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test.each(['openai', 'responses', 'anthropic'] as const)(
  'a key that is refused is for an administrator, and no part of it is told (%s)',
  async (tipo) => {
    const failing = call({ ...GENERAR, tipo, config: { clave: 'mala' } })
    await expect(failing).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message:
        'El servidor «Modelos» rechazó la operación: su clave no sirve: un administrador debe cambiarla en el servidor.',
      extra: { estado: 401, reintentable: false },
    })
    const { extra } = (await failing.catch((error: { extra: object }) => error)) as { extra: object }
    expect(extra).not.toHaveProperty('cuerpo')
    expect(proveedor.seen).toHaveLength(1)
  },
)

test('a service that asks to wait is waited for, unless the run has no time for it', async () => {
  const busy = { estado: 429, cabeceras: { 'retry-after': '1' } }
  proveedor.say(busy, { texto: 'ya' })
  const began = Date.now()
  expect(await call(GENERAR)).toMatchObject({ texto: 'ya' })
  expect(Date.now() - began).toBeGreaterThanOrEqual(990)
  proveedor.seen.length = 0
  proveedor.say({ estado: 429, cabeceras: { 'retry-after': '60' } })
  await expect(call(GENERAR)).rejects.toMatchObject({
    message: expect.stringContaining('pide esperar'),
    extra: { estado: 429, reintentable: true },
  })
  expect(proveedor.seen).toHaveLength(1)
})

test.each([
  ['openai', 'generar', GENERAR],
  ['openai', 'extraer', EXTRAER],
  ['responses', 'generar', GENERAR],
  ['responses', 'extraer', EXTRAER],
] as const)('a refusal of the model is told as such (%s, %s)', async (tipo, _name, asked) => {
  proveedor.say({ negativa: 'No puedo ayudar con eso.' })
  await expect(call({ ...asked, tipo })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('no quiere contestar'),
    extra: { reintentable: false },
  })
  expect(proveedor.seen).toHaveLength(1)
})

test('data that do not fit are not asked for again', async () => {
  proveedor.say({ texto: '{"numero":"A', cortado: true })
  await expect(call({ ...EXTRAER, objeto: { ...EXTRAER.objeto, maxTokens: 5 } })).rejects.toMatchObject({
    message: expect.stringContaining('no cabe en 5 tokens: suba el máximo del nodo'),
  })
  expect(proveedor.seen).toHaveLength(1)
})

test.each(['chat', 'responses'] as const)(
  'data of a shape are asked of OpenAI as %s takes it',
  async (formato) => {
    proveedor.say({ texto: '{"numero":"A-7","total":12.5}' })
    await call({ ...EXTRAER, config: { formato } })
    const { response_format: chat, text: responses } = proveedor.seen[0]?.body ?? {}
    const shape = { name: 'datos', strict: true, schema: { required: ['numero', 'total'] } }
    expect(formato === 'chat' ? chat : responses).toMatchObject(
      formato === 'chat' ? { json_schema: shape } : { format: { type: 'json_schema', ...shape } },
    )
  },
)

test.each([
  ['server_error', 'contestó 500: «se rompió»', true],
  ['rate_limit_exceeded', 'pide esperar', true],
  ['invalid_prompt', 'contestó 400: «se rompió»', false],
])(
  'an answer of Responses that failed (%s) is as if it had been refused',
  async (code, motivo, reintentable) => {
    const cuerpo = { status: 'failed', error: { code, message: 'se rompió' }, output: [] }
    proveedor.say(...Array(3).fill({ estado: 200, cuerpo }))
    await expect(call({ ...GENERAR, tipo: 'responses' })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
      extra: { reintentable },
    })
    expect(proveedor.seen).toHaveLength(reintentable ? 3 : 1)
  },
)

test.each([
  ['openai', { estado: 200, cuerpo: '<h1>hola</h1>' }, 'su respuesta no es la de un servicio de modelos'],
  ['openai', { estado: 200, cuerpo: { choices: 'no' } }, 'su respuesta no es la de un servicio de modelos'],
  ['responses', { estado: 200, cuerpo: '<h1>hola</h1>' }, 'su respuesta no es la de un servicio de modelos'],
  ['responses', { estado: 200, cuerpo: { output: 'no' } }, 'su respuesta no es la de un servicio de modelos'],
  [
    'openai',
    { estado: 400, cuerpo: { error: { message: 'prompt is too long' } } },
    'no cabe en lo que lee el modelo «chico»',
  ],
  ['openai', { estado: 302, cuerpo: '' }, 'contestó 302'],
  ['responses', { estado: 302, cuerpo: '' }, 'contestó 302'],
] as const)('%s: %j', async (tipo, turno, motivo) => {
  proveedor.say(turno)
  await expect(call({ ...GENERAR, tipo })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining(motivo),
    extra: { reintentable: false },
  })
})

test('a model that is too slow is left when the run has no more time', async () => {
  proveedor.say({ demoraMs: 2_000, texto: 'tarde' })
  const context = testContext()
  const before = proveedor.abandoned()
  setTimeout(() => context.abort(new Error('se acabó')), 100)
  await expect(call(GENERAR, context)).rejects.toThrow('se acabó')
  await expect.poll(() => proveedor.abandoned()).toBe(before + 1)
})

test('what goes in, may come out and comes back is bounded', async () => {
  await expect(call({ ...GENERAR, limits: { iaEntradaBytes: 10 } })).rejects.toMatchObject({
    message: 'Se superó el límite iaEntradaBytes: el máximo es 10.',
  })
  await expect(call({ ...GENERAR, limits: { iaTokensSalida: 100 } })).rejects.toMatchObject({
    message: 'Se superó el límite iaTokensSalida: el máximo es 100.',
  })
  proveedor.say({ texto: 'x'.repeat(10_000) })
  await expect(call({ ...GENERAR, limits: { respuestaBytes: 5_000 } })).rejects.toMatchObject({
    codigo: 'RESPUESTA_DEMASIADO_GRANDE',
  })
})

test('a model must be named by the node or by its servidor', async () => {
  const check = (tipo: Tipo, tipoObjeto: string, config: object, objeto: object) => {
    const definition = SERVIDORES[tipoServidorOf(tipo)]
    return definition?.checkObjeto?.(
      definition.config.parse(config),
      { tipoObjeto, objeto: { ...objeto }, parametros: [] },
      { limits: LIMITS },
    )
  }
  const missing = { campo: 'objeto.modelo', mensaje: 'Elija un modelo: el servidor no dice cuál usar.' }
  expect(await check('openai', 'generar', {}, {})).toEqual([missing])
  expect(await check('openai', 'generar', {}, { modelo: 'm' })).toEqual([])
  expect(await check('anthropic', 'extraer', { modelo: 'm' }, { modelo: '' })).toEqual([])
  expect(await check('ollama', 'incrustar', { modelo: 'm' }, {})).toEqual([missing])
  expect(await check('ollama', 'incrustar', { modeloEmbeddings: 'm' }, {})).toEqual([])
  await expect(call({ ...GENERAR, config: { modelo: '' } })).rejects.toMatchObject({
    errores: [{ campo: 'objeto.modelo', mensaje: 'Elija un modelo, aquí o en el servidor.' }],
  })
})

test('what a node cannot ask is refused when it is published', () => {
  const refusal = (tipoObjeto: string, objeto: Record<string, unknown>, valores = {}) => {
    try {
      prepare({ tipoObjeto, objeto, valores })
      return null
    } catch (error) {
      return error instanceof Error && 'errores' in error ? error.errores : error
    }
  }
  expect(refusal('generar', { mensaje: 'Hola, {quien}' })).toEqual([
    { campo: 'objeto.mensaje', mensaje: 'Usa {quien} y no hay un parámetro con ese nombre.' },
  ])
  expect(refusal('generar', { mensaje: 'Hola' }, { sobra: 1 })).toEqual([
    { campo: 'parametros', mensaje: 'El parámetro «sobra» no se usa: escriba {sobra} donde deba ir.' },
  ])
  expect(refusal('extraer', { mensaje: 'x', campos: [{ nombre: 'a', tipo: 'binario' }] })).toMatchObject([
    { campo: 'objeto.campos[0]' },
  ])
  expect(refusal('clasificar', { texto: 'x', clases: [{ nombre: 'a' }, { nombre: 'a' }] })).toEqual([
    { campo: 'objeto.clases[1].nombre', mensaje: 'Hay dos clases «a».' },
  ])
})
