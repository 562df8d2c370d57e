import {
  type Adjunto,
  admiteImagenes,
  DatosInvalidos,
  type EventoDeChat,
  hasPermission,
  LimiteSuperado,
  type Mensaje,
  type MensajeNuevo,
  mensajeNuevoSchema,
  NoEncontrado,
  type Role,
  type ServidorDeChat,
} from '@div/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { listSinEnviar, sendAdjuntos } from '../../../ai/chat/adjuntos-repository.ts'
import { answerChat } from '../../../ai/chat/answer-chat.ts'
import {
  type ConversacionRow,
  changeConversacion,
  holdUsuario,
  touchConversacion,
} from '../../../ai/chat/conversaciones-repository.ts'
import type { Generaciones } from '../../../ai/chat/generaciones.ts'
import {
  askToStop,
  findMensaje,
  insertPregunta,
  insertRespuesta,
  listMensajes,
  removeMensaje,
  takeTurno,
} from '../../../ai/chat/mensajes-repository.ts'
import { listServidoresDeChat } from '../../../ai/chat/servidores-de-chat.ts'
import { tituloOf } from '../../../ai/chat/titulo-of.ts'
import type { Database } from '../../../db/tables.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { findOwn, idSchema } from './find-own.ts'
import { sendEventos } from './send-eventos.ts'

const PATH = '/api/ai/conversaciones/:id/mensajes'
const ONE = `${PATH}/:mensajeId`
const EVENTOS = { 200: { mediaTypes: ['text/event-stream'] } }

const placeSchema = z.object({ mensajeId: z.string() })
const followQuery = z.strictObject({
  /** Characters of the answer that whoever asks has already. */
  desde: z.coerce.number().int().min(0).default(0),
})

interface Turno {
  conversacion: ConversacionRow
  servidor: ServidorDeChat
  pregunta: Mensaje
  respuesta: Mensaje
}

/** What is said in a conversation, and the answers while they are written. */
export function registerMensajes(
  app: FastifyInstance,
  { db, runtime, config: { limits } }: ApiDeps,
  generaciones: Generaciones,
): void {
  const asking = { access: 'autenticado', body: mensajeNuevoSchema, answers: EVENTOS } as const
  app.post(PATH, { config: asking }, async (request, reply) => {
    const nuevo = parseInput(mensajeNuevoSchema, request.body)
    refuseTooMuch(nuevo)
    const turno = await db.transaction().execute(async (trx): Promise<Turno> => {
      // What is asked is answered as well.
      const { conversacion, servidor, orden } = await beginTurno(trx, request, { nuevos: 2 })
      const adjuntos = await takeAdjuntos(trx, conversacion, servidor, nuevo)
      const piezas = adjuntos.map((adjunto) => ({ tipo: 'adjunto', adjunto }) as const)
      const place = { conversacionId: conversacion.id }
      const mensaje = { rol: 'usuario', texto: nuevo.texto, piezas } as const
      const pregunta = await insertPregunta(trx, { ...place, orden }, mensaje)
      await sendAdjuntos(trx, adjuntos, pregunta.id)
      const respuesta = await insertRespuesta(trx, { ...place, orden: orden + 1 })
      if (conversacion.titulo === '')
        await changeConversacion(trx, conversacion.id, { titulo: tituloOf(nuevo.texto, adjuntos) })
      await touchConversacion(trx, conversacion.id)
      return { conversacion, servidor, pregunta, respuesta }
    })
    return answer(request, reply, turno, turno.pregunta)
  })

  const repeating = { access: 'autenticado', answers: EVENTOS } as const
  app.post(`${ONE}/repetir`, { config: repeating }, async (request, reply) => {
    const turno = await db.transaction().execute(async (trx): Promise<Turno> => {
      const { conversacion, servidor } = await beginTurno(trx, request, { nuevos: 0 })
      const before = await findOne(trx, request, conversacion)
      const { mensajes } = await listMensajes(trx, {
        conversacionId: conversacion.id,
        antesDe: null,
        limite: 2,
      })
      const [pregunta, last] = mensajes
      if (last?.id !== before.id || last.rol !== 'asistente' || !pregunta) {
        const mensaje = 'Solo se vuelve a pedir la última respuesta de la conversación.'
        throw new DatosInvalidos(undefined, { errores: [{ campo: 'mensajeId', mensaje }] })
      }
      await removeMensaje(trx, before.id)
      const respuesta = await insertRespuesta(trx, { conversacionId: conversacion.id, orden: before.orden })
      await touchConversacion(trx, conversacion.id)
      return { conversacion, servidor, pregunta, respuesta }
    })
    return answer(request, reply, turno, null)
  })

  const following = { access: 'autenticado', query: followQuery, answers: EVENTOS } as const
  app.get(`${ONE}/seguir`, { config: following }, async (request, reply) => {
    const { desde } = parseInput(followQuery, request.query)
    const { id } = await findOne(db, request, await findOwn(db, request, 'chat'))
    return sendEventos(reply, (gone) =>
      generaciones.follow(id, { texto: desde, piezas: 0, modelo: false }, gone),
    )
  })

  const stopping = { access: 'autenticado', answers: { 204: null } } as const
  app.post(`${ONE}/detener`, { config: stopping }, async (request, reply) => {
    const { id } = await findOne(db, request, await findOwn(db, request, 'chat'))
    if (await askToStop(db, id)) generaciones.stop(id)
    return reply.code(204).send()
  })

  function refuseTooMuch({ texto, adjuntos }: MensajeNuevo): void {
    const { chatCaracteres, chatAdjuntos } = limits
    if (texto.length > chatCaracteres)
      throw new LimiteSuperado({ limite: 'chatCaracteres', maximo: chatCaracteres })
    if (adjuntos.length > chatAdjuntos)
      throw new LimiteSuperado({ limite: 'chatAdjuntos', maximo: chatAdjuntos })
  }

  /** The conversation is held, and so is whoever asks, until the transaction ends. */
  async function beginTurno(
    trx: Transaction<Database>,
    request: FastifyRequest,
    { nuevos }: { nuevos: number },
  ) {
    const { usuario } = request
    await holdUsuario(trx, usuario.id)
    const conversacion = await findOwn(trx, request, 'chat', { lock: true })
    const servidor = await findServidor(trx, conversacion, usuario.role)
    const orden = await takeTurno(trx, {
      conversacionId: conversacion.id,
      usuarioId: usuario.id,
      nuevos,
      limits,
    })
    return { conversacion, servidor, orden }
  }

  function answer(
    { usuario }: FastifyRequest,
    reply: FastifyReply,
    { conversacion, servidor, pregunta, respuesta }: Turno,
    shown: Mensaje | null,
  ): FastifyReply {
    const escribir = answerChat(
      { db, limits, pools: runtime.pools, rag: runtime.rag },
      {
        conversacionId: conversacion.id,
        servidor,
        modelo: conversacion.modelo,
        colecciones: conversacion.colecciones,
        contextos: conversacion.contextos,
        usuario,
        pregunta,
        mensajeId: respuesta.id,
      },
    )
    generaciones.start(respuesta, escribir)
    return sendEventos(reply, async function* (gone): AsyncIterable<EventoDeChat | null> {
      yield { tipo: 'inicio', pregunta: shown, respuesta }
      yield* generaciones.follow(respuesta.id, { texto: 0, piezas: 0, modelo: false }, gone)
    })
  }
}

