import { isPlainObject } from '@div/contract'
import type { Part } from '../documents/part.ts'
import type { Autenticacion, DescribedApi, RestOperation } from '../model.ts'
import { addressOf } from '../operations/addresses.ts'
import type { OperationTable } from '../operations/operation-table.ts'
import { shorten } from '../shorten.ts'
import { readAuth } from './read-auth.ts'
import { readBody } from './read-body.ts'
import { readResponse } from './read-response.ts'
import { readUrl } from './read-url.ts'
import { Variables } from './variables.ts'

/** Folders in folders. */
const LEVELS = 20

export function isPostman(document: unknown): boolean {
  if (!isPlainObject(document) || !isPlainObject(document.info)) return false
  const { info, item } = document
  return typeof info.schema === 'string' && /getpostman\.com/.test(info.schema) && Array.isArray(item)
}

interface Request {
  nombre: string
  item: Part
  request: Part
}

interface ReadRequest {
  nombre: string
  /** As it is written, with its variables. */
  base: string
  operation: RestOperation
}

/** A collection of Postman 2.0 or 2.1, as `dropSecrets` leaves it: requests that somebody has made, from which it is told what can be asked. */
export function readPostman(root: Part, table: OperationTable, avisos: Set<string>): DescribedApi {
  const variables = new Variables(root.get('variable'))
  const requests = listRequests(root, LEVELS).map((each) => readRequest(each, variables, avisos))
  const base = mostFrequent(requests.map((request) => request.base))
  for (const { nombre, base: own, operation } of requests) {
    if (own === base) table.add(nombre, operation)
    else avisos.add(`«${nombre}»: está en otra dirección (${own}).`)
  }
  const direccion = addressOf(variables.fill(base), '')
  if (direccion === null && base !== '')
    avisos.add(`La dirección «${base}» no se conoce: escriba la dirección base.`)
  tellScripts(root, avisos)
  return {
    titulo: root.get('info').text('name') ?? '',
    formato: 'Postman 2.1',
    direcciones: direccion === null ? [] : [direccion],
    operaciones: table.operaciones,
    autenticaciones: distinct(listAuths(root, LEVELS, avisos)),
  }
}

/** Scheme and host of each request, as they are written. */
export function listBases(root: Part): string[] {
  return listRequests(root, LEVELS).map(({ request }) => readUrl(urlOf(request)).base)
}

function listRequests(folder: Part, levels: number): Request[] {
  if (levels === 0) return []
  return folder
    .get('item')
    .items()
    .flatMap((item): Request[] => {
      const request = item.get('request')
      if (!request.isObject() && typeof request.value !== 'string') return listRequests(item, levels - 1)
      return [{ nombre: item.text('name') ?? '', item, request }]
    })
}

function readRequest(
  { nombre, item, request }: Request,
  variables: Variables,
  avisos: Set<string>,
): ReadRequest {
  const url = readUrl(urlOf(request))
  const body = readBody(request, { nombre, variables }, avisos)
  const resumen = shorten(request.text('description') ?? request.get('description').text('content'))
  return {
    nombre,
    base: url.base,
    operation: {
      metodo: (request.text('method') ?? 'GET').toUpperCase(),
      ruta: url.ruta,
      ...(resumen !== undefined && { resumen }),
      parametros: [...url.parametros, ...body.cabeceras, ...body.parametros],
      cuerpo: body.cuerpo,
      cabeceras: body.fijas,
      respuesta: readResponse(item.get('response')),
    },
  }
}

function urlOf(request: Part): Part {
  return typeof request.value === 'string' ? request : request.get('url')
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left)
  return first?.[0] ?? ''
}

function listAuths(folder: Part, levels: number, avisos: Set<string>): Autenticacion[] {
  if (levels === 0) return []
  const inside = folder
    .get('item')
    .items()
    .flatMap((item) => [
      ...readAuth(item.get('request').get('auth'), avisos),
      ...listAuths(item, levels - 1, avisos),
    ])
  return [...readAuth(folder.get('auth'), avisos), ...inside]
}

function distinct(autenticaciones: readonly Autenticacion[]): Autenticacion[] {
  return [...new Map(autenticaciones.map((each) => [JSON.stringify(each), each])).values()]
}

function tellScripts(folder: Part, avisos: Set<string>, levels = LEVELS): void {
  if (levels === 0) return
  if (folder.get('event').items().length > 0)
    avisos.add('No se tomaron sus scripts: aquí no se ejecuta código.')
  for (const item of folder.get('item').items()) tellScripts(item, avisos, levels - 1)
}
