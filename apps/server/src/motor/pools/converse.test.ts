import { type LIMITS, resilienciaSchema } from '@div/contract'
import type { PeticionDeConversacion, PiezaDeRespuesta } from '@div/servidores'
import { type ProveedorDePrueba, QUEJA, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Pools } from './pools.ts'
import { testContext } from './testing.ts'
import { cutAfter, poolsOf, servidorDeModelos, TIPOS, type Tipo } from './testing-ia.ts'

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
  tiempoMaximoMs?: number
  context?: ReturnType<typeof testContext>
  limits?: Partial<Record<keyof typeof LIMITS, number>>
  herramientas?: PeticionDeConversacion['herramientas']
  mensajes?: PeticionDeConversacion['mensajes']
}

const MENSAJES = [
  { rol: 'usuario', texto: 'Hola' },
  { rol: 'asistente', texto: '¿Sí?' },
  { rol: 'usuario', texto: 'Dime la hora exacta' },
] as const

function converse({
  tipo = 'openai',
  config,
  tiempoMaximoMs,
  context = testContext(),
  limits,
  mensajes = MENSAJES,
  herramientas = [],
}: Asked = {}) {
  const servidor = {
    ...servidorDeModelos(proveedor, tipo, config),
    resiliencia: resilienciaSchema.parse(tiempoMaximoMs === undefined ? {} : { tiempoMaximoMs }),
  }
  const created = poolsOf(servidor, limits)
  pools.push(created)
  const peticion = { modelo: '', instrucciones: 'Sé breve.', mensajes, herramientas, maxTokens: 100 }
  return created.converse('s1', peticion, context)
}

async function listen(piezas: AsyncIterable<PiezaDeRespuesta>, heard: PiezaDeRespuesta[] = []) {
  for await (const pieza of piezas) heard.push(pieza)
  return heard
}

const textOf = (heard: readonly PiezaDeRespuesta[]) =>
  heard.map((pieza) => (pieza.tipo === 'texto' ? pieza.texto : '')).join('')

describe.each(TIPOS)('%s', (tipo) => {
  test('says who answers, then its words one by one, then how it ended', async () => {
    const heard = await listen(converse({ tipo }))
    expect(heard[0]).toEqual({ tipo: 'modelo', modelo: 'chico' })
    expect(heard.filter((each) => each.tipo === 'texto').length).toBeGreaterThan(3)
    expect(textOf(heard)).toBe('Eco: Dime la hora exacta')
    expect(heard.at(-1)).toEqual({
      tipo: 'fin',
      motivo: 'completo',
      tokens: { entrada: 11, salida: 7 },
    })
    expect(JSON.stringify(proveedor.seen[0]?.body)).toContain('¿Sí?')
    proveedor.say({ texto: 'Hasta aqu', cortado: true })
    expect((await listen(converse({ tipo }))).at(-1)).toMatchObject({ motivo: 'longitud' })
  })

  test.each(['cortarTras', 'acabarTras'])(
    'a stream that is cut fails with what was said before, and is not begun again (%s)',
    async (how) => {
      proveedor.say({ texto: 'uno dos tres cuatro', [how]: cutAfter(tipo), pausaMs: 30 })
      const heard: PiezaDeRespuesta[] = []
      await expect(listen(converse({ tipo }), heard)).rejects.toMatchObject({
        codigo: 'SERVIDOR_NO_RESPONDE',
      })
      expect(textOf(heard)).toMatch(/^uno /)
      expect(proveedor.seen).toHaveLength(1)
    },
  )

  test('what a service says that went wrong while it answers is told, after what was said before', async () => {
    proveedor.say({ texto: 'uno dos tres cuatro', problemaTras: cutAfter(tipo), pausaMs: 20 })
    const heard: PiezaDeRespuesta[] = []
    await expect(listen(converse({ tipo }), heard)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(QUEJA),
    })
    expect(textOf(heard)).toMatch(/^uno /)
    expect(proveedor.seen).toHaveLength(1)
  })

  test('before the first word it is asked again, and another model in its place', async () => {
    proveedor.say({ estado: 429, cabeceras: { 'retry-after': '0' } }, { texto: 'ya' })
    expect(textOf(await listen(converse({ tipo })))).toBe('ya')
    const config = { modelo: 'ido', alternativas: ['chico'] }
    expect((await listen(converse({ tipo, config })))[0]).toEqual({ tipo: 'modelo', modelo: 'chico' })
  })

  test('asks for what it is offered, is told what became of it and goes on', async () => {
    const esquema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
    const herramientas = [{ nombre: 'buscar_cliente', descripcion: 'Busca un cliente.', esquema }]
    proveedor.say(
      { texto: 'Voy a ver.', herramientas: [{ nombre: 'buscar_cliente', argumentos: { id: 7 } }] },
      { herramientas: [{ nombre: 'otra_cosa', argumentos: {} }] },
    )
    const heard = await listen(converse({ tipo, herramientas }))
    expect(JSON.stringify(proveedor.seen[0]?.body)).toContain('Busca un cliente.')
    expect(textOf(heard)).toBe('Voy a ver.')
    const asked = heard.find((each) => each.tipo === 'herramienta')
    expect(asked).toEqual({
      tipo: 'herramienta',
      id: expect.any(String),
      nombre: 'buscar_cliente',
      argumentos: { id: 7 },
    })
    // Ollama says that it has finished as if it had asked for nothing.
    expect(heard.at(-1)).toMatchObject({ motivo: tipo === 'ollama' ? expect.any(String) : 'herramientas' })
    // Whether there is such a tool is not decided here.
    expect(await listen(converse({ tipo, herramientas }))).toContainEqual(
      expect.objectContaining({ tipo: 'herramienta', nombre: 'otra_cosa', argumentos: {} }),
    )
    if (asked?.tipo !== 'herramienta') throw new Error('nothing was asked for')
    const { id, nombre, argumentos } = asked
    const mensajes = [
      { rol: 'usuario', texto: 'Hola' },
      { rol: 'asistente', texto: '', llamadas: [{ id, nombre, argumentos }] },
      { rol: 'herramienta', id, nombre, texto: 'Se llama Astrid.' },
    ] as const
    proveedor.say({ texto: 'Es Astrid.' })
    expect(textOf(await listen(converse({ tipo, herramientas, mensajes })))).toBe('Es Astrid.')
    expect(JSON.stringify(proveedor.seen.at(-1)?.body)).toContain('Se llama Astrid.')
  })

  test('a picture goes as the service takes pictures', async () => {
    const datos = Buffer.from('iVBORw0KGgo=', 'base64')
    const mensaje = { rol: 'usuario', texto: '¿Qué es?', imagenes: [{ tipo: 'image/png', datos }] } as const
    proveedor.say({ texto: 'Un punto.' })
    expect(textOf(await listen(converse({ tipo, mensajes: [mensaje] })))).toBe('Un punto.')
    const sent = JSON.stringify(proveedor.seen[0]?.body.messages ?? proveedor.seen[0]?.body.input)
    expect(sent).toContain(datos.toString('base64'))
    expect(sent).toContain('¿Qué es?')
  })

  test('whoever stops reading leaves the service', async () => {
    const before = proveedor.abandoned()
    proveedor.say({ texto: 'a b c d e f g h i j k l m n o p', pausaMs: 50 })
    for await (const pieza of converse({ tipo })) if (pieza.tipo === 'texto') break
    await vi.waitFor(() => expect(proveedor.abandoned()).toBe(before + 1))
  })
})

