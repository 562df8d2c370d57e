import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js'
import { type McpDePrueba, startMcpDePrueba } from './testing.ts'

/** A server of MCP that lets in whom a person allowed, and who asks that person: the reference SDK's own, at another address. */
export interface OAuthDePrueba {
  mcp: McpDePrueba
  /** Clients that made themselves known. */
  clientes: OAuthClientInformationFull[]
  /** Tokens of access are worth nothing any more; what renews them is. */
  expire(): void
  /** What renews them is worth nothing either. */
  revoke(): void
  /** How often a token was renewed. */
  renewals(): number
  close(): Promise<void>
}

export async function startOAuthDePrueba(): Promise<OAuthDePrueba> {
  const clientes: OAuthClientInformationFull[] = []
  const codes = new Map<string, { challenge: string; resource: string | undefined }>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  let renewals = 0

  function give(recurso: string | undefined) {
    if (recurso !== mcp.url) throw new Error(`a token for ${recurso}`)
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID() }
    access.add(tokens.access_token)
    refresh.add(tokens.refresh_token)
    return { ...tokens, token_type: 'bearer', expires_in: 3_600 }
  }

  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => clientes.find(({ client_id }) => client_id === id),
      registerClient(client) {
        const known = { client_id: randomUUID(), ...client }
        clientes.push(known)
        return known
      },
    },
    async authorize(_, { redirectUri, state = '', codeChallenge, resource }, response) {
      const code = randomUUID()
      codes.set(code, { challenge: codeChallenge, resource: resource?.href })
      response.redirect(`${redirectUri}?${new URLSearchParams({ code, state })}`)
    },
    challengeForAuthorizationCode: async (_, code) => codes.get(code)?.challenge ?? '',
    async exchangeAuthorizationCode(_, code) {
      const kept = codes.get(code)
      codes.delete(code)
      return give(kept?.resource)
    },
    async exchangeRefreshToken(_, token, __, resource) {
      const { InvalidGrantError } = await import('@modelcontextprotocol/sdk/server/auth/errors.js')
      if (!refresh.delete(token)) throw new InvalidGrantError('gone')
      renewals++
      return give(resource?.href)
    },
    verifyAccessToken: () => Promise.reject(new Error('the server of MCP looks itself')),
  }

  const app = createMcpExpressApp()
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = new URL(`http://127.0.0.1:${port}`)
  app.use(mcpAuthRouter({ provider, issuerUrl: issuer }))

  const mcp = await startMcpDePrueba({ guard })
  function guard(request: IncomingMessage, response: ServerResponse): boolean {
    const { origin } = new URL(mcp.url)
    const metadata = '/.well-known/oauth-protected-resource/mcp'
    if (request.url === metadata) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ resource: mcp.url, authorization_servers: [issuer.href] }))
      return false
    }
    if (access.has(String(request.headers.authorization).replace('Bearer ', ''))) return true
    const challenge = `Bearer error="invalid_token", resource_metadata="${origin}${metadata}"`
    response.writeHead(401, { 'www-authenticate': challenge }).end()
    return false
  }

  return {
    mcp,
    clientes,
    expire: () => access.clear(),
    revoke() {
      access.clear()
      refresh.clear()
    },
    renewals: () => renewals,
    async close() {
      await mcp.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
