import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CredencialRechazada,
  CuerpoInvalido,
  isPlainObject,
  type Respuesta,
  TipoDeMedioNoAdmitido,
  TokenSinHerramientas,
} from '@div/contract'
import { refuseEncoded } from '../../../http/check-request.ts'
import { parseJson } from '../../../http/parse-json.ts'
import type { Problem } from '../../../http/problem.ts'
import type { Respuesta as Guardada } from '../../async-pool/respuestas-repository.ts'
import { readToken, type TokenGrant } from '../access.ts'
import type { CallWorker } from '../call-worker.ts'
import { CanalCall } from '../canal-call.ts'
import { parseMediaType } from '../read-body.ts'
import { problemOfSaturation } from '../saturation.ts'
import { type Answer, sendAnswer, sendRefusal } from '../send.ts'
import { initialize } from './initialize.ts'
import {
  type RequestId,
  RPC_ERRORS,
  type RpcError,
  readMessage,
  writeError,
  writeResult,
} from './json-rpc.ts'
import type { McpTable, McpTool } from './mcp-table.ts'
import { writeToolFailure, writeToolResult } from './tool-result.ts'

const JSON_TYPE = 'application/json'
/** Letters of a name that came which are said back. */
const MAX_TOLD = 64

type Params = Readonly<Record<string, unknown>>

/** One message of a client of MCP (Streamable HTTP): what it asks is answered in the body of the answer, and nothing is kept between two. */
export class McpCall extends CanalCall {
  readonly #table: McpTable
  protected readonly gate: McpTable['gate']
  protected readonly formato = 'valor'
  #grant: TokenGrant | null = null
  /** Null before it is known. */
  #id: RequestId | null = null
  /** What goes wrong from here on is an answer of the tool: a model may mend its call. */
  #tool: McpTool | null = null

  constructor(
    { table, worker }: { table: McpTable; worker: CallWorker },
    wire: { request: IncomingMessage; response: ServerResponse },
  ) {
    super(worker, wire)
    this.#table = table
    this.gate = table.gate
  }

  protected override get origen(): 'mcp' {
    return 'mcp'
  }

  protected refuseSaturated(request: IncomingMessage, response: ServerResponse, retrySeconds: number): void {
    sendRpcProblem({ request, response }, problemOfSaturation(retrySeconds))
  }

  protected override identify(): void {
    const grant = this.gate.tokens.verify(readToken(this.request))
    const admit = (found: TokenGrant | null): string => {
      if (!found) throw new CredencialRechazada()
      if (found.capacidades.length === 0) throw new TokenSinHerramientas()
      this.#grant = found
      return found.id
    }
    this.letIn(grant instanceof Promise ? grant.then(admit) : admit(grant), () => this.receive())
  }

  protected receive(): void {
    refuseEncoded(this.request)
    const tipo = this.request.headers['content-type'] ?? 'ninguno'
    const { mediaType, isUtf8 } = parseMediaType(tipo)
    if (mediaType !== JSON_TYPE || !isUtf8) throw new TipoDeMedioNoAdmitido({ tipo, admitidos: [JSON_TYPE] })
    this.readBody(this.worker.limits.cuerpoBytes)
  }

  protected prepare(): void {
    if (this.bytes === null || this.bytes.length === 0) throw new CuerpoInvalido({ motivo: 'no hay ninguno' })
    const message = readMessage(parseJson(this.bytes, this.worker.limits))
    if (message.kind === 'notification') this.sendAnswer(ACCEPTED, null)
    else if (message.kind === 'refused') this.#send(writeError(message.id, message.error))
    else {
      this.#id = message.id
      this.#answer(message.id, message.method, message.params)
    }
  }

