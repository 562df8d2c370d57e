import { randomUUID } from 'node:crypto'
import {
  AppError,
  type AutenticacionDePrueba,
  DatosInvalidos,
  type Parte,
  type RespuestaMostrada,
  TiempoAgotado,
  writeMultipart,
} from '@div/contract'
import type { HttpClient, Red } from '@div/servidores'
import { isPlainHttp } from '../../red/redirect.ts'

/** A call with everything in it. */
export interface Llamada {
  url: URL
  metodo: string
  cabeceras: Readonly<Record<string, string>>
  autenticacion: AutenticacionDePrueba
  cuerpo?: string | undefined
  /** In its place. */
  partes?: readonly Parte[] | undefined
}

interface SendOptions {
  /** Whom errors name. */
  servidor: string
  limiteMs: number
  maximoBytes: number
  /** Of whoever waits for it. */
  signal: AbortSignal
  maxRedirects?: number
}

/** Header of a canal's answer: what it ran. */
const EJECUCION = 'x-ejecucion-id'
/** Headers that speak of one hop (RFC 9110, 7.6.1), and of the bytes that are sent. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Milliseconds by which the silence that ends a call is longer than the call may be: the whole is what is told of. */
const LATER_MS = 1_000

/** Makes one call on a connection of its own, and tells where its time went. */
export async function sendLlamada(red: Pick<Red, 'openHttp'>, llamada: Llamada, options: SendOptions) {
  const began = performance.now()
  const moments = { connected: began, headers: began }
  const { maximoBytes, maxRedirects } = options
  const solicitud = writeSolicitud(llamada)
  const client = red.openHttp({
    maxSockets: 1,
    maximoBytes,
    ...(maxRedirects !== undefined && { maxRedirects }),
    onConnected: () => {
      moments.connected = performance.now()
    },
  })
  try {
    const answer = await callWith(client, solicitud, {
      ...options,
      onHeaders: () => {
        moments.headers = performance.now()
      },
    })
    return {
      ...answer,
      duracionMs: performance.now() - began,
      conexionMs: moments.connected - began,
      primerByteMs: Math.max(0, moments.headers - moments.connected),
    } satisfies RespuestaMostrada
  } finally {
    await client.close()
  }
}

/** A call as its bytes, which may be sent many times. Throws DatosInvalidos of what cannot be sent. */
export function writeSolicitud(llamada: Llamada) {
  const { url, metodo, cabeceras, autenticacion } = llamada
  if (!isPlainHttp(url)) {
    const mensaje = 'Use una dirección http:// o https:// completa, sin usuario ni contraseña.'
    throw new DatosInvalidos(undefined, { errores: [{ campo: 'url', mensaje }] })
  }
  if (Object.keys(cabeceras).some((nombre) => OF_THE_CONNECTION.has(nombre.toLowerCase()))) {
    const errores = [{ campo: 'cabeceras', mensaje: 'Una de ellas la pone el propio producto: quítela.' }]
    throw new DatosInvalidos(undefined, { errores })
  }
  const { cuerpo, propias } = writeBody(llamada)
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: metodo,
    headers: withCredential(propias, autenticacion),
    body: cuerpo,
  }
}

/** The same over a client that makes many. */
export async function callWith(
  client: HttpClient,
  solicitud: ReturnType<typeof writeSolicitud>,
  { servidor, limiteMs, signal, onHeaders }: Omit<SendOptions, 'maximoBytes'> & { onHeaders?: () => void },
): Promise<Omit<RespuestaMostrada, 'duracionMs' | 'conexionMs' | 'primerByteMs'>> {
  const limit = AbortSignal.timeout(limiteMs)
  try {
    const { status, headers, body } = await client.request({
      ...solicitud,
      signal: AbortSignal.any([limit, signal]),
      tiempoMaximoMs: limiteMs + LATER_MS,
      ...(onHeaders && { onHeaders }),
    })
    return {
      estado: status,
      cabeceras: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      ),
      ...decode(body),
      bytes: body.length,
      idEjecucion: String(headers[EJECUCION] ?? '') || null,
    }
  } catch (cause) {
    throw limit.aborted
      ? new TiempoAgotado({ que: `La petición a «${servidor}»`, limiteMs }, { cause })
      : cause
  }
}

/** Only who writes the parts knows what stands between them: their media type is said here, whatever was written by hand. */
function writeBody({ cabeceras, cuerpo, partes }: Llamada): {
  cuerpo: string | Uint8Array | null
  propias: Readonly<Record<string, string>>
} {
  if (partes === undefined) return { cuerpo: cuerpo ?? null, propias: cabeceras }
  const boundary = `div-${randomUUID()}`
  const campos = partes.flatMap(({ activa, nombre, valor, archivo }) =>
    activa
      ? [{ nombre, archivo, contenido: archivo === undefined ? valor : Buffer.from(valor, 'base64') }]
      : [],
  )
  const pieces = writeMultipart(campos, boundary)
  return {
    cuerpo: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
    propias: {
      ...without(cabeceras, 'content-type'),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  }
}

/** What proves who calls goes in its header, in place of all that were written by hand. */
function withCredential(
  cabeceras: Readonly<Record<string, string>>,
  autenticacion: AutenticacionDePrueba,
): Record<string, string> {
  if (autenticacion.tipo === 'ninguna') return cabeceras
  return { ...without(cabeceras, 'authorization'), authorization: credentialOf(autenticacion) }
}

function without(cabeceras: Readonly<Record<string, string>>, nombre: string): Record<string, string> {
  return Object.fromEntries(Object.entries(cabeceras).filter(([name]) => name.toLowerCase() !== nombre))
}

function credentialOf(autenticacion: Exclude<AutenticacionDePrueba, { tipo: 'ninguna' }>): string {
  if (autenticacion.tipo === 'token') return `Bearer ${autenticacion.token}`
  const { usuario, contrasena } = autenticacion
  return `Basic ${Buffer.from(`${usuario}:${contrasena}`).toString('base64')}`
}

function decode(bytes: Buffer): Pick<RespuestaMostrada, 'cuerpo' | 'codificacion'> {
  try {
    return { cuerpo: new TextDecoder('utf-8', { fatal: true }).decode(bytes), codificacion: 'texto' }
  } catch {
    // Not text: shown as it is.
    return { cuerpo: bytes.toString('base64'), codificacion: 'base64' }
  }
}

/** Of a call that came to no answer; what is no refusal is a bug of ours. */
export function whyNot(cause: unknown): string {
  if (cause instanceof AppError) return cause.message
  throw cause
}
