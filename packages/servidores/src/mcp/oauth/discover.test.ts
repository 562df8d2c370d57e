import { expect, test } from 'vitest'
import type { HttpRequest } from '../../define-servidor.ts'
import { connectDeps } from '../../sql/testing.ts'
import { askAutorizacion } from './autorizacion.ts'
import { discoverAutorizacion } from './discover.ts'
import type { OAuthDeps } from './oauth-http.ts'

const SERVIDOR = 'https://mcp.ejemplo.com/mcp'
const EMISOR = 'https://autoriza.ejemplo.com'
const RECURSO = 'https://mcp.ejemplo.com/.well-known/oauth-protected-resource/mcp'
const ANUNCIO = `${EMISOR}/.well-known/oauth-authorization-server`

/** What stands at each address. */
type Web = Readonly<Record<string, object>>

const GOOD: Web = {
  [RECURSO]: { resource: SERVIDOR, authorization_servers: [EMISOR] },
  [ANUNCIO]: {
    ...{ issuer: EMISOR, authorization_endpoint: `${EMISOR}/pedir`, token_endpoint: `${EMISOR}/token` },
    ...{ registration_endpoint: `${EMISOR}/clientes`, code_challenge_methods_supported: ['S256'] },
  },
  [`${EMISOR}/clientes`]: { client_id: 'div' },
}

function depsOf(web: Web, challenge = ''): OAuthDeps & { asked: string[] } {
  const asked: string[] = []
  const request = async ({ origin, path }: HttpRequest) => {
    const url = `${origin}${path}`
    asked.push(url)
    if (url === SERVIDOR)
      return { status: 401, headers: { 'www-authenticate': challenge }, body: Buffer.alloc(0) }
    const found = web[url]
    return { status: found ? 200 : 404, headers: {}, body: Buffer.from(JSON.stringify(found ?? {})) }
  }
  const { servidor, tiempoMaximoMs } = connectDeps()
  const http = { request, stream: () => Promise.reject(), close: async () => {} }
  return { servidor, tiempoMaximoMs, http, signal: new AbortController().signal, asked }
}

const changed = (place: string, fields: object): Web => ({ ...GOOD, [place]: { ...GOOD[place], ...fields } })

test('who lets in is found by what the server says of itself', async () => {
  expect(await discoverAutorizacion(SERVIDOR, depsOf(GOOD))).toMatchObject({
    ...{ emisor: EMISOR, urlToken: `${EMISOR}/token`, recurso: SERVIDOR, pkce: true },
  })
})

test.each([
  [
    'tokens for somebody else',
    changed(RECURSO, { resource: 'https://otro.ejemplo.com/mcp' }),
    /otro recurso/,
  ],
  ['tokens for a place beside it', changed(RECURSO, { resource: `${SERVIDOR}2` }), /otro recurso/],
  ['who lets in without TLS', changed(RECURSO, { authorization_servers: ['http://a.ejemplo'] }), /https/],
  ['who lets in under another name', changed(ANUNCIO, { issuer: 'https://otro.ejemplo.com' }), /ser otro/],
  ['tokens without TLS', changed(ANUNCIO, { token_endpoint: 'http://a.ejemplo/token' }), /https/],
])('%s are not asked for', async (_what, web, words) => {
  await expect(discoverAutorizacion(SERVIDOR, depsOf(web))).rejects.toThrow(words)
})

test('what a server of TLS says that stands somewhere without is not read', async () => {
  const elsewhere = 'http://mcp.ejemplo.com/donde'
  const web = {
    ...GOOD,
    [elsewhere]: { resource: SERVIDOR, authorization_servers: ['https://malo.ejemplo'] },
  }
  const deps = depsOf(web, `Bearer resource_metadata="${elsewhere}"`)
  expect(await discoverAutorizacion(SERVIDOR, deps)).toMatchObject({ emisor: EMISOR })
  expect(deps.asked).not.toContain(elsewhere)
})

const PERSONA = { tipo: 'oauthCodigo', clienteId: '', clienteSecreto: '', alcance: '' } as const
const VUELTA = { volverA: 'https://div.ejemplo.com/mcp', estado: 'e' }

test('a person is sent where codes are bound to who began, and nowhere else', async () => {
  const config = { url: SERVIDOR, autenticacion: PERSONA }
  const { direccion, pedida } = await askAutorizacion(config, VUELTA, depsOf(GOOD))
  const sent = new URL(direccion)
  expect([sent.origin, Object.fromEntries(sent.searchParams)]).toEqual([
    EMISOR,
    {
      ...{ response_type: 'code', client_id: 'div', redirect_uri: VUELTA.volverA, state: 'e' },
      ...{ resource: SERVIDOR, code_challenge: expect.any(String), code_challenge_method: 'S256' },
    },
  ])
  expect(direccion).not.toContain(pedida.verificador)
  for (const [fields, words] of [
    [{ code_challenge_methods_supported: ['plain'] }, /PKCE/],
    [{ authorization_endpoint: 'javascript:alert(1)' }, /no pregunta a personas/],
  ] as const)
    await expect(askAutorizacion(config, VUELTA, depsOf(changed(ANUNCIO, fields)))).rejects.toThrow(words)
})
