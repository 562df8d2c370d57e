import { type LIMITS, resilienciaSchema } from '@div/contract'
import type { PiezaDeRespuesta } from '@div/servidores'
import { type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Pools } from './pools.ts'
import { testContext } from './testing.ts'
import { poolsOf, servidorDeModelos, TIPOS, type Tipo } from './testing-ia.ts'

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
}

function conversar({ tipo = 'openai', config, tiempoMaximoMs, context = testContext(), limits }: Asked = {}) {
  const servidor = {
    ...servidorDeModelos(proveedor, tipo, config),
    resiliencia: resilienciaSchema.parse(tiempoMaximoMs === undefined ? {} : { tiempoMaximoMs }),
  }
  const created = poolsOf(servidor, limits)
  pools.push(created)
  const mensajes = [
    { rol: 'usuario', texto: 'Hola' },
    { rol: 'asistente', texto: '¿Sí?' },
    { rol: 'usuario', texto: 'Dime la hora exacta' },
  ] as const
  const peticion = { modelo: '', instrucciones: 'Sé breve.', mensajes, maxTokens: 100 }
  return created.conversar('s1', peticion, context)
}

async function listen(piezas: AsyncIterable<PiezaDeRespuesta>, heard: PiezaDeRespuesta[] = []) {
  for await (const pieza of piezas) heard.push(pieza)
  return heard
}

const textOf = (heard: readonly PiezaDeRespuesta[]) =>
  heard.map((pieza) => (pieza.tipo === 'texto' ? pieza.texto : '')).join('')

describe.each(TIPOS)('%s', (tipo) => {
  test('says who answers, then its words one by one, then how it ended', async () => {
    const heard = await listen(conversar({ tipo }))
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
    expect((await listen(conversar({ tipo }))).at(-1)).toMatchObject({ motivo: 'longitud' })
  })

  test('a stream that is cut fails with what was said before, and is not begun again', async () => {
    proveedor.say({ texto: 'uno dos tres cuatro', cortarTras: 4, pausaMs: 30 })
    const heard: PiezaDeRespuesta[] = []
    await expect(listen(conversar({ tipo }), heard)).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
    expect(textOf(heard)).toMatch(/^uno /)
    expect(proveedor.seen).toHaveLength(1)
  })

  test('before the first word it is asked again, and another model in its place', async () => {
    proveedor.say({ estado: 429, cabeceras: { 'retry-after': '0' } }, { texto: 'ya' })
    expect(textOf(await listen(conversar({ tipo })))).toBe('ya')
    const config = { modelo: 'ido', alternativas: ['chico'] }
    expect((await listen(conversar({ tipo, config })))[0]).toEqual({ tipo: 'modelo', modelo: 'chico' })
  })

  test('whoever stops reading leaves the service', async () => {
    const before = proveedor.abandoned()
    proveedor.say({ texto: 'a b c d e f g h i j k l m n o p', pausaMs: 50 })
    for await (const pieza of conversar({ tipo })) if (pieza.tipo === 'texto') break
    await vi.waitFor(() => expect(proveedor.abandoned()).toBe(before + 1))
  })
})

test('a run that is cancelled ends with its reason and leaves the service', async () => {
  const before = proveedor.abandoned()
  const context = testContext()
  proveedor.say({ texto: 'a b c d e f g h i j k l m n o p', pausaMs: 50 })
  const reason = new Error('basta')
  const listening = (async () => {
    for await (const pieza of conversar({ context })) if (pieza.tipo === 'texto') context.abort(reason)
  })()
  await expect(listening).rejects.toBe(reason)
  await vi.waitFor(() => expect(proveedor.abandoned()).toBe(before + 1))
})

test('words may come slowly for longer than one call may take, but silence is bounded', async () => {
  proveedor.say({ texto: 'a b c d e f', pausaMs: 60 })
  expect(textOf(await listen(conversar({ tiempoMaximoMs: 300 })))).toBe('a b c d e f')
  proveedor.say({ texto: 'a b c', pausaMs: 3_000 })
  await expect(listen(conversar({ tiempoMaximoMs: 300 }))).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
})

test('an answer may be no longer than any other', async () => {
  proveedor.say({ texto: 'palabra '.repeat(200) })
  await expect(listen(conversar({ limits: { respuestaBytes: 5_000 } }))).rejects.toMatchObject({
    codigo: 'RESPUESTA_DEMASIADO_GRANDE',
  })
})

test('a refusal is told as such', async () => {
  proveedor.say({ negativa: 'No puedo.' })
  await expect(listen(conversar({ tipo: 'anthropic' }))).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('no quiere contestar'),
  })
  proveedor.say({ estado: 401 })
  await expect(listen(conversar())).rejects.toMatchObject({ extra: { estado: 401 } })
})
