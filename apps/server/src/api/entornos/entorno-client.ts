import {
  AppError,
  EntornoIncompatible,
  EntornoNoResponde,
  EntornoRechaza,
  erroresOf,
  FORMATO_DE_INVENTARIO,
  flujoSchema,
  hallazgoSchema,
  type Inventario,
  inventarioSchema,
  type Limits,
  migrateFlujo,
  type Paquete,
  paqueteSchema,
  RespuestaDemasiadoGrande,
  ServidorNoResponde,
  TiempoAgotado,
} from '@div/contract'
import type { HttpClient, HttpResponse } from '@div/servidores'
import { z } from 'zod'
import { parseJson } from '../../http/parse-json.ts'
import { createRed } from '../../red/red.ts'

export interface EntornoAbierto {
  nombre: string
  urlBase: string
  /** Opened. */
  clave: string
  permitirRedPrivada: boolean
}

export interface EntornoClient {
  /** Whose the key is. */
  readUsuario(): Promise<z.infer<typeof usuarioSchema>>
  /** `sinProcesos`: only what can be bound, which is little. */
  readInventario(options?: { sinProcesos: boolean }): Promise<Inventario>
  /** Of what is published. */
  readPaquete(id: string): Promise<Paquete>
  importPaquete(
    paquete: Paquete,
    reemplaza?: { id: string; revision: number },
  ): Promise<z.infer<typeof importadoSchema>>
  publish(id: string, options: { revision: number; nota: string }): Promise<z.infer<typeof publicadoSchema>>
  close(): Promise<void>
}

const usuarioSchema = z.object({ username: z.string().max(200), role: z.string().max(50) })
const importadoSchema = z.object({ id: z.uuid(), revision: z.int() })
const publicadoSchema = z.object({ version: z.int(), sinCambios: z.boolean() })
/** A bundle whose flujo can be read, of whichever version its document is. */
const legibleSchema = paqueteSchema.extend({
  proceso: paqueteSchema.shape.proceso.extend({ flujo: z.preprocess(migrateFlujo, flujoSchema) }),
})
/** What a refusal says (RFC 9457). */
const problemaSchema = z.object({
  detail: z.string().optional(),
  errores: z.array(z.object({ mensaje: z.string() })).default([]),
  hallazgos: z.array(hallazgoSchema.pick({ mensaje: true, gravedad: true })).default([]),
})

/** Characters of what another DIV says of a refusal. */
const MAX_MOTIVO = 1_000
/** Milliseconds by which the silence that ends a call is longer than the call may be: the whole is what is told of. */
const LATER_MS = 1_000

/**
 * Calls another DIV with its clave de API, over the guarded network, without following redirects: the key is for that address alone.
 * Nothing of an answer is believed before it is of its shape and size.
 */
export function openEntorno(
  { nombre: entorno, urlBase, clave, permitirRedPrivada }: EntornoAbierto,
  limits: Limits,
): EntornoClient {
  const { origin, pathname } = new URL(urlBase)
  const prefix = pathname.replace(/\/+$/, '')
  const client: HttpClient = createRed({ permitirRedPrivada, limits, servidor: entorno }).openHttp({
    maxSockets: 1,
    maximoBytes: limits.entornoRespuestaBytes,
    maxRedirects: 0,
  })

  async function call<Answer>(
    schema: z.ZodType<Answer>,
    { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: object },
  ): Promise<Answer> {
    const response = await send(method, path, body)
    if (response.status < 200 || response.status >= 300) throw refusal(entorno, path, response)
    const parsed = schema.safeParse(readJson(response.body))
    if (parsed.success) return parsed.data
    const [first] = erroresOf(parsed.error)
    throw new EntornoIncompatible(
      { entorno, motivo: `contestó algo que no es lo que contesta un DIV (${first?.campo || 'todo'})` },
      { cause: parsed.error },
    )
  }

  /** As `call`, of what changes something there. Throws EntornoNoResponde where it is not known whether it was done: only a refusal says so. */
  async function change<Answer>(schema: z.ZodType<Answer>, path: string, body: object): Promise<Answer> {
    try {
      return await call(schema, { method: 'POST', path, body })
    } catch (cause) {
      const isRefused = cause instanceof EntornoRechaza || cause instanceof EntornoNoResponde
      if (isRefused || !(cause instanceof AppError)) throw cause
      throw new EntornoNoResponde({ entorno, motivo: 'lo que contestó no es de un DIV' }, { cause })
    }
  }

  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<HttpResponse> {
    const limit = AbortSignal.timeout(limits.entornoMs)
    try {
      return await client.request({
        origin,
        path: `${prefix}/api/${path}`,
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${clave}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: limit,
        tiempoMaximoMs: limits.entornoMs + LATER_MS,
      })
    } catch (cause) {
      // Whoever reads it thinks of entornos, not of servidores.
      throw limit.aborted ? tooLate(entorno, limits, cause) : ofEntorno(cause, entorno, limits)
    }
  }

  function readJson(bytes: Buffer): unknown {
    try {
      return parseJson(bytes, limits)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      throw new EntornoIncompatible({ entorno, motivo: 'lo que contestó no es JSON de un DIV' }, { cause })
    }
  }

  return {
    readUsuario: () => call(usuarioSchema, { method: 'GET', path: 'auth/me' }),
    async readInventario({ sinProcesos } = { sinProcesos: false }) {
      const path = sinProcesos ? 'inventario?procesos=0' : 'inventario'
      const inventario = await call(anyInventarioSchema, { method: 'GET', path })
      const parsed = inventarioSchema.safeParse(inventario)
      if (inventario.formato !== FORMATO_DE_INVENTARIO || !parsed.success) {
        const motivo = `es DIV ${inventario.version}, que se compara de otra manera: iguale las versiones`
        throw new EntornoIncompatible({ entorno, motivo })
      }
      if (parsed.data.procesos.length > limits.inventarioProcesos) {
        const motivo = `tiene más de ${limits.inventarioProcesos} procesos`
        throw new EntornoIncompatible({ entorno, motivo })
      }
      return parsed.data
    },
    readPaquete: (id) =>
      call(legibleSchema, { method: 'GET', path: `procesos/${id}/exportar?version=publicada` }),
    importPaquete: (paquete, reemplaza) =>
      change(importadoSchema, 'procesos/importar', {
        paquete,
        ...(reemplaza ? { reemplaza } : { nombre: paquete.proceso.nombre }),
      }),
    publish: (id, options) => change(publicadoSchema, `procesos/${id}/publicar`, options),
    close: () => client.close(),
  }
}

