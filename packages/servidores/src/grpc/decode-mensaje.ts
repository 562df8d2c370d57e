import { LimiteSuperado } from '@div/contract'
import { conocidoOf } from './conocidos.ts'
import { wireOf } from './encode-mensaje.ts'
import { CODECS } from './escalar.ts'
import { type Campo, type Clase, isMensaje, type Mensaje } from './model.ts'
import { BYTES, MalFormado, WireReader } from './wire.ts'

/** What nests deeper is not read. */
const DEPTH = 64

/** Where in a message, and how much more of it may be read: two bytes on the wire may be an object of many fields. */
interface Place {
  depth: number
  room: { elementos: number; maximo: number }
}

/**
 * A message as data. All of its fields are there: what did not come is the value of its type where the language says so, else null; of a
 * oneof all but one are null. Throws MalFormado, and LimiteSuperado for more than `elementos` messages and items of lists.
 */
export function decodeMensaje(
  mensaje: Mensaje,
  bytes: Buffer,
  { elementos }: { elementos: number },
): unknown {
  return readMensaje(mensaje, bytes, { depth: 0, room: { elementos, maximo: elementos } })
}

function readMensaje(mensaje: Mensaje, bytes: Buffer, place: Place): unknown {
  if (place.depth > DEPTH) throw new MalFormado('nested too deeply')
  const reader = new WireReader(bytes)
  const found = new Map<Campo, unknown>()
  while (!reader.isAtEnd) {
    const { id, wire } = reader.mark()
    const campo = mensaje.porId.get(id)
    // A newer service may say more than its files.
    if (!campo || !fits(campo, wire)) reader.skip(wire)
    else readCampo(campo, { reader, wire, place, found })
  }
  const read = Object.fromEntries(mensaje.campos.map((campo) => [campo.nombre, valorOf(campo, found)]))
  const conocido = conocidoOf(mensaje.nombre)
  return conocido ? conocido.close(read) : read
}

function valorOf(campo: Campo, found: ReadonlyMap<Campo, unknown>): unknown {
  if (!found.has(campo)) return absentOf(campo)
  const value = found.get(campo)
  // The last of two entries of one key stands.
  return campo.clave !== null && Array.isArray(value) ? Object.fromEntries(value) : value
}

function fits({ clase, clave, repetido }: Campo, wire: number): boolean {
  if (clave !== null) return wire === BYTES
  return wire === wireOf(clase) || (repetido && wire === BYTES)
}

interface Reading {
  reader: WireReader
  wire: number
  place: Place
  found: Map<Campo, unknown>
}

function readCampo(campo: Campo, { reader, wire, place, found }: Reading): void {
  const { clase, clave, repetido, oneof } = campo
  if (clave !== null) {
    asList(found, campo).push(readEntry(campo, reader.bytes(), place))
    return
  }
  if (!repetido) {
    if (oneof !== null) for (const other of found.keys()) if (other.oneof === oneof) found.delete(other)
    found.set(campo, readValor(clase, reader, place))
    return
  }
  const items = asList(found, campo)
  if (wire === wireOf(clase)) {
    items.push(readItem(clase, reader, place))
    return
  }
  const packed = new WireReader(reader.bytes())
  while (!packed.isAtEnd) items.push(readItem(clase, packed, place))
}

function asList(found: Map<Campo, unknown>, campo: Campo): unknown[] {
  const known = found.get(campo)
  if (Array.isArray(known)) return known
  const items: unknown[] = []
  found.set(campo, items)
  return items
}

function readEntry({ clase, clave }: Campo, bytes: Buffer, place: Place): [string, unknown] {
  count(place)
  const reader = new WireReader(bytes)
  const codec = CODECS[clave ?? 'string']
  let key = String(codec.defecto)
  let value: unknown
  while (!reader.isAtEnd) {
    const { id, wire } = reader.mark()
    if (id === 1 && wire === codec.wire) key = String(codec.read(reader))
    else if (id === 2 && wire === wireOf(clase)) value = readValor(clase, reader, place)
    else reader.skip(wire)
  }
  if (value !== undefined) return [key, value]
  return [key, isMensaje(clase) ? readMensaje(clase, Buffer.alloc(0), place) : defaultOf(clase)]
}

function readItem(clase: Clase, reader: WireReader, place: Place): unknown {
  count(place)
  return readValor(clase, reader, place)
}

function count({ room }: Place): void {
  if (room.elementos-- <= 0) throw new LimiteSuperado({ limite: 'elementos', maximo: room.maximo })
}

function readValor(clase: Clase, reader: WireReader, { depth, room }: Place): unknown {
  if (typeof clase === 'string') return CODECS[clase].read(reader)
  if (isMensaje(clase)) return readMensaje(clase, reader.bytes(), { depth: depth + 1, room })
  const number = Number(BigInt.asIntN(32, reader.varint()))
  // A value that is newer than the files has no name here.
  return clase.nombres.get(number) ?? number
}

function absentOf({ clase, clave, repetido, presencia }: Campo): unknown {
  if (clave !== null) return {}
  if (repetido) return []
  return presencia === 'implicita' && !isMensaje(clase) ? defaultOf(clase) : null
}

function defaultOf(clase: Exclude<Clase, Mensaje>): unknown {
  return typeof clase === 'string' ? CODECS[clase].defecto : (clase.nombres.get(0) ?? 0)
}
