import type { IncomingMessage, ServerResponse } from 'node:http'
import { DireccionDemasiadoLarga, MetodoNoPermitido, RutaNoEncontrada } from '@div/contract'
import { contentTypeOf } from '@div/soap'
import { createCalledAddress } from '../../../http/called-address.ts'
import { hostMissing, namesItsHost } from '../../../http/check-request.ts'
import { problemOf } from '../../../http/problem.ts'
import type { CallWorker } from '../call-worker.ts'
import { sendAnswer } from '../send.ts'
import { versionAskedFor } from './read-message.ts'
import { sendFault } from './send-fault.ts'
import { SoapCall } from './soap-call.ts'
import type { SoapCanal } from './soap-canal.ts'
import type { SoapTable } from './soap-table.ts'

const METHODS = ['POST', 'GET', 'OPTIONS']
const ALLOW = METHODS.join(', ')
/** `/soap/{canal}`, and with a slash at its end. */
const PATH = /^\/soap\/([^/?]+)\/?(?:\?(.*))?$/

interface HandlerDeps {
  worker: CallWorker
  table: () => SoapTable
  trustedProxies: readonly string[]
}

/** Answers `/soap/…` from whatever table is current when the call comes. */
export function createSoapHandler({ worker, table, trustedProxies }: HandlerDeps) {
  const calledAddress = createCalledAddress(trustedProxies)

  function answerGet(
    wire: Wire,
    { soap, query, ruta }: { soap: SoapCanal; query: string; ruta: string },
  ): boolean {
    const document = documentOf(soap, query, `${calledAddress(wire.request)}/soap/${ruta}`)
    if (document === null) return false
    const payload = wire.request.method === 'HEAD' ? '' : document
    sendAnswer(
      wire.response,
      { status: 200, contentType: contentTypeOf('1.1'), headers: {}, payload },
      { idEjecucion: null, etag: null, vary: 'Host' },
    )
    return true
  }

  /** What is no call: descriptions, and what browsers ask before they call. */
  function answerOther(wire: Wire, { soap, query, ruta }: { soap: SoapCanal; query: string; ruta: string }) {
    const { request, response } = wire
    const { method = 'GET' } = request
    const { cors } = soap.gate
    if (method === 'OPTIONS') {
      if (cors && request.headers['access-control-request-method'] !== undefined)
        cors.preflight(request, response, METHODS)
      else response.writeHead(204, ['allow', ALLOW]).end()
      return
    }
    cors?.allow(request, response)
    if ((method === 'GET' || method === 'HEAD') && answerGet(wire, { soap, query, ruta })) return
    const error = new MetodoNoPermitido({ metodo: method, permitidos: ['POST', 'GET ?wsdl'] })
    refuseCall(wire, error, { soap, headers: ['allow', ALLOW] })
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const wire = { request, response }
    const { url = '/', method = 'GET' } = request
    const { direccionBytes: maximoBytes } = worker.limits
    if (!namesItsHost(request)) return refuseCall(wire, hostMissing())
    if (url.length > maximoBytes) return refuseCall(wire, new DireccionDemasiadoLarga({ maximoBytes }))
    const [, ruta = '', query = ''] = PATH.exec(url) ?? []
    const soap = table().find(ruta)
    if (!soap)
      return refuseCall(wire, new RutaNoEncontrada({ metodo: method, ruta: url.split('?', 1)[0] ?? url }))
    if (method === 'POST') new SoapCall({ soap, worker }, wire).start()
    else answerOther(wire, { soap, query, ruta })
  }
}

interface Wire {
  request: IncomingMessage
  response: ServerResponse
}

function refuseCall(
  wire: Wire,
  error: unknown,
  { soap = null, headers = [] }: { soap?: SoapCanal | null; headers?: readonly string[] } = {},
): void {
  sendFault(wire, problemOf(error), { version: versionAskedFor(wire.request), soap }, headers)
}

/** What the query asks for; null: nothing. */
function documentOf({ documents }: SoapCanal, query: string, address: string): string | null {
  if (/^wsdl(?:$|[=&])/i.test(query)) return documents.wsdl(address)
  return /^xsd=1(?:$|&)/i.test(query) ? documents.schema() : null
}