/** Throws NoEncontrado also for a message of another conversation. */
async function findOne(
  db: Kysely<Database>,
  { params }: FastifyRequest,
  { id: conversacionId }: ConversacionRow,
): Promise<Mensaje> {
  const { mensajeId: id } = parseInput(placeSchema, params)
  const mensaje = idSchema.safeParse(id).success ? await findMensaje(db, { id, conversacionId }) : undefined
  if (!mensaje) throw new NoEncontrado({ recurso: 'el mensaje', id })
  return mensaje
}

/** What the conversation names is decided anew whenever it is used (security rule 7). */
async function findServidor(
  db: Kysely<Database>,
  { servidorId, modelo }: ConversacionRow,
  role: Role,
): Promise<ServidorDeChat> {
  const refuse = (campo: string, mensaje: string) =>
    new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
  if (servidorId === null || !hasPermission(role, 'servidores.leer'))
    throw refuse('servidorId', 'Elija un servidor de modelos para esta conversación.')
  const [servidor] = await listServidoresDeChat(db, { id: servidorId })
  if (!servidor)
    throw refuse('servidorId', 'El servidor de esta conversación ya no tiene modelos: elija otro.')
  if (servidor.modelo === '' && modelo === '') throw refuse('modelo', 'Elija un modelo.')
  return servidor
}

async function takeAdjuntos(
  trx: Transaction<Database>,
  { id, modelo }: ConversacionRow,
  servidor: ServidorDeChat,
  { adjuntos: ids }: MensajeNuevo,
): Promise<Adjunto[]> {
  const adjuntos = await listSinEnviar(trx, id, ids)
  const refuse = (mensaje: string) =>
    new DatosInvalidos(undefined, { errores: [{ campo: 'adjuntos', mensaje }] })
  if (adjuntos.length < new Set(ids).size)
    throw refuse('Alguno de los adjuntos ya no está: vuelva a adjuntarlo.')
  if (adjuntos.some(({ tipo }) => tipo === 'imagen') && !admiteImagenes(servidor, modelo))
    throw refuse(
      `El modelo «${modelo || servidor.modelo}» no mira imágenes. Quite la imagen, elija otro, o indique en el servidor «${servidor.nombre}» que las mira.`,
    )
  return adjuntos
}
