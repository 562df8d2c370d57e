import {
  CLASES_DE_CONVERSACION,
  type ConversacionGuardada,
  conversacionGuardadaSchema,
  conversacionSchema,
  DatosInvalidos,
  hasPermission,
  mensajeSchema,
  NoEncontrado,
  RevisionObsoleta,
  type Role,
  servidorDeChatSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { listEjecuciones } from '../../../ai/agents/ejecuciones-repository.ts'
import {
  type ConversacionRow,
  changeConversacion,
  createConversacion,
  describeConversaciones,
  listConversaciones,
  removeConversacion,
} from '../../../ai/chat/conversaciones-repository.ts'
import { createGeneraciones } from '../../../ai/chat/generaciones.ts'
import { listMensajes } from '../../../ai/chat/mensajes-repository.ts'
import { listServidoresDeChat } from '../../../ai/chat/servidores-de-chat.ts'
import { writeMarkdown } from '../../../ai/chat/write-markdown.ts'
import type { Database } from '../../../db/tables.ts'
import { isColeccionVisible } from '../../access/find-forbidden.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { audit } from '../../auditoria/audit.ts'
import { describePageQuery } from '../../resource/page-query.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { registerAdjuntos } from './adjuntos-routes.ts'
import { findOwn } from './find-own.ts'
import { registerMensajes } from './mensajes-routes.ts'

const PATH = '/api/ai/conversaciones'
const ONE = `${PATH}/:id`
const CLASE = 'chat'

const cambioSchema = conversacionSchema.extend({ revision: z.int() })
const exportQuery = z.strictObject({ formato: z.enum(['markdown', 'json']).default('markdown') })

/** Conversations of a person with a model, and with agentes, which are talked with elsewhere. They are that person's alone, whatever the role of who asks. */
export function registerConversaciones(app: FastifyInstance, deps: ApiDeps): void {
  const { db, log, runtime } = deps
  const { limits } = deps.config
  const generaciones = createGeneraciones({ db, limits, log })
  // Whoever follows an answer is told of its end before the connections are closed.
  app.addHook('preClose', () => generaciones.close())
  registerMensajes(app, deps, generaciones)
  registerAdjuntos(app, deps)

  const listQuery = describePageQuery(limits).extend({
    q: z.string().trim().max(200).default(''),
    clase: z.enum(CLASES_DE_CONVERSACION).default(CLASE),
  })
  const listing = {
    access: 'autenticado',
    query: listQuery,
    answers: { 200: z.array(conversacionGuardadaSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(PATH, { config: listing }, async ({ usuario, query }, reply) => {
    const page = parseInput(listQuery, query)
    const { conversaciones, total } = await listConversaciones(db, { usuarioId: usuario.id, ...page })
    reply.header('x-total-count', total)
    return describeConversaciones(db, conversaciones)
  })

  const choosing = { access: 'servidores.leer', answers: { 200: z.array(servidorDeChatSchema) } } as const
  app.get(`${PATH}/servidores`, { config: choosing }, () => listServidoresDeChat(db))

  const creating = {
    access: 'autenticado',
    body: conversacionSchema,
    answers: { 201: conversacionGuardadaSchema },
    answerHeaders: ['Location'],
  } as const
  app.post(PATH, { config: creating }, async ({ usuario, body }, reply) => {
    const conversacion = parseInput(conversacionSchema, body)
    const row = await db.transaction().execute(async (trx) => {
      await refuseUnknown(trx, conversacion, usuario.role)
      const created = await createConversacion(
        trx,
        { usuarioId: usuario.id, clase: CLASE, conversacion },
        limits.chatConversaciones,
      )
      await auditChange(trx, usuario.username, 'crear', created)
      return created
    })
    return reply
      .code(201)
      .header('location', `${PATH}/${row.id}`)
      .send(await describe(db, row))
  })

  const reading = { access: 'autenticado', answers: { 200: conversacionGuardadaSchema } } as const
  app.get(ONE, { config: reading }, async (request) => describe(db, await findOwn(db, request)))

  const editing = {
    access: 'autenticado',
    body: cambioSchema,
    answers: { 200: conversacionGuardadaSchema },
  } as const
  app.put(ONE, { config: editing }, async (request) => {
    const { usuario } = request
    const { revision, ...cambio } = parseInput(cambioSchema, request.body)
    return db.transaction().execute(async (trx) => {
      const before = await findOwn(trx, request, undefined, { lock: true })
      if (before.revision !== revision) {
        throw new RevisionObsoleta(undefined, {
          extra: { actual: await describe(trx, before), enviado: request.body },
        })
      }
      // What is gone meanwhile is no reason to refuse another title: each question says that it was not used.
      const added = (now: readonly string[], known: readonly string[]) =>
        now.filter((id) => !known.includes(id))
      await refuseUnknown(
        trx,
        {
          servidorId: cambio.servidorId,
          colecciones: added(cambio.colecciones, before.colecciones),
          contextos: added(cambio.contextos, before.contextos),
        },
        usuario.role,
      )
      // Who answers in one with an agente, and from what, is decided in the agente.
      const changes = before.clase === 'agente' ? { titulo: cambio.titulo } : cambio
      const row = await changeConversacion(trx, before.id, changes)
      await auditChange(trx, usuario.username, 'editar', row)
      return describe(trx, row)
    })
  })

  const removing = { access: 'autenticado', answers: { 204: null } } as const
  app.delete(ONE, { config: removing }, async (request, reply) => {
    await stopAgente(request.usuario.id, await findOwn(db, request))
    await db.transaction().execute(async (trx) => {
      const row = await findOwn(trx, request, undefined, { lock: true })
      await removeConversacion(trx, row.id)
      await auditChange(trx, request.usuario.username, 'eliminar', row)
    })
    return reply.code(204).send()
  })

  const exporting = {
    access: 'autenticado',
    query: exportQuery,
    answers: { 200: { mediaTypes: ['text/markdown', 'application/json'] } },
    answerHeaders: ['Content-Disposition'],
  } as const
  app.get(`${ONE}/exportar`, { config: exporting }, async (request, reply) => {
    const { formato } = parseInput(exportQuery, request.query)
    const row = await findOwn(db, request)
    const dichos = await listDichos(request.usuario.id, row)
    const isJson = formato === 'json'
    reply.header('content-disposition', `attachment; filename="conversacion.${isJson ? 'json' : 'md'}"`)
    const conversacion = await describe(db, row)
    if (!isJson)
      return reply.type('text/markdown; charset=utf-8').send(writeMarkdown({ conversacion, ...dichos }))
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ conversacion, ...dichos }, null, 2))
  })

  /** All that was said in it. */
  async function listDichos(usuarioId: string, { id: conversacionId, clase }: ConversacionRow) {
    if (clase === 'agente') return { ejecuciones: await listEjecuciones(db, { usuarioId, conversacionId }) }
    const page = { conversacionId, antesDe: null, limite: limits.chatMensajes }
    return { mensajes: (await listMensajes(db, page)).mensajes }
  }

  /** What still goes on in it would go on for nobody, and nobody could stop it. */
  async function stopAgente(
    usuarioId: string,
    { id: conversacionId, clase }: ConversacionRow,
  ): Promise<void> {
    if (clase !== 'agente') return
    for (const { id, estado } of await listEjecuciones(db, { usuarioId, conversacionId }))
      if (estado === 'ejecutando') await runtime.agentes.stop(id, usuarioId)
  }

  const pageQuery = z.strictObject({
    limite: z.coerce.number().int().min(1).max(limits.chatMensajes).default(50),
    /** `orden` of the first message of the page that comes after. */
    antesDe: z.coerce.number().int().min(1).optional(),
  })
  const telling = {
    access: 'autenticado',
    query: pageQuery,
    answers: { 200: z.array(mensajeSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(`${ONE}/mensajes`, { config: telling }, async (request, reply) => {
    const { limite, antesDe = null } = parseInput(pageQuery, request.query)
    const { id } = await findOwn(db, request, CLASE)
    const { mensajes, total } = await listMensajes(db, { conversacionId: id, antesDe, limite })
    reply.header('x-total-count', total)
    return mensajes
  })
}

async function describe(db: Kysely<Database>, row: ConversacionRow): Promise<ConversacionGuardada> {
  const [described] = await describeConversaciones(db, [row])
  if (!described) throw new NoEncontrado({ recurso: 'la conversación', id: row.id })
  return described
}

/** What a body names is decided for whoever sends it (security rule 7). */
async function refuseUnknown(
  trx: Transaction<Database>,
  { servidorId, colecciones, contextos }: Pick<ConversacionRow, 'servidorId' | 'colecciones' | 'contextos'>,
  role: Role,
): Promise<void> {
  const errores: { campo: string; mensaje: string }[] = []
  if (servidorId !== null) {
    const known = hasPermission(role, 'servidores.leer')
      ? await listServidoresDeChat(trx, { id: servidorId })
      : []
    if (known.length === 0)
      errores.push({ campo: 'servidorId', mensaje: 'No existe este servidor, o no tiene modelos.' })
  }
  if (await hasHidden(trx, 'ragColecciones', colecciones, role))
    errores.push({ campo: 'colecciones', mensaje: 'No existe esta colección.' })
  if (await hasHidden(trx, 'aiContextos', contextos, role))
    errores.push({ campo: 'contextos', mensaje: 'No existe este contexto.' })
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
}

/** Whether one of them is not there for this role. */
async function hasHidden(
  trx: Transaction<Database>,
  table: 'ragColecciones' | 'aiContextos',
  ids: readonly string[],
  role: Role,
): Promise<boolean> {
  if (ids.length === 0) return false
  const rows = await trx.selectFrom(table).select(['id', 'roles']).where('id', 'in', ids).execute()
  const visible = new Set(rows.filter(({ roles }) => isColeccionVisible(roles, role)).map(({ id }) => id))
  return ids.some((id) => !visible.has(id))
}

/** Without its title: that is what was said in it, and nobody else's to read. */
function auditChange(
  trx: Transaction<Database>,
  usuario: string,
  accion: 'crear' | 'editar' | 'eliminar',
  { id: recursoId, revision }: ConversacionRow,
): Promise<void> {
  return audit(trx, { usuario, accion, recurso: 'ai/conversaciones', recursoId, detalle: { revision } })
}
