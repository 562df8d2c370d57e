import { LimiteSuperado, type Limits, type LlamadaContext } from '@div/contract'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import type { PartialRequest } from '../http/http-service.ts'
import { traceHeadersOf } from '../trace-headers.ts'
import { compileRequest } from './compile-request.ts'
import { type Operacion, operacionSchema } from './operacion-schema.ts'
import { type Pager, paginate } from './paginate.ts'
import { type RespuestaRest, readAnswer } from './read-answer.ts'
import type { RestConnection } from './rest-connection.ts'
import { compileSend, isRepetible } from './send-with-retries.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export const operacion = defineTipoObjeto({
  label: 'Operación',
  summary: 'Llama a una dirección del servicio y devuelve estado, cabeceras y cuerpo.',
  objeto: operacionSchema,
  prepare(objeto, parametros): Operation<RestConnection> {
    const write = compileRequest(objeto, parametros)
    const ask = compileAsk(objeto)
    const { claveIdempotencia, paginacion } = objeto
    const requestOf = (
      values: Readonly<Record<string, unknown>>,
      context: LlamadaContext,
    ): PartialRequest => {
      const request = write(values)
      if (claveIdempotencia !== undefined) request.headers[claveIdempotencia] = context.claveIdempotencia
      // A trace that the node itself names is not touched.
      if (request.headers.traceparent === undefined) Object.assign(request.headers, traceHeadersOf(context))
      return request
    }
    const kind = {
      efecto: READING.has(objeto.metodo) ? 'lectura' : 'escritura',
      repetible: isRepetible(objeto),
      admiteTransaccion: false,
    } as const
    if (!paginacion) {
      return {
        ...kind,
        run: async (connection, values, context) => ask(connection, requestOf(values, context), context),
      }
    }
    const pagesOf = (
      connection: RestConnection,
      values: Readonly<Record<string, unknown>>,
      context: LlamadaContext,
    ) =>
      paginate(requestOf(values, context), paginacion, context, {
        servidor: connection.servidor,
        limits: connection.limits,
        pager: pagerOf(connection, ask),
      })
    return {
      ...kind,
      run: (connection, values, context) =>
        gatherPages(pagesOf(connection, values, context), connection.limits),
      async *stream(connection, values, context) {
        for await (const { elementos } of pagesOf(connection, values, context)) yield elementos
      },
    }
  },
})

type Ask = (
  connection: RestConnection,
  request: PartialRequest,
  context: LlamadaContext,
) => Promise<RespuestaRest>

function compileAsk(objeto: Operacion): Ask {
  const send = compileSend(objeto)
  const estadosOk = new Set(objeto.estadosOk)
  const { respuesta } = objeto
  return async (connection, request, context) =>
    readAnswer(await send(connection, request, context), {
      servidor: connection.servidor,
      limits: connection.limits,
      respuesta,
      estadosOk,
    })
}

function pagerOf(connection: RestConnection, ask: Ask): Pager {
  return {
    ask: (request, context) => ask(connection, request, context),
    resolve: (request, enlace) => connection.resolveLink(request, enlace),
  }
}

/** The last page's status and headers with the elements of all pages. */
async function gatherPages(
  pages: ReturnType<typeof paginate>,
  { elementos: maximo }: Limits,
): Promise<RespuestaRest> {
  const cuerpo: unknown[] = []
  let last: RespuestaRest = { estado: 200, cabeceras: {}, cuerpo }
  for await (const { answer, elementos } of pages) {
    if (cuerpo.length + elementos.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
    for (const elemento of elementos) cuerpo.push(elemento)
    last = { ...answer, cuerpo }
  }
  return last
}
