import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The protocol's own client, at the server of a motor, signed in with a token. */
export async function connectClient(motor: string, token: string): Promise<Client> {
  const client = new Client({ name: 'prueba', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${motor}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return client
}
