import type { Maximo, Uso } from './consumos.ts'
import { toldOf } from './tokens.ts'

/** Of a message: who speaks, where it begins and ends. Some services take four, none more than this. */
const TOKENS_PER_MESSAGE = 16
/** Of a picture, however large: services make it smaller, and none is known that takes more than 49,000. */
const TOKENS_PER_IMAGE = 50_000
/** What services add of their own to be answered in a shape: Anthropic some 350, others less. */
const TOKENS_OF_SHAPE = 1_024

/** The most that a call can take: a token stands for at least one byte of what is said. */
export function measurePeticion(
  texts: readonly string[],
  { maxTokens, schema, imagenes = 0 }: { maxTokens: number; schema?: object; imagenes?: number },
): Maximo {
  const shape = schema ? Buffer.byteLength(JSON.stringify(schema)) + TOKENS_OF_SHAPE : 0
  const entrada = bytesOf(texts) + texts.length * TOKENS_PER_MESSAGE + shape + imagenes * TOKENS_PER_IMAGE
  return { entrada, salida: maxTokens }
}

/** Of texts whose vectors are asked for. */
export function measureTextos(texts: readonly string[]): Maximo {
  return { entrada: bytesOf(texts) + texts.length * TOKENS_PER_MESSAGE, salida: 0 }
}

interface Usage {
  inputTokens: number | undefined
  outputTokens: number | undefined
  inputTokenDetails?: { cacheReadTokens: number | undefined }
}

/** What the service says that it took; of what it does not say the most that it can be. */
export function usoOf(usage: Usage, maximo: Maximo): Uso {
  return {
    entrada: toldOf(usage.inputTokens) ?? maximo.entrada,
    salida: toldOf(usage.outputTokens) ?? maximo.salida,
    cacheada: toldOf(usage.inputTokenDetails?.cacheReadTokens) ?? 0,
  }
}

export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
