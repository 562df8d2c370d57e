import {
  canalProcesoSchema,
  DatosInvalidos,
  type Limits,
  NoEncontrado,
  pingSchema,
  respuestaMostradaSchema,
  ServidorNoResponde,
  TiempoAgotado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { request as httpRequest } from 'undici'
import { z } from 'zod'
import { describeCause } from '../../red/describe-cause.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describePageQuery } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { reachableHost } from './reachable-host.ts'
import { readAnswer } from './read-answer.ts'
import { findCanal, listCanalProcesos } from './repository.ts'

const metodo = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).default('GET')
const describeCall = ({ cuerpoBytes }: Limits) => ({
  metodo,
  cabeceras: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'No es un nombre de cabecera.'),
      z
        .string()
        .max(8_192)
        .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Tiene caracteres que HTTP no admite.'),
    )
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
  z
    .strictObject({ ...describeCall(limits), url: z.url({ protocol: /^https?$/ }) })
    .refine(({ metodo, cuerpo }) => cuerpo === undefined || (metodo !== 'GET' && metodo !== 'HEAD'), {
      path: ['cuerpo'],
      message: 'GET y HEAD no llevan cuerpo.',
    })

const SHOWN = { 200: respuestaMostradaSchema } as const

export function registerSistema(app: FastifyInstance, { db, config, runtime }: ApiDeps): void {
  const { limits } = config
  const testClienteSchema = describeTestCliente(limits)
  const solicitudSchema = describeSolicitud(limits)

  const pinging = { access: 'publico', answers: { 200: pingSchema } } as const
  app.get('/api/ping', { config: pinging }, async () => ({ ok: true, momento: new Date() }))

  const pageQuery = describePageQuery(limits)
  const listing = {
    access: 'canales.leer',
    query: pageQuery,
    answers: { 200: z.array(canalProcesoSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get('/api/canal-procesos', { config: listing }, async (request, reply) => {
    const { rows, total } = await listCanalProcesos(db, parseInput(pageQuery, request.query))
    reply.header('x-total-count', total)
    return rows
  })

  // The server calls its own motor, so that a browser can try a canal whatever its CORS rules.
  app.post(
    '/api/test-cliente',
    { config: { access: 'canales.leer', body: testClienteSchema, answers: SHOWN } },
    async (request) => {
      const { canalId, ruta, metodo, cabeceras, cuerpo } = parseInput(testClienteSchema, request.body)
      const canal = await findCanal(db, canalId)
      if (!canal) throw new NoEncontrado({ recurso: 'el canal', id: canalId })
      const kind = canal.tipo === 'SOAP' ? 'soap' : 'rest'
      const base = `http://${reachableHost(config.host)}:${config.motorPort}/${kind}/${canal.ruta}`
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
        throw explain(cause, { servidor: 'motor', limiteMs: limits.ejecucionMs })
      }
    },
  )

  // Through the guard: never a private address (security rule 8).
  app.post(
    '/api/solicitud-externa',
    { config: { access: 'procesos.editar', body: solicitudSchema, answers: SHOWN } },
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
      try {
        const answer = await runtime.createRed({ permitirRedPrivada: false }).fetch(url, {
          method: metodo,
          headers: cabeceras,
          body: cuerpo ?? null,
          signal: AbortSignal.timeout(limits.ejecucionMs),
        })
        return await readAnswer(answer, { began, maximoBytes: limits.cuerpoBytes, servidor: host })
      } catch (cause) {
        throw explain(cause, { servidor: host, limiteMs: limits.ejecucionMs })
      }
    },
  )
}

function flatten(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
}

/** What the other side did, in words; what is a refusal already, or a bug of ours, stays as it is. */
function explain(cause: unknown, { servidor, limiteMs }: { servidor: string; limiteMs: number }): unknown {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new TiempoAgotado({ que: `La petición a «${servidor}»`, limiteMs }, { cause })
  }
  if (!(cause instanceof Error && 'code' in cause)) return cause
  if (UNSENDABLE.has(String(cause.code))) {
    const errores = [{ campo: 'cabeceras', mensaje: 'Una de ellas la pone el propio producto: quítela.' }]
    return new DatosInvalidos(undefined, { cause, errores })
  }
  return new ServidorNoResponde({ servidor, motivo: describeCause(cause) }, { cause })
}

/** Headers of the connection itself, which undici does not let anybody set. */
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])
