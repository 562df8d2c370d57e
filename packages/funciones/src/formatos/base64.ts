import { Binario } from '@div/contract'
import { failFormula } from '@div/formula'

const encoder = new TextEncoder()

/** RFC 4648, 4, of the text's UTF-8. */
export function textToBase64(text: string): string {
  return new Binario(encoder.encode(text)).toJSON()
}

export function base64ToText(base64: string): string {
  const binario = Binario.parse(base64.trim())
  return binario ? decodeUtf8(binario.bytes) : failFormula('el texto no es base64')
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Only that it is not UTF-8.
    return failFormula('los bytes no son un texto UTF-8')
  }
}
