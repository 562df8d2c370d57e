import { Binario, isPlainObject, type Limits, readExactJson, ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { textOf } from './text-of.ts'

/** How a value stands in what the server keeps as bytes. */
const FORMATOS = ['texto', 'json', 'binario'] as const
export type Formato = (typeof FORMATOS)[number]

export const formatoSchema = z
  .enum(FORMATOS)
  .default('texto')
  .meta({
    title: 'Formato',
    description: 'Cómo se escriben y se leen los bytes.',
    etiquetas: { texto: 'Texto', json: 'JSON', binario: 'Binario' },
  })

/** What is written; null is written as nothing, or as JSON's null. */
export function encode(value: unknown, formato: Formato): string | Buffer {
  if (value instanceof Binario && formato !== 'json') return Buffer.from(value.bytes)
  return formato === 'json' ? JSON.stringify(value ?? null) : (textOf(value) ?? '')
}

/** Whose bytes they are, and how deep they may nest. */
export interface Lectura {
  servidor: string
  limits: Pick<Limits, 'profundidad'>
}

/** What was read; null stays null. */
export function decode(bytes: unknown, formato: Formato, { servidor, limits }: Lectura): unknown {
  if (!Buffer.isBuffer(bytes)) return bytes
  if (formato === 'binario') return new Binario(bytes)
  if (formato === 'texto') return bytes.toString('utf8')
  try {
    return readExactJson(bytes.toString('utf8'), limits)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ServidorRechaza({ servidor, motivo: 'lo que guarda no es JSON' }, { cause })
  }
}

/** What was taken from where it was and is nowhere else any more: where it is not the JSON that it should be, it is told as the text that it is. */
export function decodeTaken(bytes: unknown, formato: Formato, lectura: Lectura): unknown {
  return decode(bytes, formato === 'json' && !isJson(bytes, lectura) ? 'texto' : formato, lectura)
}

function isJson(bytes: unknown, { limits }: Lectura): boolean {
  if (!Buffer.isBuffer(bytes)) return true
  try {
    readExactJson(bytes.toString('utf8'), limits)
    return true
  } catch {
    // Only a reading tells.
    return false
  }
}

/** Any answer as data: bytes are text. */
export function plain(answer: unknown): unknown {
  if (Buffer.isBuffer(answer)) return answer.toString('utf8')
  if (Array.isArray(answer)) return answer.map(plain)
  if (!isPlainObject(answer)) return answer
  return Object.fromEntries(Object.entries(answer).map(([nombre, value]) => [nombre, plain(value)]))
}
