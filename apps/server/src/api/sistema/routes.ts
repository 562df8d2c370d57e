import { DatosInvalidos, type Limits, NoEncontrado, ServidorNoResponde } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { request as httpRequest } from 'undici'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { readAnswer } from './read-answer.ts'
import { findCanal, listCanalProcesos } from './repository.ts'

const metodo = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).default('GET')
const describeCall = ({ cuerpoBytes }: Limits) => ({
  metodo,
  cabeceras: z
    .record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'No es un nombre de cabecera.'), z.string().max(8_192))
    .default({}),
  cuerpo: z.string().max(cuerpoBytes).optional(),
})
const describeTestCliente = (limits: Limits) =>
  z.strictObject({
    ...describeCall(limits),
    canalId: z.uuid(),
    /** Path and query below the canal. */
    ruta: z.string().startsWith('/').max(limits.direccionBytes).default('/'),
  })
const describeSolicitud = (limits: Limits) =>
  z.strictObject({ ...describeCall(limits), url: z.url({ protocol: /^https?$/ }) })

export function registerSistema(app: FastifyInstance, { db, config, runtime }: ApiDeps): void {
  const { limits } = config
  const testClienteSchema = describeTestCliente(limits)
  const solicitudSchema = describeSolicitud(limits)

  app.get('/api/ping', { config: { access: 'publico' } }, async () => ({ ok: true, momento: new Date() }))

  app.get('/api/configuracion', { config: { access: 'publico' } }, async () => ({
    version: config.version,
    urlBase: config.urlBase,
    urlTrazabilidad: config.urlTrazabilidad,
    motor: { puerto: config.motorPort },
  }))

  app.get('/api/canal-procesos', { config: { access: 'canales.leer' } }, () => listCanalProcesos(db))

  // The server calls its own motor, so that a browser can try a canal whatever its CORS rules.
  app.post(
    '/api/test-cliente',
    { config: { access: 'canales.leer', body: testClienteSchema } },
    async (request) => {
      const { canalId, ruta, metodo, cabeceras, cuerpo } = parseInput(testClienteSchema, request.body)
      const canal = await findCanal(db, canalId)
      if (!canal) throw new NoEncontrado({ recurso: 'el canal', id: canalId })
      const base = `http://127.0.0.1:${config.motorPort}/rest/${canal.ruta}`
      const url = new URL(base + ruta)
      // Dots in the path could leave the canal.
      if (!url.href.startsWith(`${base}/`)) {
        throw new DatosInvalidos(undefined, {
          errores: [{ campo: 'ruta', mensaje: 'La ruta sale del canal.' }],
        })
      }
      const began = performance.now()
      try {
        const { statusCode, headers, body } = await httpRequest(url, {
          method: metodo,
          headers: cabeceras,
          body: cuerpo ?? null,
          signal: AbortSignal.timeout(limits.ejecucionMs),
        })
        const answer = { status: statusCode, headers: flatten(headers), body }
        return await readAnswer(answer, { began, maximoBytes: limits.cuerpoBytes, servidor: canal.ruta })
      } catch (cause) {
        throw unreachable('motor', cause)
      }
    },
  )

  // Through the guard: never a private address (security rule 8).
  app.post(
    '/api/solicitud-externa',
    { config: { access: 'procesos.editar', body: solicitudSchema } },
    async (request) => {
      const { url, metodo, cabeceras, cuerpo } = parseInput(solicitudSchema, request.body)
      const { host } = new URL(url)
      await db.transaction().execute((trx) =>
        audit(trx, {
          usuario: request.usuario.username,
          accion: 'solicitudExterna',
          recurso: 'configuracion',
          recursoId: null,
          detalle: { metodo, host },
        }),
      )
      const began = performance.now()
      const answer = await runtime.createRed({ permitirRedPrivada: false }).fetch(url, {
        method: metodo,
        headers: cabeceras,
        body: cuerpo ?? null,
        signal: AbortSignal.timeout(limits.ejecucionMs),
      })
      return readAnswer(answer, { began, maximoBytes: limits.cuerpoBytes, servidor: host })
    },
  )
}

function flatten(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
}

function unreachable(servidor: string, cause: unknown): unknown {
  const isNetwork = cause instanceof Error && 'code' in cause
  return isNetwork ? new ServidorNoResponde({ servidor, motivo: String(cause.code) }, { cause }) : cause
}
