import {
  AppError,
  ErrorInterno,
  type EventoDeChat,
  type Limits,
  type Mensaje,
  type PiezaDeMensaje,
  RespuestaInterrumpida,
  TiempoAgotado,
} from '@div/contract'
import type { PiezaDeRespuesta } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { forgetAdjuntos } from './adjuntos-repository.ts'
import { forgetConversaciones } from './conversaciones-repository.ts'
import { Generacion, type Oido, tellNew } from './generacion.ts'
import { endAbandonados, endRespuesta, type Final, findMensaje, saveAvance } from './mensajes-repository.ts'

/** What an answer is made of: what a model says, and what it has beside that. What a model asks to be done is for whoever writes it. */
type ParteDeRespuesta =
  | Exclude<PiezaDeRespuesta, { tipo: 'herramienta' }>
  | { tipo: 'pieza'; pieza: PiezaDeMensaje }

/** Writes an answer, until it is told to end. */
export type Escribir = (signal: AbortSignal) => AsyncIterable<ParteDeRespuesta>

export interface Generaciones {
  /** Has it written to its end, whoever listens. */
  start(respuesta: Mensaje, escribir: Escribir): void
  /** What comes of it from here on; null now and then, so that whoever stands between does not think it dead. Ends with `fin`. */
  follow(mensajeId: string, oido: Oido, signal: AbortSignal): AsyncIterable<EventoDeChat | null>
  /** Ends it at once where it is written here. */
  stop(mensajeId: string): void
  /** Takes none on, and ends those under way. */
  close(): Promise<void>
}

const SAVE_EVERY_MS = 1_000
/** How often an answer is looked at that another process writes. */
const LOOK_EVERY_MS = 300
const SIGN_OF_LIFE_MS = 15_000
const SWEEP_EVERY_MS = 10_000
const FORGET_EVERY_MS = 3_600_000
/** What nobody sent within a day is not meant any more. */
const ADJUNTO_SIN_ENVIAR_HORAS = 24

/** Why an answer ends that nothing went wrong with. */
class Detenida extends Error {}

interface GeneracionesDeps {
  db: Kysely<Database>
  limits: Pick<Limits, 'chatRespuestaMs' | 'chatDias'>
  log: Pick<Logger, 'warn'>
}

