import type { IncomingMessage, ServerResponse } from 'node:http'
import { MetodoNoPermitido, OrigenNoAdmitido, RevisionMcpDesconocida } from '@div/contract'
import { hostMissing, namesItsHost } from '../../../http/check-request.ts'
import { problemOf } from '../../../http/problem.ts'
import type { CallWorker } from '../call-worker.ts'
import { compileCors } from '../cors.ts'
import { PROTOCOL_VERSIONS } from './initialize.ts'
import { McpCall, sendRpcProblem } from './mcp-call.ts'
import type { McpTable } from './mcp-table.ts'

const REVISIONS: ReadonlySet<unknown> = new Set(PROTOCOL_VERSIONS)

/** A browser need not ask for leave before each call. */
const PREFLIGHT_SECONDS = 600

interface McpHandlerDeps {
  worker: CallWorker
  table: () => McpTable
  /** Whose pages may call, each by its name. */
  mcpOrigins: readonly string[]
}

/** Answers `/mcp` (Model Context Protocol, Streamable HTTP) from whatever table is current when the call comes. */
export function createMcpHandler({ worker, table, mcpOrigins }: McpHandlerDeps) {
  // «Any origin» would let in every page that reached us by another name.
  const origenes = mcpOrigins.filter((origin) => origin !== '*')
  const cors = compileCors({ origenes, credenciales: false, edadMaximaSegundos: PREFLIGHT_SECONDS })

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, origenes)
    if (!(refusal instanceof OrigenNoAdmitido) && request.headers.origin !== undefined) {
      if (request.method === 'OPTIONS') {
        cors.preflight(request, response, ['POST'])
        return
      }
      cors.allow(request, response)
    }
    if (!refusal) new McpCall({ table: table(), worker }, { request, response }).start()
    else {
      const headers = refusal instanceof MetodoNoPermitido ? ['allow', 'POST'] : []
      sendRpcProblem({ request, response }, problemOf(refusal), { headers })
    }
  }
}

/** What is wrong with it before anybody is asked who they are. */
function refusalOf(request: IncomingMessage, origenes: readonly string[]): Error | null {
  const { method = 'GET', headers } = request
  if (!namesItsHost(request)) return hostMissing()
  // Only browsers say it, for a page; one that reached us by another name (DNS rebinding) would be let in by it (MCP, Transports).
  if (headers.origin !== undefined && !origenes.includes(headers.origin))
    return new OrigenNoAdmitido({ origen: headers.origin })
  // Nothing is pushed, and no session has to be ended.
  if (method !== 'POST') return new MetodoNoPermitido({ metodo: method, permitidos: ['POST'] })
  const revision = headers['mcp-protocol-version']
  if (revision === undefined || REVISIONS.has(revision)) return null
  return new RevisionMcpDesconocida({ revision: String(revision), admitidas: PROTOCOL_VERSIONS })
}
