import { type AppError, isPlainObject, LimiteSuperado } from '@div/contract'
import { refuse } from '../refuse.ts'
import { conocidoOf } from './conocidos.ts'
import { CODECS, withLength } from './escalar.ts'
import { type Campo, type Clase, isMensaje, type Mensaje } from './model.ts'
import { BYTES, VARINT, writeMark, writeVarint } from './wire.ts'

/** A message nested deeper is refused. */
const DEPTH = 64

/** The bytes of a message. Throws DatosInvalidos naming the field that is not as it is declared. */
export function encodeMensaje(mensaje: Mensaje, value: unknown, ruta = '', depth = 0): Buffer {
  if (depth > DEPTH) throw new LimiteSuperado({ limite: 'profundidad', maximo: DEPTH })
  const conocido = conocidoOf(mensaje.nombre)
  const given = conocido ? conocido.open(value) : value
  if (!isPlainObject(given)) throw wrong(ruta, `no es un valor de ${mensaje.nombre}`)
  const strange = Object.keys(given).find((nombre) => !mensaje.porNombre.has(nombre))
  if (strange !== undefined) throw wrong(join(ruta, strange), `no es un campo de ${mensaje.nombre}`)
  checkOneofs(mensaje, given, ruta)
  const pieces: Buffer[] = []
  for (const campo of mensaje.campos) {
    const each = Object.hasOwn(given, campo.nombre) ? given[campo.nombre] : undefined
    const isNull = each === undefined || (each === null && !takesNull(campo.clase))
    if (!isNull) pieces.push(...encodeCampo(campo, each, { ruta: join(ruta, campo.nombre), depth }))
    else if (campo.presencia === 'requerida') throw wrong(join(ruta, campo.nombre), 'falta')
  }
  return Buffer.concat(pieces)
}

interface Place {
  ruta: string
  depth: number
}

function takesNull(clase: Clase): boolean {
  return isMensaje(clase) && clase.nombre === 'google.protobuf.Value'
}

function checkOneofs({ campos }: Mensaje, given: Readonly<Record<string, unknown>>, ruta: string): void {
  const chosen = new Map<string, string>()
  for (const { nombre, oneof } of campos) {
    if (oneof === null || !Object.hasOwn(given, nombre) || given[nombre] == null) continue
    const other = chosen.get(oneof)
    if (other !== undefined)
      throw wrong(join(ruta, nombre), `de «${oneof}» solo puede ir uno, y ya va «${other}»`)
    chosen.set(oneof, nombre)
  }
}

function encodeCampo(campo: Campo, value: unknown, place: Place): Buffer[] {
  const { id, clase, clave, repetido, empaquetado } = campo
  if (clave !== null) return encodeMapa(campo, value, place)
  if (!repetido) return [writeMark(id, wireOf(clase)), encodeValor(clase, value, place)]
  if (!Array.isArray(value)) throw wrong(place.ruta, 'no es una lista')
  const items = value.map((item, index) =>
    encodeValor(clase, item, { ...place, ruta: `${place.ruta}[${index}]` }),
  )
  if (items.length === 0) return []
  if (empaquetado && wireOf(clase) !== BYTES) return [writeMark(id, BYTES), withLength(Buffer.concat(items))]
  return items.flatMap((item) => [writeMark(id, wireOf(clase)), item])
}

/** Each entry is a message of a key and a value (Protocol Buffers, Encoding: Maps). */
function encodeMapa({ id, clase, clave }: Campo, value: unknown, place: Place): Buffer[] {
  if (!isPlainObject(value)) throw wrong(place.ruta, 'no es un objeto')
  return Object.entries(value).flatMap(([key, item]) => {
    const ruta = join(place.ruta, key)
    const codec = CODECS[clave ?? 'string']
    const written = codec.write(clave === 'bool' ? key === 'true' : key)
    if (!written) throw wrong(ruta, `su clave no es ${clave}`)
    const entry = [
      writeMark(1, codec.wire),
      written,
      writeMark(2, wireOf(clase)),
      encodeValor(clase, item, { ...place, ruta }),
    ]
    return [writeMark(id, BYTES), withLength(Buffer.concat(entry))]
  })
}

export function wireOf(clase: Clase): number {
  if (typeof clase === 'string') return CODECS[clase].wire
  return isMensaje(clase) ? BYTES : VARINT
}

function encodeValor(clase: Clase, value: unknown, { ruta, depth }: Place): Buffer {
  if (typeof clase === 'string') {
    const written = CODECS[clase].write(value)
    if (!written) throw wrong(ruta, `no es ${clase}`)
    return written
  }
  if (isMensaje(clase)) return withLength(encodeMensaje(clase, value, ruta, depth + 1))
  const number = typeof value === 'string' ? clase.valores.get(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 0x7fff_ffff)
    throw wrong(ruta, `no es uno de ${[...clase.valores.keys()].slice(0, 20).join(', ')}`)
  return writeVarint(BigInt(number))
}

function join(ruta: string, nombre: string): string {
  return ruta === '' ? nombre : `${ruta}.${nombre}`
}

function wrong(ruta: string, problema: string): AppError {
  return refuse(ruta === '' ? 'parametros' : ruta, `«${ruta || 'mensaje'}» ${problema}.`)
}
