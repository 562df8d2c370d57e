import { keepExact } from '@div/contract'

/** With every digit of its numbers. Undefined: it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepExact)
  } catch {
    // Whoever asks says what it should have been.
    return undefined
  }
}
