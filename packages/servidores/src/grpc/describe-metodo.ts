import type { ColumnaDeObjeto, DetalleDeObjeto, ObjetoDeServidor, Parametro, TipoDato } from '@div/contract'
import { lookUp } from '@div/contract'
import { type Campo, type Clase, type Escalar, isMensaje, type Mensaje, type Metodo } from './model.ts'

/** Messages within messages that are spelled out; one within itself is not. */
const DEPTH = 6
/** Fields of them all. */
const MAX_CAMPOS = 1_000

interface Within {
  outer: readonly Mensaje[]
  room: { campos: number }
}

const atTop = (): Within => ({ outer: [], room: { campos: MAX_CAMPOS } })

export function describeEntry({ nombre, contesta, flujo, descripcion }: Metodo): ObjetoDeServidor {
  return {
    nombre,
    tipoObjeto: 'metodo',
    clase: flujo ? `flujo de ${contesta.nombre}` : contesta.nombre,
    ...(descripcion !== null && { descripcion }),
    objeto: { flujo },
  }
}

export function describeMetodo(metodo: Metodo): DetalleDeObjeto {
  const { pide, contesta, flujo } = metodo
  const mensaje: Parametro = {
    nombre: 'mensaje',
    tipo: 'objeto',
    campos: camposOf(contesta, atTop(), toSalida),
  }
  return {
    ...describeEntry(metodo),
    columnas: [],
    parametros: pide.campos.map(toColumna),
    entrada: camposOf(pide, atTop(), toEntrada),
    salida: flujo
      ? [
          { nombre: 'mensajes', tipo: 'lista', elemento: { ...mensaje, nombre: '' } },
          { nombre: 'total', tipo: 'entero' },
        ]
      : [mensaje, { nombre: 'metadatos', tipo: 'objeto', campos: [] }],
  }
}

type Describe = (campo: Campo, within: Within) => Parametro

function camposOf(mensaje: Mensaje, { outer, room }: Within, describe: Describe): Parametro[] {
  room.campos -= mensaje.campos.length
  return mensaje.campos.map((campo) => describe(campo, { outer: [...outer, mensaje], room }))
}

const toEntrada: Describe = (campo, within) => ({
  ...describeCampo(campo, within, toEntrada),
  requerido: campo.presencia === 'requerida',
  ...(campo.descripcion !== null && { descripcion: campo.descripcion }),
})

const toSalida: Describe = (campo, within) => describeCampo(campo, within, toSalida)

function describeCampo(
  { nombre, clase, clave, repetido }: Campo,
  within: Within,
  describe: Describe,
): Parametro {
  if (clave !== null) return { nombre, tipo: 'objeto' }
  const one = describeClase(clase, within, describe)
  return repetido ? { nombre, tipo: 'lista', elemento: { nombre: '', ...one } } : { nombre, ...one }
}

function describeClase(clase: Clase, within: Within, describe: Describe): Omit<Parametro, 'nombre'> {
  if (typeof clase === 'string') return { tipo: TIPOS[clase] }
  if (!isMensaje(clase))
    return {
      tipo: 'texto',
      ...(describe === toEntrada && { validacion: { valores: [...clase.valores.keys()] } }),
    }
  const known = lookUp(CONOCIDOS, clase.nombre)
  if (known) return { tipo: known }
  const { outer, room } = within
  if (outer.length >= DEPTH || outer.includes(clase) || room.campos < clase.campos.length)
    return { tipo: 'objeto' }
  return { tipo: 'objeto', campos: camposOf(clase, within, describe) }
}

function toColumna({ nombre, clase, clave, repetido, presencia }: Campo): ColumnaDeObjeto {
  const name = typeof clase === 'string' ? clase : clase.nombre
  const tipoNativo = clave === null ? `${repetido ? 'repeated ' : ''}${name}` : `map<${clave}, ${name}>`
  const tipo = clave !== null ? 'objeto' : repetido ? 'lista' : tipoOf(clase)
  return { nombre, tipo, tipoNativo, nulo: presencia !== 'requerida', modo: 'IN' }
}

function tipoOf(clase: Clase): TipoDato {
  if (typeof clase === 'string') return TIPOS[clase]
  return isMensaje(clase) ? (lookUp(CONOCIDOS, clase.nombre) ?? 'objeto') : 'texto'
}

/** Of 64 bits: as text, see `escalar.ts`. */
const TIPOS: Readonly<Record<Escalar, TipoDato>> = {
  double: 'decimal',
  float: 'decimal',
  int32: 'entero',
  int64: 'texto',
  uint32: 'entero',
  uint64: 'texto',
  sint32: 'entero',
  sint64: 'texto',
  fixed32: 'entero',
  fixed64: 'texto',
  sfixed32: 'entero',
  sfixed64: 'texto',
  bool: 'booleano',
  string: 'texto',
  bytes: 'binario',
}

const CONOCIDOS: Readonly<Record<string, TipoDato>> = {
  'google.protobuf.Timestamp': 'fechaHora',
  'google.protobuf.Duration': 'texto',
  'google.protobuf.FieldMask': 'texto',
  'google.protobuf.Struct': 'objeto',
  'google.protobuf.Value': 'cualquiera',
  'google.protobuf.ListValue': 'lista',
  'google.protobuf.DoubleValue': 'decimal',
  'google.protobuf.FloatValue': 'decimal',
  'google.protobuf.Int64Value': 'texto',
  'google.protobuf.UInt64Value': 'texto',
  'google.protobuf.Int32Value': 'entero',
  'google.protobuf.UInt32Value': 'entero',
  'google.protobuf.BoolValue': 'booleano',
  'google.protobuf.StringValue': 'texto',
  'google.protobuf.BytesValue': 'binario',
}