/** Answers are written whether or not anybody looks on, and kept every second: whoever comes back finds what came meanwhile. */
export function createGeneraciones({ db, limits, log }: GeneracionesDeps): Generaciones {
  const enCurso = new Map<
    string,
    { generacion: Generacion; abort: AbortController; written: Promise<void> }
  >()
  const sweeping = every(SWEEP_EVERY_MS, () => endAbandonados(db))
  const forgetting = every(FORGET_EVERY_MS, async () => {
    await forgetConversaciones(db, limits.chatDias)
    await forgetAdjuntos(db, ADJUNTO_SIN_ENVIAR_HORAS)
  })

  function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => {
      work().catch((error: unknown) => log.warn({ err: error }, 'conversations were not looked through'))
    }, ms).unref()
  }

  /** Keeps what came until it has ended, one write at a time. */
  function keep(id: string, generacion: Generacion, abort: AbortController): () => Promise<void> {
    let writing: Promise<void> | null = null
    const timer = setInterval(() => {
      writing ??= saveAvance(db, id, generacion)
        .then(({ detener }) => {
          if (detener) abort.abort(new Detenida())
        })
        // What came is kept at the end, too.
        .catch((error: unknown) => log.warn({ err: error, mensaje: id }, 'an answer was not kept'))
        .finally(() => {
          writing = null
        })
    }, SAVE_EVERY_MS)
    return async () => {
      clearInterval(timer)
      await writing
    }
  }

  async function write(
    respuesta: Mensaje,
    { generacion, abort, escribir }: { generacion: Generacion; abort: AbortController; escribir: Escribir },
  ): Promise<void> {
    const { id } = respuesta
    const limiteMs = limits.chatRespuestaMs
    const late = setTimeout(() => abort.abort(new TiempoAgotado({ que: 'La respuesta', limiteMs })), limiteMs)
    const endKeeping = keep(id, generacion, abort)
    const outcome = await listen(escribir(abort.signal), generacion).catch((error: unknown) =>
      judge(abort.signal.aborted ? abort.signal.reason : error),
    )
    clearTimeout(late)
    await endKeeping()
    const { texto, piezas, modelo } = generacion
    const final: Final = { texto, piezas, modelo, ...outcome }
    const stored = await endRespuesta(db, id, final).catch((error: unknown) => {
      // Whoever looks at it next finds that nobody writes it any more.
      log.warn({ err: error, mensaje: id }, 'the end of an answer was not kept')
      return undefined
    })
    generacion.fin = stored ?? withoutStore(respuesta, final)
    enCurso.delete(id)
    generacion.tell()
  }

  function judge(error: unknown): Outcome {
    if (error instanceof Detenida) return { ...UNTOLD, estado: 'detenido', error: null }
    const told = error instanceof AppError ? error : new ErrorInterno(undefined, { cause: error })
    if (told !== error) log.warn({ err: error }, 'an answer failed')
    return { ...UNTOLD, estado: 'error', error: { codigo: told.codigo, mensaje: explainFailure(told) } }
  }

  async function* followHere(generacion: Generacion, oido: Oido, signal: AbortSignal) {
    for (;;) {
      const changed = generacion.changed()
      yield* tellNew(generacion, oido)
      if (generacion.fin) return
      if (await isSilent(changed, signal)) yield null
      if (signal.aborted) return
    }
  }

  async function* followElsewhere(mensajeId: string, oido: Oido, signal: AbortSignal) {
    for (let quiet = 0; !signal.aborted; quiet += LOOK_EVERY_MS) {
      await endAbandonados(db)
      const mensaje = await findMensaje(db, { id: mensajeId })
      // Somebody removed it.
      if (!mensaje) return
      const fin = mensaje.estado === 'generando' ? null : mensaje
      yield* tellNew({ ...mensaje, fin }, oido)
      if (fin) return
      if (quiet % SIGN_OF_LIFE_MS === 0) yield null
      await pause(LOOK_EVERY_MS, signal)
    }
  }

  return {
    start(respuesta, escribir) {
      const generacion = new Generacion()
      const abort = new AbortController()
      const written = write(respuesta, { generacion, abort, escribir })
      enCurso.set(respuesta.id, { generacion, abort, written })
    },
    follow(mensajeId, oido, signal) {
      const here = enCurso.get(mensajeId)
      return here ? followHere(here.generacion, oido, signal) : followElsewhere(mensajeId, oido, signal)
    },
    stop(mensajeId) {
      enCurso.get(mensajeId)?.abort.abort(new Detenida())
    },
    async close() {
      clearInterval(sweeping)
      clearInterval(forgetting)
      for (const { abort } of enCurso.values()) abort.abort(new RespuestaInterrumpida())
      await Promise.all([...enCurso.values()].map(({ written }) => written))
    },
  }
}

type Outcome = Pick<Final, 'estado' | 'error' | 'motivo' | 'tokens'>

const UNTOLD = { motivo: null, tokens: { entrada: null, salida: null } } as const

async function listen(partes: AsyncIterable<ParteDeRespuesta>, generacion: Generacion): Promise<Outcome> {
  const outcome: Outcome = { ...UNTOLD, estado: 'ok', error: null }
  for await (const parte of partes) {
    if (parte.tipo === 'texto') generacion.texto += parte.texto
    else if (parte.tipo === 'modelo') generacion.modelo = parte.modelo
    else if (parte.tipo === 'pieza') generacion.piezas.push(parte.pieza)
    else {
      outcome.motivo = parte.motivo === 'herramientas' ? 'otro' : parte.motivo
      outcome.tokens = parte.tokens
      continue
    }
    generacion.tell()
  }
  return outcome
}

/** How it ended, where it could not be written down. */
function withoutStore(respuesta: Mensaje, { tokens, piezas, ...final }: Final): Mensaje {
  return {
    ...respuesta,
    ...final,
    piezas: [...piezas],
    tokensEntrada: tokens.entrada,
    tokensSalida: tokens.salida,
    tokensEstimados: false,
    terminadoEn: new Date().toISOString(),
  }
}

/** Whether so long nothing came. */
async function isSilent(changed: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const waited = new AbortController()
  const silent = pause(SIGN_OF_LIFE_MS, AbortSignal.any([signal, waited.signal])).then(() => true)
  const isQuiet = await Promise.race([changed.then(() => false), silent])
  waited.abort()
  return isQuiet
}

/** Ends early when it is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  if (signal.aborted) resolve()
  return promise.finally(() => clearTimeout(timer))
}
