import type { X509Certificate } from 'node:crypto'
import type { Canal } from '@div/contract'
import type { Red } from '@div/servidores'
import { parseCertificates } from '@div/soap'
import type { CanalDefinido } from '../definitions/definitions.ts'
import {
  type AccesoAbierto,
  type AccessCheck,
  challengeOf,
  compileAccess,
  type TokenVerifier,
} from './access.ts'
import type { CanalLoad } from './admission.ts'
import { type Cors, compileCors } from './cors.ts'
import { createJwtVerifier } from './jwt-verifier.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { Turnover } from './turnover.ts'

/** What every call of one canal passes, whichever of its routes it takes. It outlives changes that do not concern it. */
export interface CanalGate extends CanalLoad {
  access: AccessCheck
  /** As whom a password opens it that never travels (WS-Security); null: no such is enough. */
  basico: { usuario: string; contrasena: string } | null
  /** Whose signatures open it; null: it asks for none. */
  firma: readonly X509Certificate[] | null
  acceso: Canal['acceso']['tipo']
  /** The WWW-Authenticate of a 401. */
  challenge: string
  cors: Cors | null
  rate: RateLimiter | null
}

export interface CanalGateDeps {
  tokens: TokenVerifier
  /** Calls of a canal that says nothing of it. */
  maxActive: number
  createRed(options: { permitirRedPrivada: boolean }): Pick<Red, 'fetch'>
}

/** Gates by canal, made again only when what they are made of changed, so that a bucket is not refilled by a new description. */
export function createCanalGates(deps: CanalGateDeps) {
  let gates = new Map<string, { made: string; gate: CanalGate }>()

  return {
    /** All of them as they are now. */
    *all(): Iterable<CanalGate> {
      for (const { gate } of gates.values()) yield gate
    },
    find: (canalId: string): CanalGate | undefined => gates.get(canalId)?.gate,
    /** The gates of these canales; those of others are let go. */
    update(canales: readonly CanalDefinido[]): ReadonlyMap<string, CanalGate> {
      const next: typeof gates = new Map()
      for (const { id, canal } of canales) {
        const made = JSON.stringify([canal.acceso, canal.limite, canal.modo, canal.concurrencia, canal.cors])
        const before = gates.get(id)
        next.set(id, before?.made === made ? before : { made, gate: createGate(id, canal, deps) })
      }
      gates = next
      return new Map([...next].map(([id, { gate }]) => [id, gate]))
    },
  }
}

function createGate(canalId: string, canal: Canal, deps: CanalGateDeps): CanalGate {
  const acceso = openAcceso(canal.acceso, deps)
  // Of an asynchronous canal it bounds what runs, and not who is told that it will.
  const maxActive = (canal.modo === 'sincrono' ? canal.concurrencia : null) ?? deps.maxActive
  return {
    access: compileAccess(acceso, { canalId, tokens: deps.tokens }),
    basico: acceso.tipo === 'basico' ? acceso : null,
    firma: canal.acceso.tipo === 'firma' ? parseCertificates(canal.acceso.certificados) : null,
    acceso: acceso.tipo,
    challenge: challengeOf(acceso.tipo),
    cors: canal.cors && compileCors(canal.cors),
    rate: canal.limite && createRateLimiter(canal.limite),
    ...newLoad(maxActive),
  }
}

/** Nothing under way yet. */
export function newLoad(maxActive: number): CanalLoad {
  return {
    active: 0,
    places: maxActive,
    maxActive,
    leastWaitMs: Number.POSITIVE_INFINITY,
    workMs: 0,
    ended: 0,
    waitedMs: 0,
    patienceMs: Number.POSITIVE_INFINITY,
    hasRefused: false,
    turnover: new Turnover(),
  }
}

function openAcceso(acceso: Canal['acceso'], deps: CanalGateDeps): AccesoAbierto {
  if (acceso.tipo === 'firma') return { tipo: 'firma' }
  if (acceso.tipo !== 'jwt') return acceso
  const red = deps.createRed({ permitirRedPrivada: acceso.permitirRedPrivada })
  return { tipo: 'jwt', verifier: createJwtVerifier(acceso, red) }
}