  #answer(id: RequestId, method: string, params: Params): void {
    switch (method) {
      case 'initialize':
        return this.#send(writeResult(id, initialize(params)))
      case 'ping':
        return this.#send(writeResult(id, '{}'))
      case 'tools/list':
        return this.#send(writeResult(id, this.#listTools()))
      case 'tools/call':
        return this.#callTool(id, params)
      default:
        this.#refuse(id, {
          code: RPC_ERRORS.method,
          message: `No hay ningún método «${method.slice(0, MAX_TOLD)}».`,
        })
    }
  }

  #listTools(): string {
    const tools = [...this.#table.tools.values()].filter((tool) => this.#mayUse(tool))
    return `{"tools":[${tools.map(({ description }) => description).join(',')}]}`
  }

  #mayUse({ id }: McpTool): boolean {
    return this.#grant?.capacidades.includes(id) === true
  }

  #callTool(id: RequestId, { name, arguments: given = {} }: Params): void {
    if (typeof name !== 'string') {
      this.#refuse(id, { code: RPC_ERRORS.params, message: '«name» debe ser un texto.' })
      return
    }
    const tool = this.#table.tools.get(name)
    // One that the token does not name is not told from one that there is not.
    if (!tool || !this.#mayUse(tool)) {
      this.#refuse(id, {
        code: RPC_ERRORS.params,
        message: `No hay ninguna herramienta «${name.slice(0, MAX_TOLD)}».`,
      })
    } else if (!isPlainObject(given)) {
      this.#refuse(id, { code: RPC_ERRORS.params, message: '«arguments» debe ser un objeto.' })
    } else {
      this.#tool = tool
      if (tool.rate) this.spendOf(tool.rate, this.#grant?.id ?? '')
      this.enter(tool, { entrada: tool.plan.entrada.coerce(given), repeats: false })
    }
  }

  #refuse(id: RequestId, error: RpcError): void {
    this.#send(writeError(id, error))
  }

  #send(payload: string): void {
    this.sendAnswer({ status: 200, contentType: JSON_TYPE, headers: {}, payload }, null)
  }

  protected formatAnswer(respuesta: Respuesta | undefined): Answer {
    return this.#formatResult(writeToolResult(respuesta))
  }

  #formatResult(result: string): Answer {
    return { status: 200, contentType: JSON_TYPE, headers: {}, payload: writeResult(this.#id ?? '', result) }
  }

  protected formatAccepted(idEjecucion: string): Answer {
    const text = `La operación sigue en marcha y terminará por sí sola: es la ejecución ${idEjecucion}. No la repita.`
    return this.#formatResult(JSON.stringify({ content: [{ type: 'text', text }] }))
  }

  protected formatKept({ estadoHttp, tipoContenido, cabeceras, cuerpo }: Guardada): Answer {
    if (tipoContenido === null) return this.formatAnswer(undefined)
    const kept: unknown = JSON.parse(cuerpo.toString())
    return this.formatAnswer({ estadoHttp, cabeceras, tipoContenido, cuerpo: kept })
  }

  protected sendAnswer(answer: Answer, idEjecucion: string | null): void {
    sendAnswer(this.response, answer, { idEjecucion, etag: null, vary: 'Accept-Encoding' })
  }

  protected sendProblem(problem: Problem, headers: readonly string[]): void {
    if (this.#tool === null) {
      sendRpcProblem({ request: this.request, response: this.response }, problem, { id: this.#id, headers })
      return
    }
    const at = headers.indexOf('x-ejecucion-id')
    const answer = this.#formatResult(writeToolFailure(tellProblem(problem)))
    this.sendAnswer(answer, at < 0 ? null : (headers[at + 1] ?? null))
  }
}

/** What nobody waits for an answer to was taken. */
const ACCEPTED: Answer = { status: 202, contentType: null, headers: {}, payload: '' }

/** In the status of HTTP, and in a message for who reads those only. */
export function sendRpcProblem(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  problem: Problem,
  { id = null, headers = [] }: { id?: RequestId | null; headers?: readonly string[] } = {},
): void {
  const payload = writeError(id, { code: codeOf(problem), message: tellProblem(problem) })
  const { status, retrySeconds } = problem
  sendRefusal(request, response, { status, contentType: JSON_TYPE, payload, retrySeconds }, headers)
}

function codeOf({ status, body }: Problem): number {
  if (status !== 400) return RPC_ERRORS.server
  return body.includes(`"${CuerpoInvalido.codigo}"`) ? RPC_ERRORS.parse : RPC_ERRORS.request
}

/** The sentence of a problem, and what is wrong with each field. */
function tellProblem({ body }: Problem): string {
  const problem: unknown = JSON.parse(body)
  if (!isPlainObject(problem)) return body
  const { detail, errores } = problem
  const fields = (Array.isArray(errores) ? errores : []).map(
    (each: { campo: string; mensaje: string }) => `${each.campo}: ${each.mensaje}`,
  )
  return [String(detail), ...fields].join('\n')
}
