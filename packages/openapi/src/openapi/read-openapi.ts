import type { Part } from '../documents/part.ts'
import type { DescribedApi, RestOperation } from '../model.ts'
import { addressOf, listAddresses } from '../operations/addresses.ts'
import { METHODS, resumenOf } from '../operations/methods.ts'
import type { OperationTable } from '../operations/operation-table.ts'
import { shorten } from '../shorten.ts'
import { readAnswer } from './read-answer.ts'
import { readBody } from './read-body.ts'
import { readParameters } from './read-parameters.ts'
import { readSecuritySchemes } from './read-security.ts'

/** OpenAPI 3.0 and 3.1. */
export function readOpenapi(root: Part, table: OperationTable, avisos: Set<string>): DescribedApi {
  const direcciones = listAddresses(serversOf(root), root.documento, avisos)
  for (const [ruta, item] of root.get('paths').entries()) {
    if (ruta.startsWith('x-')) continue
    for (const method of METHODS) {
      const operation = item.get(method)
      if (!operation.isObject()) continue
      const metodo = method.toUpperCase()
      const elsewhere = [operation, item].map(serversOf).find((servers) => servers.length > 0)
      if (elsewhere && !elsewhere.some((url) => direcciones.includes(addressOf(url, root.documento) ?? ''))) {
        avisos.add(`${metodo} ${ruta}: está en otra dirección (${elsewhere[0]}).`)
        continue
      }
      table.add(operation.text('operationId'), readOperation({ metodo, ruta, item, operation }, avisos))
    }
  }
  tellLeftOut(root, avisos)
  return {
    titulo: root.get('info').text('title') ?? '',
    formato: `OpenAPI ${String(root.get('openapi').value)}`,
    direcciones,
    operaciones: table.operaciones,
    autenticaciones: readSecuritySchemes(root.get('components').get('securitySchemes'), direcciones, avisos),
  }
}

function readOperation(
  { metodo, ruta, item, operation }: { metodo: string; ruta: string; item: Part; operation: Part },
  avisos: Set<string>,
): RestOperation {
  const where = `${metodo} ${ruta}`
  const body = readBody(operation.get('requestBody'), where, avisos)
  const answer = readAnswer(operation.get('responses'))
  if (operation.get('callbacks').isObject()) avisos.add(`${where}: no se tomaron sus callbacks.`)
  const resumen = shorten(operation.text('summary') ?? item.text('summary') ?? operation.text('description'))
  return {
    metodo,
    ruta,
    ...resumenOf({ resumen, obsoleta: operation.isTrue('deprecated') }),
    parametros: [...readParameters([item, operation], where, avisos), ...body.parametros],
    cuerpo: body.cuerpo,
    cabeceras: { ...answer.accept, ...body.contentType },
    respuesta: answer.respuesta,
  }
}

function tellLeftOut(root: Part, avisos: Set<string>): void {
  const webhooks = root.get('webhooks').entries().length
  if (webhooks > 0) avisos.add(`No se tomaron sus webhooks (${webhooks}): son llamadas del servicio.`)
}

/** With what its variables usually are. */
function serversOf(part: Part): string[] {
  return part
    .get('servers')
    .items()
    .flatMap((server) => {
      const variables = server.get('variables')
      const url = server.text('url')
      const filled = url?.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
        String(variables.get(name).get('default').value ?? whole),
      )
      return filled ?? []
    })
}
