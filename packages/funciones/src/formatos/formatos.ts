import type { Limits } from '@div/contract'
import { toTexto } from '@div/formula'
import { base64ToText, textToBase64 } from './base64.ts'
import { readJson } from './json.ts'
import { readXml, writeXml } from './xml.ts'

/** A notation of data: reading makes data of a text, writing a text of data. Both throw ExpresionFallida. */
interface Formato {
  read(text: string, limits: Limits): unknown
  write(value: unknown, limits: Limits): string
}

export const FORMATOS = {
  json: { read: readJson, write: (value) => JSON.stringify(value ?? null) },
  xml: { read: readXml, write: writeXml },
  base64: { read: base64ToText, write: (value) => textToBase64(toTexto(value)) },
} satisfies Record<string, Formato>
