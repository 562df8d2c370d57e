import { isCredentialHeader, type Parametro } from '@div/contract'
import type { Part } from '../documents/part.ts'
import type { RestParameter, TipoCuerpo } from '../model.ts'
import { fieldsOfBody } from '../operations/build-parameters.ts'
import { describeValue, parseExample } from './describe-value.ts'
import { describe, exampleOf } from './read-url.ts'
import type { Variables } from './variables.ts'

export interface ReadBody {
  cuerpo: TipoCuerpo
  parametros: RestParameter[]
  cabeceras: RestParameter[]
  /** The same in every call. */
  fijas: Record<string, string>
}

/** Set by whoever sends. */
const OWN = /^(?:host|content-length|connection|user-agent|accept-encoding|cache-control|postman-token)$/i
const FIXED = /^(?:accept|content-type)$/i
/** What a request sends besides its address. */
export function readBody(
  request: Part,
  { nombre, variables }: { nombre: string; variables: Variables },
  avisos: Set<string>,
): ReadBody {
  const headers = request
    .get('header')
    .items()
    .flatMap((part) => {
      const name = part.text('key')
      return name === undefined || name === '' || OWN.test(name) ? [] : [{ name, part }]
    })
  const fijas: Record<string, string> = {}
  const cabeceras: RestParameter[] = []
  for (const { name, part } of headers) {
    const value = variables.fill(part.text('value') ?? '')
    if (isCredentialHeader(name)) {
      // The settings of the servidor keep it sealed.
      avisos.add(`«${nombre}»: la cabecera ${name} va en la autenticación del servidor.`)
    } else if (FIXED.test(name)) {
      if (!part.isTrue('disabled') && value !== '' && !value.includes('{{')) fijas[name] = value
    } else {
      const parametro: Parametro = {
        nombre: name,
        tipo: 'texto',
        ...describe(part),
        ...exampleOf(part.text('value')),
      }
      cabeceras.push({ parametro, lugar: 'cabecera', nombre: name })
    }
  }
  return { ...readContent(request.get('body'), fijas), cabeceras, fijas }
}

function readContent(
  body: Part,
  fijas: Readonly<Record<string, string>>,
): Pick<ReadBody, 'cuerpo' | 'parametros'> {
  switch (body.isTrue('disabled') ? '' : body.text('mode')) {
    case 'raw':
      return readRaw(body, fijas)
    case 'urlencoded':
      return { cuerpo: 'formulario', parametros: readFields(body.get('urlencoded')) }
    case 'formdata':
      return { cuerpo: 'multipart', parametros: readFields(body.get('formdata')) }
    case 'file':
      return { cuerpo: 'binario', parametros: [whole('binario')] }
    case 'graphql':
      return { cuerpo: 'json', parametros: GRAPHQL }
    default:
      return { cuerpo: 'ninguno', parametros: [] }
  }
}

const GRAPHQL: RestParameter[] = [
  { parametro: { nombre: 'query', tipo: 'texto', requerido: true }, lugar: 'cuerpo', nombre: 'query' },
  { parametro: { nombre: 'variables', tipo: 'objeto' }, lugar: 'cuerpo', nombre: 'variables' },
]

function readRaw(
  body: Part,
  fijas: Readonly<Record<string, string>>,
): Pick<ReadBody, 'cuerpo' | 'parametros'> {
  const text = body.text('raw') ?? ''
  if (text.trim() === '') return { cuerpo: 'ninguno', parametros: [] }
  const language = body.get('options').get('raw').text('language') ?? ''
  const told = `${language} ${Object.values(fijas).join(' ')}`.toLowerCase()
  const example = parseExample(text)
  if (example !== undefined && !told.includes('xml'))
    return { cuerpo: 'json', parametros: fieldsOfBody(describeValue(example), { requerido: true }) }
  return { cuerpo: told.includes('xml') ? 'xml' : 'texto', parametros: [whole('texto')] }
}

function whole(tipo: 'texto' | 'binario'): RestParameter {
  return { parametro: { nombre: 'cuerpo', tipo, requerido: true }, lugar: 'cuerpo', nombre: 'cuerpo' }
}

function readFields(fields: Part): RestParameter[] {
  return fields.items().flatMap((each): RestParameter[] => {
    const nombre = each.text('key')
    if (nombre === undefined || nombre === '') return []
    const tipo = each.text('type') === 'file' ? 'binario' : 'texto'
    const ejemplo = tipo === 'texto' ? exampleOf(each.text('value')) : {}
    return [{ parametro: { nombre, tipo, ...describe(each), ...ejemplo }, lugar: 'cuerpo', nombre }]
  })
}
