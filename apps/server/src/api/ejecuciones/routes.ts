import {
  cancelacionSchema,
  DatosInvalidos,
  EjecucionSinFallo,
  EjecucionTerminada,
  ESTADOS_EJECUCION,
  ejecucionResumenSchema,
  ejecucionSchema,
  eventoNumeradoSchema,
  explicacionDeFalloSchema,
  type Limits,
  NoEncontrado,
  resultadoDeEjecucionSchema,
  resumenDeEjecucionesSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { explainFallo } from '../../ai/asistente/explain-fallo.ts'
import { nameTema, nameTemaOfRun } from '../../motor/en-vivo/en-vivo.ts'
import { summarizeHoras } from '../../motor/history/horas-repository.ts'
import type { Ejecucion } from '../../motor/history/restore-pasos.ts'
import { toEjecucion } from '../../motor/history/to-ejecucion.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { refuseForbidden } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { createBusquedas } from './busquedas.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { createEnCola } from './en-cola.ts'
import { createEnCurso } from './en-curso.ts'
import { listAnywhere } from './list-anywhere.ts'
import type { EjecucionFilter } from './list-lugares.ts'
import { registerPartes } from './partes-routes.ts'
import { createEntradaReader } from './read-entrada.ts'
import { createReplays } from './replays.ts'
import { createEjecucionesRepository } from './repository.ts'

const DEFAULT_LIMITE = 100
const DEFAULT_HOURS = 24
const MAX_HOURS = 24 * 31
const RECENT_FAILURES = 10
const SLOWEST = 10
const HOUR_MS = 3_600_000
/** Regions in regions that somebody may name an item of. */
const MAX_DEPTH = 20

const momento = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
const Q =
  'Parte del nombre del proceso (de los 200 primeros que lo lleven, por orden alfabético), o del texto o el código del error de las que fallaron; o enteros, la clave de negocio o el identificador. Sin `estado`, también de las que no han terminado: de las que esperan, entre las 100.000 más recientes, o menos si son muy grandes.'

const listSchema = (limits: Limits) =>
  z.strictObject({
    procesoId: z.uuid().optional(),
    canalId: z.uuid().optional(),
    version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    estado: z.enum(ESTADOS_EJECUCION).optional(),
    origen: z.string().min(1).max(50).optional(),
    desde: momento,
    hasta: momento,
    q: z.string().trim().min(1).max(200).optional().meta({ description: Q }),
    duracionMinMs: z.coerce.number().min(0).optional(),
    duracionMaxMs: z.coerce.number().min(0).optional(),
    /** The whole business key. */
    clave: z.string().trim().min(1).max(200).optional(),
    limite: describeLimite(limits, DEFAULT_LIMITE),
    despuesDe: z.string().max(200).optional(),
  })
const describeResumen = (limits: Limits) =>
  z.strictObject({
    horas: z.coerce.number().positive().max(MAX_HOURS).default(DEFAULT_HOURS),
    /** Procesos and canales that are listed, those that ran most. */
    limite: describeLimite(limits, DEFAULT_LIMITE),
    /** Only what came through it. */
    canalId: z.uuid().optional(),
  })
const idSchema = z.object({ id: z.uuid() })
const shownSchema = z.object({ procesoId: z.string(), canalId: z.string().nullable() })
const reintentarSchema = z.strictObject({
  /** The version that ran, the one that is published now, the draft, or a number. */
  version: z.union([z.enum(['misma', 'publicada', 'borrador']), z.int().min(1)]).default('misma'),
  /** Nodes before it are not run again: they give what they gave. */
  nodo: z.string().min(1).max(200).optional(),
  /** Of a node between splits and their joins: only this item, by its index in each region around, outermost first. */
  iteracion: z.array(z.int().min(0)).min(1).max(MAX_DEPTH).optional(),
  /** Chosen by whoever starts it, to watch it while it goes on. */
  seguimiento: z.uuid().optional(),
})
const enVivoParamsSchema = z.object({ seguimiento: z.uuid() })
const enVivoQuerySchema = z.object({ desde: z.coerce.number().int().min(0).default(0) })

export function registerEjecuciones(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps
  const ejecuciones = createEjecucionesRepository(db)
  const { cola, durables } = runtime
  const readEntrada = createEntradaReader(runtime)
  const enCurso = createEnCurso({
    ejecuciones,
    durables,
    cola,
    readEntrada,
    nodos: createNodosRepository(db),
  })
  const busquedas = createBusquedas({ findNamed: ejecuciones.findNamed, runtime })
  const enCola = createEnCola({ ejecuciones, busquedas, readEntrada, cola, durables })
  const replays = createReplays({ ejecuciones, durables })
  const anywhere = listAnywhere([enCola.enCola, enCola.esperando, enCurso, ejecuciones])
  const sourceOf = ({ estado, q, clave }: EjecucionFilter) => {
    if (estado === 'ejecutando') return enCurso
    if (estado === 'esperando') return enCola.esperando
    if (estado === 'en_cola') return enCola.enCola
    // Who looks for one run may not know that it has not ended; who looks at all of them looks at what has.
    return estado === undefined && (q ?? clave) !== undefined ? anywhere : ejecuciones
  }
  const query = listSchema(config.limits)
  const resumenQuery = describeResumen(config.limits)

  const listing = {
    access: 'procesos.leer',
    query,
    answers: { 200: z.array(ejecucionResumenSchema) },
    answerHeaders: ['X-Siguiente'],
  } as const
  app.get('/api/ejecuciones', { config: listing }, async (request, reply) => {
    const { limite, despuesDe, ...filter } = parseInput(query, request.query)
    const cursor = despuesDe === undefined ? null : parseCursor(despuesDe)
    const source = sourceOf(filter)
    // One more than is shown: whether there is a next page needs no count.
    const rows = await source.list(filter, { limite: limite + 1, cursor })
    const page = rows.slice(0, limite)
    const last = page.at(-1)
    if (rows.length > limite && last) reply.header('x-siguiente', formatCursor(last))
    return page
  })

  const summarizing = {
    access: 'procesos.leer',
    query: resumenQuery,
    answers: { 200: resumenDeEjecucionesSchema },
  } as const
  app.get('/api/ejecuciones/resumen', { config: summarizing }, async (request) => {
    const { horas, limite, canalId } = parseInput(resumenQuery, request.query)
    const desde = new Date(Math.floor(Date.now() / HOUR_MS - horas) * HOUR_MS)
    const [sums, ultimosFallos] = await Promise.all([
      summarizeHoras(db, { desde, limite, canalId }),
      ejecuciones.list({ desde, estado: 'error', canalId }, { limite: RECENT_FAILURES, cursor: null }),
    ])
    const canalesMasLentos = sums.canales
      .toSorted((left, right) => (right.p95Ms ?? 0) - (left.p95Ms ?? 0))
      .slice(0, SLOWEST)
    return { desde, ...sums, canales: sums.canales.slice(0, limite), canalesMasLentos, ultimosFallos }
  })

  /** What `/ws` tells of a watched run, for whoever cannot reach it: asked for again and again. */
  const watching = {
    access: 'procesos.editar',
    query: enVivoQuerySchema,
    answers: { 200: z.array(eventoNumeradoSchema) },
  } as const
  app.get('/api/ejecuciones/en-vivo/:seguimiento', { config: watching }, async (request) => {
    const { seguimiento } = parseInput(enVivoParamsSchema, request.params)
    const { desde } = parseInput(enVivoQuerySchema, request.query)
    return runtime.enVivo.read(nameTema({ tipo: 'prueba', seguimiento }, request.usuario.id), desde)
  })

  const following = { ...watching, access: 'procesos.leer' } as const
  app.get('/api/ejecuciones/:id/en-vivo', { config: following }, async (request) => {
    const { id } = parseInput(idSchema, request.params)
    const { desde } = parseInput(enVivoQuerySchema, request.query)
    await runtime.seguidas.ask(id)
    return runtime.enVivo.read(nameTemaOfRun(id), desde)
  })

  registerPartes(app, deps)

  const reading = { access: 'procesos.leer', answers: { 200: ejecucionSchema } } as const
  app.get('/api/ejecuciones/:id', { config: reading }, async (request) => show(request.params))

  /** Answers as soon as the process that runs it has told it to stop; the history then has it as `cancelada`. */
  const cancelling = { access: 'procesos.editar', answers: { 202: cancelacionSchema } } as const
  app.post('/api/ejecuciones/:id/cancelar', { config: cancelling }, async (request, reply) => {
    const { id } = parseInput(idSchema, request.params)
    const ended = await ejecuciones.get(id)
    if (ended) throw new EjecucionTerminada({ estado: ended.estado })
    if (!(await runtime.cancelRun(id))) {
      // It may have ended while it was looked for.
      const { estado } = await find(request.params)
      throw new EjecucionTerminada({ estado })
    }
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: request.usuario.username,
        accion: 'cancelar',
        recurso: 'ejecuciones',
        recursoId: id,
        detalle: {},
      }),
    )
    return reply.code(202).send({ idEjecucion: id })
  })

  /** Runs it again with the input it had. It answers as a test run does; the first run stays as it is. */
  const repeating = {
    access: 'procesos.editar',
    body: reintentarSchema.optional(),
    answers: { 200: resultadoDeEjecucionSchema },
  } as const
  app.post('/api/ejecuciones/:id/reintentar', { config: repeating }, async (request, reply) => {
    const { version: wanted, nodo, iteracion, seguimiento } = parseInput(reintentarSchema, request.body ?? {})
    const ejecucion = await find(request.params)
    const proceso = await chooseVersion(ejecucion, wanted)
    await refuseForbidden(db, proceso.flujo, request.usuario.role)
    const repeated = await replays.plan({ ejecucion, proceso, nodo, iteracion })
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: request.usuario.username,
        accion: 'reintentar',
        recurso: 'procesos',
        recursoId: ejecucion.procesoId,
        detalle: {
          ejecucion: ejecucion.id,
          version: proceso.version ?? 'borrador',
          nodo: nodo ?? null,
          ...(iteracion && { iteracion }),
        },
      }),
    )
    const draft = {
      proceso,
      ...repeated,
      origen: 'reintento' as const,
      consumidor: { usuarioId: request.usuario.id },
      ...(seguimiento !== undefined && {
        tema: nameTema({ tipo: 'prueba', seguimiento }, request.usuario.id),
      }),
      signal: leavesWith(reply),
    }
    return proceso.modo === 'durable'
      ? runtime.runDurableDraft(draft)
      : runtime.runDraft({ ...draft, usuarioId: request.usuario.id })
  })

  /** Why it failed, as the assistant sees it: what the history keeps of it, which is masked, is told to a model. */
  const explaining = { access: 'procesos.editar', answers: { 200: explicacionDeFalloSchema } } as const
  app.post('/api/ejecuciones/:id/explicar', { config: explaining }, async (request, reply) => {
    const { id: usuarioId, role, username } = request.usuario
    const ejecucion = await find(request.params)
    const { id, procesoId, errorCodigo, errorMensaje, errorNodo, pasos } = ejecucion
    if (errorCodigo === null) throw new EjecucionSinFallo()
    const error = { codigo: errorCodigo, mensaje: errorMensaje ?? '', nodo: errorNodo }
    const { flujo } = await chooseVersion(ejecucion, 'misma')
    await refuseForbidden(db, flujo, role)
    const proceso = await ejecuciones.findProceso(procesoId)
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: username,
        accion: 'preguntar',
        recurso: 'procesos',
        recursoId: procesoId,
        detalle: { que: 'fallo', ejecucion: id },
      }),
    )
    return runtime.asistente.converse({ usuarioId, signal: leavesWith(reply) }, (charla) =>
      explainFallo(charla, { proceso: proceso?.nombre ?? '', error, flujo, pasos }),
    )
  })

  async function show(params: unknown) {
    const found = await findAnywhere(params)
    const { procesoId, canalId } = shownSchema.parse(found)
    const [procesos, canales] = await Promise.all([
      ejecuciones.readNombres('procesos', [procesoId]),
      ejecuciones.readNombres('canales', canalId === null ? [] : [canalId]),
    ])
    return {
      ...found,
      proceso: procesos.get(procesoId) ?? null,
      canal: canales.get(canalId ?? '') ?? null,
    }
  }

  async function findAnywhere(params: unknown) {
    const { id } = parseInput(idSchema, params)
    const row = await ejecuciones.get(id)
    if (row) return toEjecucion(row)
    const unended = (await enCurso.find(id)) ?? (await enCola.find(id))
    if (unended) return unended
    const late = await readLate(id)
    if (late) return toEjecucion(late)
    throw new NoEncontrado({ recurso: 'la ejecución', id })
  }

  /** Its end is stored, and its worker has not written it into the history, or has just done so. */
  async function readLate(id: string): Promise<Ejecucion | undefined> {
    runtime.history.adopt(await runtime.apartados.takeOf(id))
    await runtime.history.flush()
    return ejecuciones.get(id)
  }

  async function find(params: unknown): Promise<Ejecucion> {
    const { id } = parseInput(idSchema, params)
    const row = (await ejecuciones.get(id)) ?? (await readLate(id))
    if (!row) throw new NoEncontrado({ recurso: 'la ejecución', id })
    return row
  }

  /** The document to run: of a version, or of the draft, which has none. */
  async function chooseVersion(
    { procesoId, version: ran }: Ejecucion,
    wanted: z.output<typeof reintentarSchema>['version'],
  ) {
    const proceso = await ejecuciones.findProceso(procesoId)
    if (!proceso) throw new NoEncontrado({ recurso: 'el proceso', id: procesoId })
    if (wanted === 'publicada' && proceso.versionPublicada === null) {
      throw new DatosInvalidos(undefined, {
        errores: [{ campo: 'version', mensaje: 'El proceso no tiene ninguna versión publicada.' }],
      })
    }
    const named = { misma: ran, publicada: proceso.versionPublicada, borrador: null }
    const version = typeof wanted === 'number' ? wanted : named[wanted]
    if (version === null)
      return { id: procesoId, flujo: proceso.flujo, modo: proceso.modo, version: undefined }
    const published = await ejecuciones.findVersion(procesoId, version)
    if (!published) throw new NoEncontrado({ recurso: 'la versión', id: String(version) })
    return { id: procesoId, ...published, version }
  }
}
