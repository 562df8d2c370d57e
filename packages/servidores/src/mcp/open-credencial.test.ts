import { expect, test } from 'vitest'
import type { HttpRequest } from '../define-servidor.ts'
import { connectDeps } from '../sql/testing.ts'
import { mcpConfigSchema } from './mcp-config.ts'
import type { AutorizacionGuardada } from './oauth/autorizacion.ts'
import { openCredencial } from './open-credencial.ts'

const URL_MCP = 'https://mcp.ejemplo.com/mcp'
const URL_TOKEN = 'https://autoriza.ejemplo.com/token'
const NEVER = new AbortController().signal

/** Who gives out tokens, once it is let: each is another one. */
function startTokens(given: object = {}) {
  const { promise: open, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const request = async ({ signal }: HttpRequest) => {
    const token = `t${++asked}`
    const left = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    await Promise.race([open, left])
    const body = { access_token: token, refresh_token: `r${asked}`, token_type: 'Bearer', expires_in: 3_600 }
    Object.assign(body, given)
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const deps = connectDeps()
  const client = { request, stream: () => Promise.reject(), close: async () => {} }
  return {
    answer,
    asked: () => asked,
    deps: { ...deps, red: { ...deps.red, openHttp: () => client } },
  }
}

/** What a person allowed, whose token has ended. */
function keepAutorizacion() {
  let renewals = 0
  let kept: AutorizacionGuardada | null = {
    token: 't0',
    renovacion: 'r0',
    venceEn: 0,
    url: URL_MCP,
    urlToken: URL_TOKEN,
    recurso: URL_MCP,
    cliente: { id: 'div', secreto: '', metodo: 'client_secret_basic' },
  }
  return {
    kept: () => kept,
    renewals: () => renewals,
    autorizacion: {
      read: async () => kept,
      async renew(renew: (before: AutorizacionGuardada) => Promise<AutorizacionGuardada | null>) {
        renewals++
        kept = kept && (await renew(kept))
        return kept
      },
    },
  }
}

const configOf = (url: string, autenticacion: object) => mcpConfigSchema.parse({ url, autenticacion })
const PERSONA = { tipo: 'oauthCodigo' }

test('a token that many wait for is asked for once, and comes though who asked first has left', async () => {
  const tokens = startTokens()
  const credencial = openCredencial(
    configOf(URL_MCP, {
      tipo: 'oauthCliente',
      clienteId: 'div',
      clienteSecreto: 's3creto',
      urlToken: URL_TOKEN,
    }),
    tokens.deps,
  )
  const leaving = new AbortController()
  const first = credencial.get(leaving.signal)
  const others = [credencial.get(NEVER), credencial.get(NEVER)]
  leaving.abort(new Error('bastante'))
  await expect(first).rejects.toThrow('bastante')
  tokens.answer()
  expect(await Promise.all(others)).toEqual(['t1', 't1'])
  expect(tokens.asked()).toBe(1)
})

test('what a person allowed is renewed once, however many wait for it', async () => {
  const tokens = startTokens()
  const { autorizacion, kept, renewals } = keepAutorizacion()
  const credencial = openCredencial(configOf(URL_MCP, PERSONA), { ...tokens.deps, autorizacion })
  tokens.answer()
  const given = await Promise.all(Array.from({ length: 8 }, () => credencial.get(NEVER)))
  expect(new Set(given)).toEqual(new Set(['t1']))
  expect([tokens.asked(), renewals(), kept()?.renovacion]).toEqual([1, 1, 'r1'])
})

test('a connection to another address is not let in, and leaves what was allowed where it is', async () => {
  const tokens = startTokens()
  const { autorizacion, kept } = keepAutorizacion()
  const other = openCredencial(configOf('https://otro.ejemplo.com/mcp', PERSONA), {
    ...tokens.deps,
    autorizacion,
  })
  await expect(other.get(NEVER)).rejects.toMatchObject({ codigo: 'AUTORIZACION_PENDIENTE' })
  expect([tokens.asked(), kept()?.token]).toEqual([0, 't0'])
})

const CLIENTE = { tipo: 'oauthCliente', clienteId: 'div', clienteSecreto: 's3creto', urlToken: URL_TOKEN }

test('a token of a short life is used for half of it, and one of an endless life ends', async () => {
  const short = startTokens({ expires_in: 20 })
  short.answer()
  const credencial = openCredencial(configOf(URL_MCP, CLIENTE), short.deps)
  expect([await credencial.get(NEVER), await credencial.get(NEVER)]).toEqual(['t1', 't1'])

  const endless = startTokens({ expires_in: Number.MAX_VALUE })
  endless.answer()
  const { autorizacion, kept } = keepAutorizacion()
  await openCredencial(configOf(URL_MCP, PERSONA), { ...endless.deps, autorizacion }).get(NEVER)
  // What is sealed is JSON, which knows no number without end.
  expect(JSON.parse(JSON.stringify(kept())).venceEn).toBeLessThan(Date.now() + 400 * 86_400_000)
})

test('an application that is let in no more is told as what its server says', async () => {
  const tokens = startTokens({ error: 'invalid_grant' })
  tokens.answer()
  const credencial = openCredencial(configOf(URL_MCP, CLIENTE), tokens.deps)
  await expect(credencial.get(NEVER)).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('invalid_grant'),
  })
})