test('a run that is cancelled ends with its reason and leaves the service', async () => {
  const before = proveedor.abandoned()
  const context = testContext()
  proveedor.say({ texto: 'a b c d e f g h i j k l m n o p', pausaMs: 50 })
  const reason = new Error('basta')
  const listening = (async () => {
    for await (const pieza of converse({ context })) if (pieza.tipo === 'texto') context.abort(reason)
  })()
  await expect(listening).rejects.toBe(reason)
  await vi.waitFor(() => expect(proveedor.abandoned()).toBe(before + 1))
})

test('words may come slowly for longer than one call may take, but silence is bounded', async () => {
  proveedor.say({ texto: 'a b c d e f', pausaMs: 60 })
  expect(textOf(await listen(converse({ tiempoMaximoMs: 300 })))).toBe('a b c d e f')
  proveedor.say({ texto: 'a b c', pausaMs: 3_000 })
  await expect(listen(converse({ tiempoMaximoMs: 300 }))).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
})

test('an answer may be no longer than any other', async () => {
  proveedor.say({ texto: 'palabra '.repeat(200) })
  await expect(listen(converse({ limits: { respuestaBytes: 5_000 } }))).rejects.toMatchObject({
    codigo: 'RESPUESTA_DEMASIADO_GRANDE',
  })
})

test.each(['openai', 'responses', 'anthropic'] as const)(
  '%s: arguments that are no JSON come as they stand',
  async (tipo) => {
    const herramientas = [{ nombre: 'sumar', descripcion: 'Suma.', esquema: { type: 'object' } }]
    proveedor.say({ herramientas: [{ nombre: 'sumar', argumentos: '{"a": 1,' }] })
    expect(await listen(converse({ tipo, herramientas }))).toContainEqual(
      expect.objectContaining({ nombre: 'sumar', argumentos: '{"a": 1,' }),
    )
  },
)

test.each(['openai', 'responses', 'anthropic'] as const)('%s: a refusal is told as such', async (tipo) => {
  proveedor.say({ negativa: 'No puedo.' })
  await expect(listen(converse({ tipo }))).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('no quiere contestar'),
  })
})

test('a status is told as such', async () => {
  proveedor.say({ estado: 401 })
  await expect(listen(converse())).rejects.toMatchObject({ extra: { estado: 401 } })
})
