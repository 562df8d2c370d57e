import type { Part } from '../documents/part.ts'
import type { Autenticacion, DescribedApi, RestOperation } from '../model.ts'
import { answerOfSuccess, describeAnswer } from '../openapi/read-answer.ts'
import { clientCredentials, readApiKey } from '../openapi/read-security.ts'
import { listAddresses } from '../operations/addresses.ts'
import { acceptOf, chooseMedia } from '../operations/media.ts'
import { METHODS, resumenOf } from '../operations/methods.ts'
import type { OperationTable } from '../operations/operation-table.ts'
import { shorten } from '../shorten.ts'
import { readSwaggerParameters } from './read-parameters.ts'

/** Swagger 2.0, which OpenAPI was called before. */
export function readSwagger(root: Part, table: OperationTable, avisos: Set<string>): DescribedApi {
  for (const [ruta, item] of root.get('paths').entries()) {
    if (ruta.startsWith('x-')) continue
    for (const method of METHODS) {
      const operation = item.get(method)
      if (!operation.isObject()) continue
      const metodo = method.toUpperCase()
      table.add(operation.text('operationId'), readOperation({ metodo, ruta, item, operation, root }, avisos))
    }
  }
  const direcciones = addressesOf(root, avisos)
  return {
    titulo: root.get('info').text('title') ?? '',
    formato: 'Swagger 2.0',
    direcciones,
    operaciones: table.operaciones,
    autenticaciones: root
      .get('securityDefinitions')
      .entries()
      .flatMap(([nombre, scheme]) => {
        const read = readScheme(scheme, direcciones)
        if (read === null) avisos.add(`La seguridad «${nombre}» (${scheme.text('type')}) no se puede usar.`)
        return read ?? []
      }),
  }
}

interface Place {
  metodo: string
  ruta: string
  item: Part
  operation: Part
  root: Part
}

function readOperation({ metodo, ruta, item, operation, root }: Place, avisos: Set<string>): RestOperation {
  const where = `${metodo} ${ruta}`
  const mediaOf = (key: 'consumes' | 'produces') => {
    const own = operation.get(key)
    return (Array.isArray(own.value) ? own : root.get(key)).items().flatMap(({ value }) => {
      return typeof value === 'string' ? value : []
    })
  }
  const body = readSwaggerParameters([item, operation], { where, consumes: mediaOf('consumes') }, avisos)
  const answer = answerOfSuccess(operation.get('responses'))
  const schema = answer?.get('schema')
  const produces = mediaOf('produces')
  const media = schema?.isObject() ? chooseMedia(produces.map((tipo) => [tipo, schema] as const)) : undefined
  const resumen = shorten(operation.text('summary') ?? operation.text('description'))
  return {
    metodo,
    ruta,
    ...resumenOf({ resumen, obsoleta: operation.isTrue('deprecated') }),
    parametros: body.parametros,
    cuerpo: body.cuerpo,
    cabeceras: { ...(media && acceptOf(media, produces.length)), ...body.contentType },
    respuesta: {
      cabeceras: (answer?.get('headers').entries() ?? []).map(([nombre]) => ({
        nombre: nombre.toLowerCase(),
        tipo: 'texto',
      })),
      cuerpo: schema?.isObject() ? describeAnswer(media?.cuerpo ?? 'json', schema) : null,
    },
  }
}

function addressesOf(root: Part, avisos: Set<string>): string[] {
  const host = root.text('host')
  const basePath = root.text('basePath') ?? '/'
  const given = root
    .get('schemes')
    .items()
    .flatMap(({ value }) => (value === 'http' || value === 'https' ? value : []))
  // The safer one first, whatever the order.
  const schemes = [...new Set(given.length > 0 ? given.toSorted().toReversed() : ['https'])]
  const urls = host === undefined ? [basePath] : schemes.map((scheme) => `${scheme}://${host}${basePath}`)
  return listAddresses(urls, root.documento, avisos)
}

function readScheme(scheme: Part, direcciones: readonly string[]): Autenticacion | null {
  switch (scheme.text('type')) {
    case 'basic':
      return { tipo: 'basico' }
    case 'apiKey':
      return readApiKey(scheme)
    case 'oauth2':
      return scheme.text('flow') === 'application'
        ? clientCredentials(scheme, direcciones)
        : { tipo: 'bearer' }
    default:
      return null
  }
}
