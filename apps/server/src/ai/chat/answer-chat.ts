import { admiteImagenes, type Limits, monotonicNow, type ServidorDeChat } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database } from '../../db/tables.ts'
import { SecretScope } from '../../motor/history/secret-scope.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { findContextos } from '../contexts/find-contextos.ts'
import type { Rag } from '../rag/buscar.ts'
import { buildPeticion } from './build-peticion.ts'
import { findCitas } from './find-citas.ts'
import type { Escribir } from './generaciones.ts'
import { readHistoria } from './historia-repository.ts'

export interface ChatDeps {
  db: Kysely<Database>
  limits: Limits
  pools: Pick<Pools, 'converse' | 'describe'>
  rag: Pick<Rag, 'search'>
}

export interface Consulta {
  conversacionId: string
  servidor: ServidorDeChat
  modelo: string
  colecciones: readonly string[]
  contextos: readonly string[]
  usuario: Actor
  pregunta: { texto: string; orden: number }
  /** Of the answer: for it the calls are made. */
  mensajeId: string
}

/** What a person asks is no secret of the product. */
const NO_SECRETS = SecretScope.of([])

/** Answers what a person asks: looks for passages, then asks the model. */
export function answerChat({ db, limits, pools, rag }: ChatDeps, consulta: Consulta): Escribir {
  const { conversacionId, servidor, modelo, colecciones, contextos, usuario, pregunta, mensajeId } = consulta
  return async function* (signal) {
    const caller = { secretos: NO_SECRETS, consumidor: { usuarioId: usuario.id, mensajeId } }
    const context = { signal, deadline: monotonicNow() + limits.chatRespuestaMs, caller }
    const [{ citas, avisos }, { mensajes, cortada }, { dichos, avisos: deContextos }] = await Promise.all([
      findCitas(
        { db, rag },
        { colecciones, role: usuario.role, texto: pregunta.texto, limite: limits.chatPasajes, context },
      ),
      readHistoria(db, {
        conversacionId,
        orden: pregunta.orden,
        caracteres: limits.chatHistoriaCaracteres,
        imagenesBytes: admiteImagenes(servidor, modelo) ? limits.chatImagenesBytes : 0,
      }),
      findContextos({ db, limits, pools }, { contextos, usuario, signal }),
    ])
    for (const cita of citas) yield { tipo: 'pieza', pieza: { tipo: 'cita', cita } }
    for (const texto of [...deContextos, ...avisos, ...(cortada ? [CORTADA] : [])])
      yield { tipo: 'pieza', pieza: { tipo: 'aviso', texto } }
    const idEjecucion = newRunId()
    const peticion = buildPeticion({
      modelo,
      mensajes,
      citas,
      contextos: dichos,
      maxTokens: limits.chatTokens,
    })
    const llamada = {
      idEjecucion,
      claveIdempotencia: `${idEjecucion}/chat/1`,
      profundidad: 0,
      savepoint: false,
    }
    // It was given no tools: one that asks for some all the same, as what it reads may tell it to, is refused, and that is told once.
    let isRefused = false
    for await (const pieza of pools.converse(servidor.id, peticion, { ...context, ...llamada })) {
      if (pieza.tipo !== 'herramienta') yield pieza
      else if (!isRefused) {
        isRefused = true
        yield { tipo: 'pieza', pieza: { tipo: 'aviso', texto: SIN_HERRAMIENTAS } }
      }
    }
  }
}

const CORTADA =
  'El modelo no recibió lo más antiguo de la conversación, o alguna de sus imágenes: no cabe o no las mira.'
const SIN_HERRAMIENTAS =
  'El modelo pidió usar una herramienta. No se usó: este chat solo contesta. Para que haga algo, hable con un agente.'
