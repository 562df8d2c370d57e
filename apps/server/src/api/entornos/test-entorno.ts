import type { Limits, ResultadoDePrueba } from '@div/contract'
import { reachTcp, reachTls } from '../../motor/pools/reach.ts'
import { type Layer, runLayers } from '../../motor/pools/run-layers.ts'
import { nameLimitMs } from '../../red/red.ts'
import { resolveHost } from '../../red/resolve-host.ts'
import { systemLookup } from '../../red/system-lookup.ts'
import { type EntornoAbierto, ofEntorno, openEntorno } from './entorno-client.ts'

interface Prueba extends ResultadoDePrueba {
  /** Of whoever the clave de API is; null: it was not found out. */
  usuario: { username: string; role: string } | null
}

/** Tries another DIV layer by layer — name, TCP, TLS, sign-in, comparison. */
export async function testEntorno(entorno: EntornoAbierto, limits: Limits): Promise<Prueba> {
  const { protocol, hostname, port } = new URL(entorno.urlBase)
  const host = hostname.replace(/^\[|\]$/g, '')
  const limitMs = limits.conexionMs
  const client = openEntorno(entorno, limits)
  let address = ''
  let usuario: Prueba['usuario'] = null
  let version: string | undefined
  const target = () => ({
    servidor: entorno.nombre,
    host,
    puerto: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
    address,
    limitMs,
  })
  const layers: Layer[] = [
    [
      'Nombre',
      async () => {
        const { permitirRedPrivada } = entorno
        const [first] = await resolveHost(host, {
          permitirRedPrivada,
          lookup: systemLookup,
          limitMs: nameLimitMs(limitMs),
        })
        address = first.address
      },
    ],
    ['TCP', () => reachTcp(target())],
    ...(protocol === 'https:' ? ([['TLS', () => reachTls(target())]] satisfies Layer[]) : []),
    [
      'Inicio de sesión',
      async () => {
        usuario = await client.readUsuario()
      },
    ],
    [
      'Comparación',
      async () => {
        version = (await client.readInventario({ sinProcesos: true })).version
      },
    ],
  ]
  /** Whoever reads it thinks of entornos, not of servidores. */
  const told = (work: () => Promise<void>) =>
    work().catch((cause: unknown) => {
      throw ofEntorno(cause, entorno.nombre, limits)
    })
  try {
    const pasos = await runLayers(layers.map(([nombre, work]) => [nombre, () => told(work)]))
    return { ok: pasos.every(({ ok }) => ok), pasos, usuario, ...(version !== undefined && { version }) }
  } finally {
    await client.close()
  }
}
