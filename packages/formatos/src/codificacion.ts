import { z } from 'zod'
import type { Reglas } from './define-formato.ts'

export const CODIFICACIONES = ['utf-8', 'utf-8-bom', 'iso-8859-1', 'windows-1252'] as const
export type Codificacion = (typeof CODIFICACIONES)[number]

export const codificacionField = z
  .enum(CODIFICACIONES)
  .default('utf-8')
  .meta({
    title: 'Codificación',
    etiquetas: {
      'utf-8': 'UTF-8',
      'utf-8-bom': 'UTF-8 con marca (BOM)',
      'iso-8859-1': 'ISO 8859-1 (Latin-1)',
      'windows-1252': 'Windows-1252',
    },
    avanzado: true,
  })

/** What a browser calls ISO 8859-1 is Windows-1252. */
const LABELS: Readonly<Record<Codificacion, string>> = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** The 32 places in which the two differ: in ISO 8859-1 they are what they are in Unicode. */
const C1_START = 0x80
const C1_END = 0xa0
const C1_OF_WINDOWS = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: C1_END - C1_START }, (_, at) => C1_START + at),
)

/** Bytes that come in pieces as text; a mark of UTF-8 at their beginning is no text. Call it with nothing at the end. */
export function openDecoder(
  codificacion: Codificacion,
  { refuse }: Pick<Reglas, 'refuse'>,
): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(LABELS[codificacion], { fatal: true })
  return (bytes) => {
    try {
      const text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
      return codificacion === 'iso-8859-1' ? toLatin1(text) : text
    } catch (cause) {
      return refuse(`no es texto ${codificacion}`, cause)
    }
  }
}

function toLatin1(text: string): string {
  return text.replace(/[^\0-\u00ff]/g, (character) =>
    String.fromCharCode(C1_START + C1_OF_WINDOWS.indexOf(character)),
  )
}

const encoder = new TextEncoder()

export function encodeText(
  text: string,
  codificacion: Codificacion,
  { refuse }: Pick<Reglas, 'refuse'>,
): Uint8Array {
  if (codificacion === 'utf-8') return encoder.encode(text)
  if (codificacion === 'utf-8-bom') return encoder.encode(`\ufeff${text}`)
  const codeOf = codificacion === 'iso-8859-1' ? latin1CodeOf : windowsCodeOf
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = codeOf(text.charCodeAt(at))
    if (code === null) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      return refuse(`«${character}» no existe en ${codificacion}`)
    }
    bytes[at] = code
  }
  return bytes
}

function latin1CodeOf(code: number): number | null {
  return code <= 0xff ? code : null
}

function windowsCodeOf(code: number): number | null {
  if (code < C1_START || (code >= C1_END && code <= 0xff)) return code
  const at = C1_OF_WINDOWS.indexOf(String.fromCharCode(code))
  return at === -1 ? null : C1_START + at
}
