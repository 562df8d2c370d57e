import autocannon from 'autocannon'
import { connectClient } from '../apps/server/src/motor/publishing/mcp/testing.ts'
import type { DrawnServer } from './drawn-server.ts'
import { median } from './median.ts'

export interface McpResult {
  /** Calls of a tool a second: messages alone, and by the client of the reference SDK. */
  porHttp: number
  porSdk: number
  /** Milliseconds, of the former. */
  p50: number
  p99: number
}

const CALLERS = 32
const MS_PER_SECOND = 1_000
const TOOL = 'banco_echo'
const ARGUMENTS = { nombre: 'ana', apellido: 'ruiz', importe: 12.5 }
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: TOOL, arguments: ARGUMENTS },
})
const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** Calls of a light proceso as a tool, as fast as they are answered. */
export async function measureMcp(
  drawn: DrawnServer,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<McpResult> {
  const token = await publishTool(drawn)
  const client = await connectClient(drawn.motor, token)
  try {
    const expected = await callOnce(drawn.motor, token)
    const measured: McpResult[] = []
    for (let round = 0; round < rounds; round++) {
      const plain = await loadMessages(drawn.motor, { token, seconds, expected })
      measured.push({ ...plain, porSdk: await loadClient(client, seconds) })
    }
    const medianOf = (name: keyof McpResult) => median(measured.map((each) => each[name]))
    return {
      porHttp: medianOf('porHttp'),
      porSdk: medianOf('porSdk'),
      p50: medianOf('p50'),
      p99: medianOf('p99'),
    }
  } finally {
    await client.close()
  }
}

/** What all calls are answered. */
async function callOnce(motor: string, token: string): Promise<string> {
  const answer = await fetch(`${motor}/mcp`, { method: 'POST', headers: headersOf(token), body: CALL })
  const text = await answer.text()
  if (!answer.ok || !text.includes('structuredContent') || text.includes('isError'))
    throw new Error(`the tool fails: ${text}`)
  return text
}

/** Each message has what the protocol asks for; a failure of a tool would also be 200, and is told by its body. */
async function loadMessages(
  motor: string,
  { token, seconds, expected }: { token: string; seconds: number; expected: string },
): Promise<Omit<McpResult, 'porSdk'>> {
  let wrong: string | null = null
  const result = await autocannon({
    url: `${motor}/mcp`,
    method: 'POST',
    connections: CALLERS,
    duration: seconds,
    headers: headersOf(token),
    body: CALL,
    verifyBody(text) {
      if (String(text) !== expected) wrong = String(text)
      return true
    },
  })
  if (wrong !== null || result.non2xx > 0 || result.errors > 0)
    throw new Error(`a call of a tool was not answered as the first: ${wrong ?? 'refused'}`)
  return { porHttp: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** The client does what it does for anybody: schemas checked, a stream asked for, one message a request. */
async function loadClient(
  client: Awaited<ReturnType<typeof connectClient>>,
  seconds: number,
): Promise<number> {
  let calls = 0
  const began = performance.now()
  const until = began + seconds * MS_PER_SECOND
  const call = async () => {
    while (performance.now() < until) {
      const { isError } = await client.callTool({ name: TOOL, arguments: ARGUMENTS })
      if (isError) throw new Error('a call of a tool failed')
      calls++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return (calls / (performance.now() - began)) * MS_PER_SECOND
}

/** The proceso of `echo-map`, and a token that may use it. */
async function publishTool({ api, motor }: DrawnServer): Promise<string> {
  const [proceso] = (await api('GET', '/procesos?q=echo-map')) as { id: string }[]
  const { id } = (await api('POST', '/ai-capabilities', {
    nombre: TOOL,
    descripcion: 'Escribe tres datos de otra manera.',
    objetivo: { tipo: 'proceso', procesoId: proceso?.id },
    escribe: false,
    porMinuto: null,
    enMcp: true,
  })) as { id: string }
  const emitted = { nombre: 'Banco de herramientas', canales: [], capacidades: [id] }
  const { token } = (await api('POST', '/tokens', emitted)) as { token: string }
  const asks = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const isOffered = async () => {
    const init = { method: 'POST', headers: headersOf(token), body: JSON.stringify(asks) }
    const answer = await fetch(`${motor}/mcp`, init)
    return (await answer.text()).includes(TOOL)
  }
  while (!(await isOffered())) await new Promise((resolve) => setTimeout(resolve, 50))
  return token
}
