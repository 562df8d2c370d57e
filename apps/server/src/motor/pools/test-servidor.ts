import { type Limits, type ResultadoDePrueba, ServidorNoResponde } from '@div/contract'
import type { Autorizacion, Connection, InternoPorts } from '@div/servidores'
import { nameLimitMs } from '../../red/red.ts'
import { type Lookup, resolveHost } from '../../red/resolve-host.ts'
import { systemLookup } from '../../red/system-lookup.ts'
import { createConnect } from './connect-servidor.ts'
import { reachTcp, reachTls } from './reach.ts'
import { readWith } from './read-with.ts'
import { type Layer, runLayers } from './run-layers.ts'
import type { ServidorActivo } from './servidor-activo.ts'
import { findDefinition } from './servidor-handle.ts'
import { within } from './within.ts'

export interface ProbarOptions {
  /** It need not be stored or active. */
  servidor: ServidorActivo
  limits: Limits
  interno: InternoPorts
  /** What people allowed this product to do there. Absent: nobody can. */
  autorizacion?: Autorizacion
  /** Folders where an admin may name files; see ConnectDeps. */
  carpetaArchivos?: readonly string[]
  lookup?: Lookup
}

/**
 * Tries a servidor layer by layer — name, TCP, TLS, sign-in, query — and stops at the first that fails: the later ones could only fail
 * too. Throws DatosInvalidos when its settings do not fit its type.
 */
export async function testServidor({
  servidor,
  limits,
  interno,
  autorizacion,
  carpetaArchivos,
  lookup = systemLookup,
}: ProbarOptions): Promise<ResultadoDePrueba> {
  const definition = findDefinition(servidor.tipoServidor)
  const config = readWith(definition.config, servidor.config, 'config')
  const connect = createConnect({
    definition,
    servidor,
    config,
    limits,
    interno,
    lookup,
    ...(autorizacion && { autorizacion }),
    ...(carpetaArchivos && { carpetaArchivos }),
  })
  const destino = definition.destino(config)
  let address = ''
  let connection: Connection | null = null
  let version: string | undefined
  let sugerencias: ResultadoDePrueba['sugerencias']

  const layers: Layer[] = []
  if (destino) {
    const { host, tls } = destino
    const target = { ...destino, servidor: servidor.nombre, limitMs: limits.conexionMs }
    layers.push([
      'Nombre',
      async () => {
        const { permitirRedPrivada } = servidor
        const limitMs = nameLimitMs(limits.conexionMs)
        const [first] = await resolveHost(host, { permitirRedPrivada, lookup, limitMs })
        address = first.address
      },
    ])
    layers.push(['TCP', () => reachTcp({ ...target, address })])
    if (tls) layers.push(['TLS', () => reachTls({ ...target, address })])
  }
  layers.push([
    'Inicio de sesión',
    async () => {
      connection = (await connect()).connection
    },
  ])
  layers.push([
    'Consulta',
    async () => {
      if (!connection) return
      version = await ask(connection, { servidor: servidor.nombre, limitMs: limits.conexionMs })
      sugerencias = suggestedBy(connection)
    },
  ])

  try {
    const pasos = await runLayers(layers)
    return {
      ...{ ok: pasos.every(({ ok }) => ok), pasos },
      ...(version !== undefined && { version }),
      ...(sugerencias && { sugerencias }),
    }
  } finally {
    leave(connection)
  }
}

function ask(
  connection: Connection,
  { servidor, limitMs }: { servidor: string; limitMs: number },
): Promise<string | undefined> {
  const abort = new AbortController()
  const late = () => {
    const reason = new ServidorNoResponde({ servidor, motivo: `no contestó en ${limitMs} ms` })
    abort.abort(reason)
    return reason
  }
  return within(connection.ping(abort.signal), { limitMs, late })
}

/** By the fields of its form. */
function suggestedBy(connection: Connection): ResultadoDePrueba['sugerencias'] {
  const found = Object.entries(connection.suggest?.() ?? {}).filter(([, valores]) => valores.length > 0)
  if (found.length === 0) return undefined
  return Object.fromEntries(found.map(([campo, valores]) => [`config.${campo}`, [...valores]]))
}

/** The connection of a test is thrown away; how it ends is nobody's concern, and nobody waits for it. */
function leave(connection: Connection | null): void {
  connection?.close().catch(() => {})
}
