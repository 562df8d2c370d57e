import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, streamText, type ToolSet } from 'ai'
import { createOllama } from 'ollama-ai-provider-v2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLAVE, type ProveedorDePrueba, startProveedor } from './testing.ts'

/* The service of the tests says what real ones say: the library that reads those reads it too. */

let proveedor: ProveedorDePrueba
beforeAll(async () => {
  proveedor = await startProveedor()
})
afterAll(() => proveedor.close())

type Tipo = 'openai' | 'anthropic' | 'ollama'

function modelOf(tipo: Tipo): LanguageModel {
  const { origin } = proveedor
  if (tipo === 'openai')
    return createOpenAICompatible({ name: 'x', baseURL: `${origin}/v1`, apiKey: CLAVE, includeUsage: true })(
      'chico',
    )
  if (tipo === 'anthropic')
    return createAnthropic({ baseURL: `${origin}/anthropic/v1`, apiKey: CLAVE })('chico')
  return createOllama({ baseURL: `${origin}/api` })('chico')
}

const tools: ToolSet = { buscar: { inputSchema: z.object({ clave: z.int() }) } }

async function streamed(tipo: Tipo) {
  const { stream } = streamText({
    model: modelOf(tipo),
    prompt: 'hola',
    tools,
    maxOutputTokens: 100,
    maxRetries: 0,
    onError: () => {},
  })
  const pieces: string[] = []
  const calls: [string, unknown][] = []
  let tokens: unknown = null
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') pieces.push(part.text)
      if (part.type === 'tool-call') calls.push([part.toolName, part.input])
      if (part.type === 'finish') tokens = [part.totalUsage.inputTokens, part.totalUsage.outputTokens]
    }
  } catch (error) {
    return { pieces, calls, cause: String(error) }
  }
  return { pieces, calls, tokens }
}

test.each(['openai', 'anthropic', 'ollama'] as const)(
  '%s streams a text and the calls of tools',
  async (tipo) => {
    proveedor.say({ texto: 'Voy a mirarlo.', herramientas: [{ nombre: 'buscar', argumentos: { clave: 7 } }] })
    expect(await streamed(tipo)).toEqual({
      pieces: ['Voy ', 'a ', 'mirarlo.'],
      calls: [['buscar', { clave: 7 }]],
      tokens: [11, 7],
    })
  },
)

test.each(['openai', 'anthropic', 'ollama'] as const)('%s cuts a stream in the middle', async (tipo) => {
  proveedor.say({ texto: 'uno dos tres cuatro', cortarTras: tipo === 'ollama' ? 2 : 4 })
  const { pieces, cause } = await streamed(tipo)
  expect(['uno dos', 'uno dos tres'].some((text) => pieces.join('').trim() === text)).toBe(true)
  expect(cause).toMatch(/terminated|Failed to process/)
})
