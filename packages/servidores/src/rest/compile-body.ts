import { randomUUID } from 'node:crypto'
import { Binario, type CampoDeFormulario, writeMultipart } from '@div/contract'
import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'
import type { Estilo, Operacion } from './operacion-schema.ts'
import { pairsOf } from './write-value.ts'

interface WrittenBody {
  content: string | Uint8Array | null
  contentType: string | null
}

export type BodyWriter = (values: Readonly<Record<string, unknown>>) => WrittenBody

interface Field {
  parametro: string
  nombre: string
  estilo: Estilo | undefined
}

const NO_BODY: WrittenBody = { content: null, contentType: null }

/** How the fields become a body. Throws DatosInvalidos when the kind cannot hold them. */
export function compileBody(tipo: Operacion['cuerpo'], fields: readonly Field[]): BodyWriter {
  const [only] = fields
  if (tipo === 'ninguno' && only) {
    throw refuse(
      'objeto.cuerpo',
      `El parámetro «${only.parametro}» va en el cuerpo, y esta operación no tiene.`,
    )
  }
  if (only === undefined) return () => NO_BODY
  const whole = fields.length === 1 && only.nombre === 'cuerpo' ? only.parametro : null
  switch (tipo) {
    case 'ninguno':
      return () => NO_BODY
    case 'json':
      return (values) => ({
        content: JSON.stringify((whole === null ? gather(fields, values) : values[whole]) ?? null),
        contentType: 'application/json',
      })
    case 'formulario':
      return (values) => ({
        content: writeForm(fields, values),
        contentType: 'application/x-www-form-urlencoded',
      })
    case 'multipart':
      return (values) => writePartes(fields, values)
    case 'xml':
      return wholeWriter(whole, tipo, 'application/xml; charset=utf-8')
    case 'texto':
      return wholeWriter(whole, tipo, 'text/plain; charset=utf-8')
    case 'binario':
      return wholeWriter(whole, tipo, 'application/octet-stream')
  }
}

function gather(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ nombre, parametro }) => [nombre, values[parametro]]))
}

function wholeWriter(parametro: string | null, tipo: string, contentType: string): BodyWriter {
  if (parametro === null) {
    throw refuse('objeto.cuerpo', `Un cuerpo de tipo ${tipo} necesita un solo parámetro, llamado «cuerpo».`)
  }
  return (values) => {
    const value = values[parametro]
    if (value === null || value === undefined) return NO_BODY
    return { content: value instanceof Binario ? value.bytes : (textOf(value) ?? ''), contentType }
  }
}

function writeForm(fields: readonly Field[], values: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams()
  for (const { nombre, parametro, estilo } of fields) {
    for (const [name, text] of pairsOf(nombre, values[parametro], estilo))
      form.append(name.toWellFormed(), text.toWellFormed())
  }
  return form.toString()
}

/** A Binario is sent as a file. */
function writePartes(fields: readonly Field[], values: Readonly<Record<string, unknown>>): WrittenBody {
  const boundary = `div-${randomUUID()}`
  const campos = fields.flatMap(({ nombre, parametro }) => {
    const value = values[parametro]
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    return all.flatMap((each): CampoDeFormulario<string | Uint8Array>[] => {
      if (each === null || each === undefined) return []
      if (each instanceof Binario) return [{ nombre, contenido: each.bytes, archivo: nombre }]
      return [{ nombre, contenido: textOf(each) ?? '' }]
    })
  })
  const pieces = writeMultipart(campos, boundary)
  return {
    content: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
