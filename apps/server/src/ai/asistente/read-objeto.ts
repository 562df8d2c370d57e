import { isPlainObject } from '@div/contract'

/**
 * The JSON object in what a model said: services that promise a shape answer with it alone, others put it between fences or after some words.
 * Null: there is none.
 */
export function readObjeto(texto: string): Record<string, unknown> | null {
  return parse(texto) ?? parse(texto.slice(texto.indexOf('{'), texto.lastIndexOf('}') + 1))
}

function parse(texto: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(texto)
    return isPlainObject(value) ? value : null
  } catch {
    // Words, or JSON that was cut: the model is told.
    return null
  }
}
