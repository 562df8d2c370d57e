import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  DireccionDemasiadoLarga,
  DireccionInvalida,
  MetodoNoPermitido,
  PublicacionDefectuosa,
  RutaNoEncontrada,
} from '@div/contract'
import { hostMissing, namesItsHost } from '../../../http/check-request.ts'
import { problemOf } from '../../../http/problem.ts'
import type { CallWorker } from '../call-worker.ts'
import { sendAnswer, sendProblem } from '../send.ts'
import { sendDocs, sendDocsAsset } from './docs-page.ts'
import { RestCall } from './rest-call.ts'
import type { Match } from './rest-route.ts'
import type { RestTable } from './rest-table.ts'

const RETRY_SECONDS = 5

/** Answers `/rest/…` from whatever table is current when the call comes. */
export function createRestHandler({ worker, table }: { worker: CallWorker; table: () => RestTable }) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/', method = 'GET' } = request
    if (!namesItsHost(request)) {
      sendProblem(request, response, problemOf(hostMissing()))
      return
    }
    if (url.length > worker.limits.direccionBytes) {
      sendProblem(
        request,
        response,
        problemOf(new DireccionDemasiadoLarga({ maximoBytes: worker.limits.direccionBytes })),
      )
      return
    }
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const current = table()
    const match = current.find(method, path)
    if (!match) answerUnmatched(request, response, { table: current, path, method })
    else if (match.target?.kind === 'route') {
      const { route } = match.target
      const rawQuery = mark < 0 ? '' : url.slice(mark + 1)
      new RestCall({ route, worker }, { request, response }, { ruta: match.ruta, rawQuery }).start()
    } else answerFixed(request, response, match)
  }
}

/** What does not run anything: descriptions, documentation, and what is published but broken. */
function answerFixed(request: IncomingMessage, response: ServerResponse, { target, ruta }: Match): void {
  switch (target?.kind) {
    case 'openapi':
      target.gate.cors?.allow(request, response)
      sendAnswer(
        response,
        {
          status: 200,
          contentType: 'application/json; charset=utf-8',
          headers: {},
          payload: target.document,
        },
        { idEjecucion: null, etag: null, vary: target.gate.cors ? 'Origin' : 'Accept-Encoding' },
      )
      return
    case 'docs':
      sendDocs(response, target.nombre)
      return
    case 'docs-asset':
      sendDocsAsset(request, response, ruta.archivo ?? '')
      return
    case 'broken':
      target.gate.cors?.allow(request, response)
      sendProblem(
        request,
        response,
        problemOf(new PublicacionDefectuosa(undefined, { extra: { reintentarEnSegundos: RETRY_SECONDS } })),
      )
      return
    default:
      sendProblem(
        request,
        response,
        problemOf(new DireccionInvalida({ motivo: 'tiene un escape mal escrito' })),
      )
  }
}

function answerUnmatched(
  request: IncomingMessage,
  response: ServerResponse,
  { table, path, method }: { table: RestTable; path: string; method: string },
): void {
  const methods = table.methodsAt(path)
  const cors = table.gateOf(path.split('/', 3)[2] ?? '')?.cors
  if (methods.length === 0) {
    cors?.allow(request, response)
    sendProblem(request, response, problemOf(new RutaNoEncontrada({ metodo: method, ruta: path })))
    return
  }
  const permitidos = [...methods, 'OPTIONS']
  if (method !== 'OPTIONS') {
    cors?.allow(request, response)
    const problem = problemOf(new MetodoNoPermitido({ metodo: method, permitidos: methods }))
    sendProblem(request, response, problem, ['allow', permitidos.join(', ')])
  } else if (cors && request.headers['access-control-request-method'] !== undefined) {
    cors.preflight(request, response, permitidos)
  } else response.writeHead(204, ['allow', permitidos.join(', ')]).end()
}
