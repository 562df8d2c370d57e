import type { ColumnaDeObjeto, DetalleDeObjeto, ObjetoDeServidor, Parametro, TipoDato } from '@div/contract'
import { lookUp } from '@div/contract'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql/type'
import type { Operaciones } from '../contrato/compare-operaciones.ts'
import { type Campo, selectCampos, writeCampos } from './select-campos.ts'

/** Objects within what a call takes that are spelled out; an inner one of a kind that is already open is not. */
const DEPTH = 6
/** Fields of them all: filters of some services lead from each object to every other. */
const MAX_CAMPOS = 500

interface Within {
  outer: readonly GraphQLInputType[]
  room: { campos: number }
}

/** A field of the root: what a consulta or mutacion may ask. */
export interface CampoDeRaiz {
  tipoObjeto: 'consulta' | 'mutacion'
  field: GraphQLField<unknown, unknown>
}

export function listCampos(schema: GraphQLSchema): CampoDeRaiz[] {
  const fieldsOf = (tipoObjeto: CampoDeRaiz['tipoObjeto']) => {
    const root = tipoObjeto === 'consulta' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(root?.getFields() ?? {}).map((field) => ({ tipoObjeto, field }))
  }
  return [...fieldsOf('consulta'), ...fieldsOf('mutacion')]
}

/** Each with all that its callers notice. */
export function describeAll(schema: GraphQLSchema): Operaciones {
  const texts = new Map<string, string>()
  for (const each of listCampos(schema)) {
    const { nombre, parametros, entrada, salida } = describeCampo(each)
    texts.set(nombre, `${texts.get(nombre) ?? ''}${JSON.stringify([parametros, entrada, salida])}`)
  }
  return texts
}

export function describeEntry({ tipoObjeto, field }: CampoDeRaiz): ObjetoDeServidor {
  return {
    nombre: field.name,
    tipoObjeto,
    clase: String(field.type),
    ...(field.description && { descripcion: field.description }),
    objeto: { documento: writeDocumento({ tipoObjeto, field }) },
  }
}

export function describeCampo({ tipoObjeto, field }: CampoDeRaiz): DetalleDeObjeto {
  const within: Within = { outer: [], room: { campos: MAX_CAMPOS } }
  return {
    ...describeEntry({ tipoObjeto, field }),
    columnas: [],
    parametros: field.args.map(toColumna),
    entrada: field.args.map((arg) => ({
      ...toEntrada(arg.name, arg.type, within),
      requerido: isRequiredArgument(arg),
      ...(arg.description && { descripcion: arg.description }),
    })),
    salida: [
      { nombre: 'datos', tipo: 'objeto', campos: [toSalida(selectCampos(field))] },
      { nombre: 'errores', tipo: 'lista', elemento: FALLO },
    ],
  }
}

const FALLO: Parametro = {
  nombre: '',
  tipo: 'objeto',
  campos: [
    { nombre: 'mensaje', tipo: 'texto' },
    { nombre: 'ruta', tipo: 'texto' },
    { nombre: 'codigo', tipo: 'texto' },
  ],
}

/** A document that asks for all of a field that is near; its variables are called as its arguments. */
function writeDocumento({ tipoObjeto, field }: CampoDeRaiz): string {
  const { name, args } = field
  const clase = tipoObjeto === 'consulta' ? 'query' : 'mutation'
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const { campos } = selectCampos(field)
  const call = `${name}${passed === '' ? '' : `(${passed})`}${campos ? ` ${writeCampos(campos, '  ')}` : ''}`
  return `${clase} ${name}${declared === '' ? '' : `(${declared})`} {\n  ${call}\n}`
}

function toColumna(arg: GraphQLArgument): ColumnaDeObjeto {
  const { tipo = 'cualquiera' } = toEntrada(arg.name, arg.type, { outer: [], room: { campos: 0 } })
  return {
    nombre: arg.name,
    tipo,
    tipoNativo: String(arg.type),
    nulo: !isRequiredArgument(arg),
    modo: 'IN',
  }
}

function toEntrada(nombre: string, type: GraphQLInputType, within: Within): Parametro {
  if (isNonNullType(type)) return toEntrada(nombre, type.ofType, within)
  if (isListType(type)) return { nombre, tipo: 'lista', elemento: toEntrada('', type.ofType, within) }
  if (isEnumType(type))
    return { nombre, tipo: 'texto', validacion: { valores: type.getValues().map(({ name }) => name) } }
  if (!isInputObjectType(type)) return { nombre, tipo: tipoOf(type.name) }
  const { outer, room } = within
  const fields = Object.values(type.getFields())
  if (outer.length >= DEPTH || outer.includes(type) || room.campos < fields.length)
    return { nombre, tipo: 'objeto' }
  room.campos -= fields.length
  const campos = fields.map((field) => ({
    ...toEntrada(field.name, field.type, { outer: [...outer, type], room }),
    requerido: isRequiredInputField(field),
    ...(field.description && { descripcion: field.description }),
  }))
  return { nombre, tipo: 'objeto', campos }
}

function toSalida({ nombre, type, campos }: Campo): Parametro {
  if (isNonNullType(type)) return toSalida({ nombre, type: type.ofType, campos })
  if (isListType(type))
    return { nombre, tipo: 'lista', elemento: toSalida({ nombre: '', type: type.ofType, campos }) }
  if (campos) return { nombre, tipo: 'objeto', campos: campos.map(toSalida) }
  return { nombre, tipo: isEnumType(type) ? 'texto' : tipoOf(type.name) }
}

const TIPOS: Readonly<Record<string, TipoDato>> = {
  Int: 'entero',
  Float: 'decimal',
  Boolean: 'booleano',
  String: 'texto',
  ID: 'texto',
}

/** What a scalar of the service's own is, only the service knows. */
function tipoOf(scalar: string): TipoDato {
  return lookUp(TIPOS, scalar) ?? 'cualquiera'
}