type TimeAndSize = Pick<Limits, 'entornoMs' | 'entornoRespuestaBytes'>

function tooLate(entorno: string, { entornoMs }: TimeAndSize, cause: unknown): AppError {
  return new EntornoNoResponde({ entorno, motivo: `no contestó en ${entornoMs} ms` }, { cause })
}

/** What came of calling another DIV, in words that name it as what it is. */
export function ofEntorno(cause: unknown, entorno: string, limits: TimeAndSize): unknown {
  if (cause instanceof TiempoAgotado) return tooLate(entorno, limits, cause)
  if (cause instanceof RespuestaDemasiadoGrande) {
    const motivo = `su respuesta supera el límite de ${limits.entornoRespuestaBytes} bytes`
    return new EntornoIncompatible({ entorno, motivo }, { cause })
  }
  if (!(cause instanceof ServidorNoResponde)) return cause
  const motivo = cause.message.replace(/^El servidor «.*?» no responde: /u, '').replace(/\.$/, '')
  return new EntornoNoResponde({ entorno, motivo }, { cause })
}

/** Of whichever version of the product. */
const anyInventarioSchema = z.looseObject({ formato: z.number(), version: z.string().max(100) })

/** Why another DIV did not do what it was asked. */
function refusal(entorno: string, path: string, { status, body }: HttpResponse): AppError {
  if (status >= 300 && status < 400) {
    const motivo = 'su dirección lleva a otra: escriba la definitiva'
    return new EntornoIncompatible({ entorno, motivo })
  }
  const problema = readProblema(body)
  // Its own failure, or of what stands before it.
  if (status >= 500) {
    const motivo =
      problema === null ? `contestó con el error ${status}` : wordProblema(problema).slice(0, MAX_MOTIVO)
    return new EntornoNoResponde({ entorno, motivo })
  }
  if (status === 404 && path.startsWith('inventario')) {
    const motivo =
      problema === null
        ? 'en esa dirección no hay un DIV'
        : 'es un DIV anterior, que no sabe compararse: actualícelo'
    return new EntornoIncompatible({ entorno, motivo })
  }
  if (problema === null)
    return new EntornoIncompatible({ entorno, motivo: `en esa dirección no hay un DIV (${status})` })
  if (status === 401) {
    const motivo = 'la clave de API no vale: venció, se eliminó o es de otro DIV.'
    return new EntornoRechaza({ entorno, motivo })
  }
  return new EntornoRechaza({ entorno, motivo: wordProblema(problema).slice(0, MAX_MOTIVO) })
}

function readProblema(body: Buffer): z.infer<typeof problemaSchema> | null {
  try {
    const parsed = problemaSchema.safeParse(JSON.parse(body.toString()))
    return parsed.success && parsed.data.detail !== undefined ? parsed.data : null
  } catch {
    // Whatever it is, a DIV did not write it.
    return null
  }
}

function wordProblema({ detail = '', errores, hallazgos }: z.infer<typeof problemaSchema>): string {
  const findings = hallazgos.filter(({ gravedad }) => gravedad === 'error')
  return [detail, ...errores.map(({ mensaje }) => mensaje), ...findings.map(({ mensaje }) => mensaje)]
    .filter((text) => text !== '')
    .join(' ')
}
