import { AutorizacionPendiente, ServidorNoResponde } from '@div/contract'
import type { ConnectDeps } from '../define-servidor.ts'
import type { McpConfig } from './mcp-config.ts'
import type { Credencial } from './mcp-wire.ts'
import { askToken, ConcesionTerminada, metodoOf, type Tokens } from './oauth/ask-token.ts'
import { type AutorizacionGuardada, renewAutorizacion } from './oauth/autorizacion.ts'
import { discoverAutorizacion } from './oauth/discover.ts'
import { type OAuthDeps, refuseOAuth } from './oauth/oauth-http.ts'
import { SharedWork } from './shared-work.ts'

/** Renewed before it ends, so that no call travels with a token that dies on the way. */
const RENEW_BEFORE_MS = 30_000

type Client = Extract<McpConfig['autenticacion'], { tipo: 'oauthCliente' }>
type Deps = Pick<ConnectDeps, 'servidor' | 'red' | 'tiempoMaximoMs' | 'limits' | 'autorizacion'>

/** How the messages of a connection prove who sends them, beside what is the same in all. */
export function openCredencial(config: Pick<McpConfig, 'url' | 'autenticacion'>, deps: Deps): Credencial {
  const { autenticacion, url } = config
  if (autenticacion.tipo === 'oauthCliente') return openCliente(url, autenticacion, deps)
  if (autenticacion.tipo === 'oauthCodigo') return openCodigo(url, deps)
  return { get: async () => null, forget: async () => false }
}

/** Client credentials: one token for all calls, asked for once however many wait for it. */
function openCliente(url: string, config: Client, deps: Deps): Credencial {
  let known: Tokens | null = null
  const asking = shareAsking<string>(deps)

  async function ask(signal: AbortSignal): Promise<string> {
    known = await withOAuth(deps, signal, async (oauth) => {
      const { clienteId: id, clienteSecreto: secreto, alcance } = config
      const { urlToken, recurso, ...told } =
        config.urlToken === ''
          ? await discoverAutorizacion(url, oauth)
          : { urlToken: config.urlToken, recurso: url, metodos: [], alcance: '' }
      return askToken(
        {
          urlToken,
          cliente: { id, secreto, metodo: metodoOf(told.metodos) },
          form: { grant_type: 'client_credentials', scope: alcance || told.alcance, resource: recurso },
        },
        oauth,
      )
    }).catch((cause: unknown) => {
      if (!(cause instanceof ConcesionTerminada)) throw cause
      // Nothing was given before that could have ended: it takes no client in this way.
      throw refuseOAuth(deps, 'su servicio de tokens no admite a la aplicación (invalid_grant)')
    })
    return known.token
  }

  return {
    async get(signal) {
      if (known && !isEnding(known)) return known.token
      return asking.join(ask, signal)
    },
    async forget(token) {
      if (known?.token === token) known = null
      return true
    },
  }
}

/** What a person allowed. Throws AutorizacionPendiente where nobody has, or it ended. */
function openCodigo(url: string, deps: Deps): Credencial {
  const { autorizacion, servidor } = deps
  let known: AutorizacionGuardada | null = null
  // Each that renews holds a connection to our database meanwhile.
  const renewing = shareAsking<AutorizacionGuardada | null>(deps)

  async function renew(token: string, signal: AbortSignal): Promise<AutorizacionGuardada | null> {
    const renewed = await autorizacion?.renew(async (kept) => {
      // Somebody else has renewed it meanwhile, or it is for another address: a connection that is only tried leaves it there.
      if (kept.token !== token || kept.url !== url) return kept
      const { renovacion } = kept
      if (renovacion === null) return null
      try {
        return await withOAuth(deps, signal, (oauth) => renewAutorizacion({ ...kept, renovacion }, oauth))
      } catch (cause) {
        if (cause instanceof ConcesionTerminada) return null
        throw cause
      }
    })
    return renewed ?? null
  }

  const renewShared = (token: string, signal: AbortSignal) =>
    renewing.join((own) => renew(token, own), signal)

  return {
    async get(signal) {
      known ??= (await autorizacion?.read()) ?? null
      if (known && isEnding(known) && (known.renovacion !== null || known.venceEn <= Date.now()))
        known = await renewShared(known.token, signal)
      if (known?.url !== url) {
        known = null
        throw new AutorizacionPendiente({ servidor })
      }
      return known.token
    },
    async forget(token, signal) {
      if (known?.token === token) known = await renewShared(token, signal)
      if (!known) throw new AutorizacionPendiente({ servidor })
      return true
    },
  }
}

/** One asks for all who wait: whoever leaves does not take the token from the others. */
function shareAsking<Answer>({ servidor, limits: { conexionMs } }: Deps): SharedWork<Answer> {
  const motivo = `su servicio de tokens no contestó en ${conexionMs} ms`
  return new SharedWork(conexionMs, () => new ServidorNoResponde({ servidor, motivo }))
}

/** Of a short life half is used, so that it is not renewed at every call. */
function isEnding({ venceEn, vidaMs = Number.POSITIVE_INFINITY }: Tokens): boolean {
  return venceEn - Math.min(RENEW_BEFORE_MS, vidaMs / 2) <= Date.now()
}

/** Where tokens are given out is another place than the server: nothing of its own settings goes there. */
async function withOAuth<Answer>(
  { servidor, red, tiempoMaximoMs }: Deps,
  signal: AbortSignal,
  work: (oauth: OAuthDeps) => Promise<Answer>,
): Promise<Answer> {
  const http = red.openHttp({ maxSockets: 1 })
  try {
    return await work({ servidor, http, tiempoMaximoMs, signal })
  } finally {
    await http.close()
  }
}
