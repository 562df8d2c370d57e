import { createHash, randomBytes } from 'node:crypto'
import { AutorizacionNoValida } from '@div/contract'
import type { McpConfig } from '../mcp-config.ts'
import { askToken, type ClienteOAuth, metodoOf, type Tokens } from './ask-token.ts'
import { type Anuncio, discoverAutorizacion } from './discover.ts'
import { type OAuthDeps, refuseOAuth, send, textOf } from './oauth-http.ts'

/** What a person allowed, as it is kept. All of it is secret. */
export interface AutorizacionGuardada extends Tokens {
  /** Of the server that it is for: another one is shown nothing of it. */
  url: string
  urlToken: string
  recurso: string
  cliente: ClienteOAuth
}

/** Where it is kept. */
export interface Autorizacion {
  /** Null: nobody has allowed anything. */
  read(): Promise<AutorizacionGuardada | null>
  /** One after another, whoever asks; `renew` is given what is kept by then. Null, of both: it is kept no longer. */
  renew(
    renew: (kept: AutorizacionGuardada) => Promise<AutorizacionGuardada | null>,
  ): Promise<AutorizacionGuardada | null>
}

/** What is remembered while a person is asked. All of it is secret. */
export interface AutorizacionPedida {
  url: string
  emisor: string
  diceEmisor: boolean
  urlToken: string
  recurso: string
  cliente: ClienteOAuth
  volverA: string
  verificador: string
}

type Code = Extract<McpConfig['autenticacion'], { tipo: 'oauthCodigo' }>

/** Where a person is sent to be asked, and what of it is remembered. `estado` comes back with the answer. */
export async function askAutorizacion(
  { url, autenticacion }: Pick<McpConfig, 'url'> & { autenticacion: Code },
  { volverA, estado }: { volverA: string; estado: string },
  deps: OAuthDeps,
): Promise<{ direccion: string; pedida: AutorizacionPedida }> {
  const anuncio = await discoverAutorizacion(url, deps)
  const { emisor, diceEmisor, urlAutorizacion, urlToken, recurso } = anuncio
  if (urlAutorizacion === null) throw refuseOAuth(deps, 'quien autoriza no pregunta a personas')
  if (!anuncio.pkce) throw refuseOAuth(deps, 'quien autoriza no protege los códigos (PKCE con S256)')
  const cliente = await findCliente(autenticacion, { anuncio, volverA }, deps)
  // 256 bits (RFC 7636, 7.1).
  const verificador = randomBytes(32).toString('base64url')
  const direccion = new URL(urlAutorizacion)
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: cliente.id,
    redirect_uri: volverA,
    state: estado,
    scope: autenticacion.alcance || anuncio.alcance,
    resource: recurso,
    code_challenge: createHash('sha256').update(verificador).digest('base64url'),
    code_challenge_method: 'S256',
  }))
    if (value !== '') direccion.searchParams.set(name, value)
  return {
    direccion: direccion.href,
    pedida: { url, emisor, diceEmisor, urlToken, recurso, cliente, volverA, verificador },
  }
}

async function findCliente(
  { clienteId, clienteSecreto }: Code,
  { anuncio, volverA }: { anuncio: Anuncio; volverA: string },
  deps: OAuthDeps,
): Promise<ClienteOAuth> {
  const metodo = metodoOf(anuncio.metodos)
  if (clienteId !== '') return { id: clienteId, secreto: clienteSecreto, metodo }
  if (anuncio.urlRegistro === null)
    throw refuseOAuth(
      deps,
      'quien autoriza no registra clientes: dé de alta uno allí y escríbalo en el servidor',
    )
  // RFC 7591
  const { status, body } = await send(deps, {
    url: anuncio.urlRegistro,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'DIV',
      redirect_uris: [volverA],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  })
  const id = textOf(body?.client_id)
  if (status < 200 || status > 299 || id === '')
    throw refuseOAuth(deps, `quien autoriza no quiso registrar a DIV (${status})`)
  const given = textOf(body?.token_endpoint_auth_method)
  return {
    id,
    secreto: textOf(body?.client_secret),
    metodo: given === 'client_secret_post' || given === 'client_secret_basic' ? given : metodo,
  }
}

/** What the code that came back is worth. Throws AutorizacionNoValida. */
export async function takeAutorizacion(
  pedida: AutorizacionPedida,
  { codigo, emisor }: { codigo: string; emisor: string | null },
  deps: OAuthDeps,
): Promise<AutorizacionGuardada> {
  // A code of somebody else would be handed to whoever was asked (RFC 9207, 2.4).
  if (emisor === null ? pedida.diceEmisor : emisor !== pedida.emisor)
    throw new AutorizacionNoValida({ motivo: 'contestó otro que aquel a quien se preguntó' })
  const { url, urlToken, recurso, cliente, volverA, verificador } = pedida
  const tokens = await askToken(
    {
      urlToken,
      cliente,
      form: {
        grant_type: 'authorization_code',
        code: codigo,
        redirect_uri: volverA,
        code_verifier: verificador,
        resource: recurso,
      },
    },
    deps,
  )
  return { ...tokens, url, urlToken, recurso, cliente }
}

/** Throws ConcesionTerminada where a person must be asked again. */
export async function renewAutorizacion(
  kept: AutorizacionGuardada & { renovacion: string },
  deps: OAuthDeps,
): Promise<AutorizacionGuardada> {
  const { urlToken, recurso, cliente, renovacion } = kept
  const tokens = await askToken(
    {
      urlToken,
      cliente,
      form: { grant_type: 'refresh_token', refresh_token: renovacion, resource: recurso },
    },
    deps,
  )
  // One that is not replaced goes on (RFC 6749, 6).
  return { ...kept, ...tokens, renovacion: tokens.renovacion ?? renovacion }
}
