import { Binario, type Limits, readExactJson, ServidorRechaza } from '@div/contract'
import {
  type Codificacion,
  encodeText,
  type FormatoDeRegistros,
  type LIBRO,
  type Notacion,
  type OpcionesLibro,
  openDecoder,
  type Reglas,
  readLibro,
  streamRegistros,
  writeLibro,
} from '@div/formatos'
import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'
import type { XML } from './xml.ts'

/** How what a file holds is told where it is no list of records. */
export const ENTEROS = ['texto', 'json', 'binario'] as const
export type Entero = (typeof ENTEROS)[number]
export type Formato = Entero | FormatoDeRegistros | typeof XML | typeof LIBRO

export interface Lectura {
  servidor: string
  codificacion: Codificacion
  limits: Limits
}

/** A whole file as one value. */
export function decode(bytes: Buffer, formato: Entero, lectura: Lectura): unknown {
  if (formato === 'binario') return new Binario(bytes)
  const { servidor, codificacion } = lectura
  const decodeText = openDecoder(codificacion, readingRules(lectura))
  const text = decodeText(bytes) + decodeText()
  if (formato === 'texto') return text
  try {
    return readExactJson(text, lectura.limits)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ServidorRechaza({ servidor, motivo: 'el archivo no es JSON' }, { cause })
  }
}

/** A file record by record, in flat memory. */
export function readFilas(
  bytes: AsyncIterable<Buffer>,
  notacion: Notacion,
  lectura: Lectura,
): AsyncGenerator<unknown[]> {
  const { codificacion } = lectura
  return streamRegistros(bytes, notacion, { ...readingRules(lectura), codificacion })
}

/** The rows of a sheet of a workbook, which is read whole. */
export function readHoja(bytes: Buffer, libro: OpcionesLibro, lectura: Lectura): Promise<unknown[]> {
  const { limits } = lectura
  const { refuse: tell } = readingRules(lectura)
  return readLibro(bytes, libro, { refuse: tell, maximo: limits.filas, maximoBytes: limits.libroBytes })
}

export async function encodeHoja(value: unknown, libro: OpcionesLibro, limits: Limits): Promise<Buffer> {
  if (!Array.isArray(value)) throw refuse('contenido', 'Debe ser una lista.')
  return Buffer.from(await writeLibro(value, libro, writingRules(limits)))
}

/** What is written of a value. */
export function encode(
  value: unknown,
  { formato, notacion, ...lectura }: Lectura & { formato: Formato; notacion: Notacion | null },
): Buffer {
  const reglas = writingRules(lectura.limits)
  const toBytes = (text: string) => Buffer.from(encodeText(text, lectura.codificacion, reglas))
  if (notacion !== null) {
    if (!Array.isArray(value)) throw refuse('contenido', 'Debe ser una lista.')
    return toBytes(notacion.write(value, reglas))
  }
  if (formato === 'json') return toBytes(JSON.stringify(value ?? null))
  return value instanceof Binario ? Buffer.from(value.bytes) : toBytes(textOf(value) ?? '')
}

const COMMON = { vacio: 'nulo', finDeLinea: 'lf', textOf } as const

function readingRules({ servidor, limits }: Pick<Lectura, 'servidor' | 'limits'>): Reglas {
  return {
    ...COMMON,
    limits,
    maximoRegistro: limits.cuerpoBytes,
    refuse(motivo, cause) {
      throw new ServidorRechaza({ servidor, motivo: `el archivo no se puede leer: ${motivo}` }, { cause })
    },
  }
}

function writingRules(limits: Limits): Reglas {
  return {
    ...COMMON,
    limits,
    maximoRegistro: limits.cuerpoBytes,
    refuse(motivo) {
      throw refuse('contenido', `No se puede escribir: ${motivo}.`)
    },
  }
}
