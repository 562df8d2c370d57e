import type { Ejecucion, ErrorDeCampo, EventoEnVivo, ResultadoDeEjecucion, TemaNumerado } from '@div/contract'
import { isCut, isHidden } from '@div/contract'
import { isRecord } from '@div/ui'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, describeError, describeRefusal } from '../../../shared/api-error.ts'
import { followRun } from '../../../shared/en-vivo/follow-run.ts'
import { entradaOf } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { makeUuid } from '../../../shared/make-uuid.ts'
import { useConfiguracion } from '../../../shared/use-configuracion.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import type { RunScope } from '../store/editor-state.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { AskUntilEnded, hasEnded } from './ask-until-ended.ts'
import { sentPins } from './fijados.ts'
import { loadCheckEntrada } from './load-check-entrada.ts'
import { planSolo } from './plan-solo.ts'
import { cancelEjecucion, readEjecucion, replayEjecucion, runProceso } from './run-api.ts'
import { staleNodos } from './stale-nodos.ts'

export interface TestRun {
  isRunning: boolean
  /** What kept it from running. */
  refusal: string | null
  mistakes: readonly ErrorDeCampo[]
  /** What it is run with, once somebody has said; null: what its entrada gives as examples. */
  given: Readonly<Record<string, unknown>> | null
  give: (entrada: Readonly<Record<string, unknown>>) => void
  /** All, or up to a node. */
  start: (nodo?: string) => Promise<void>
  /** Only this step, with what is known of before. */
  startSolo: (nodo: string) => Promise<void>
  /** The run of the history that is shown again, with the draft. */
  replay: (nodo?: string) => Promise<void>
  stop: () => void
  /** Paints a run of the history. Null: none any more. */
  show: (ejecucion: Ejecucion | null) => void
}

export const RunContext = createContext<TestRun | null>(null)

export function useRun(): TestRun {
  const run = use(RunContext)
  if (run === null) throw new Error('there is no test run around this')
  return run
}

type Send = (seguimiento: string, signal: AbortSignal) => Promise<ResultadoDeEjecucion>

interface Prepared {
  send: Send
  scope: RunScope
}

/** Runs what is drawn, once it is stored, and tells how far it has come; what came of it stands on the canvas until the next time. */
export function useTestRun(saver: DraftSaver): TestRun {
  const store = useEditorStore()
  const motorPort = useConfiguracion().data?.motor.puerto
  const [isRunning, setIsRunning] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [mistakes, setMistakes] = useState<readonly ErrorDeCampo[]>([])
  const [given, setGiven] = useState<TestRun['given']>(null)
  const waiting = useRef<Waiting | null>(null)
  useOngoing(setRefusal)

  const begin = useCallback(
    /** `prepare` answers null when it has told what is missing. */
    async (prepare: () => Promise<Prepared | null>) => {
      if (waiting.current !== null) return
      const mine: Waiting = { controller: new AbortController(), id: null }
      const { signal } = mine.controller
      waiting.current = mine
      const seguimiento = makeUuid()
      setIsRunning(true)
      setRefusal(null)
      store.set({ faltan: [] })
      let unfollow: (() => void) | null = null
      try {
        const prepared = await prepare()
        if (prepared === null || signal.aborted) return
        store.set({ scope: prepared.scope })
        unfollow = followRun({ tema: { tipo: 'prueba', seguimiento }, motorPort }, (evento) =>
          hear(store, evento, { mine, isCurrent: waiting.current === mine }),
        )
        if (!(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
        const probado = store.flujo
        store.set({ enVivo: new Map(), ongoing: null, mostrada: null })
        const resultado = await prepared.send(seguimiento, signal)
        if (hasEnded(resultado)) return store.set({ resultado, probado, mostrada: null, enVivo: null })
        // How far it has come stays on the canvas, and what it comes to is told when it ends.
        const { idEjecucion: id, estado } = resultado
        store.set({ resultado: null, probado, mostrada: null, ongoing: { id, estado, seguimiento } })
      } catch (reason) {
        store.set({ enVivo: null, ongoing: null })
        if (signal.aborted) return
        markHallazgos(store, reason)
        setRefusal(describeRefusal(reason))
      } finally {
        unfollow?.()
        waiting.current = null
        setIsRunning(false)
      }
    },
    [store, saver, motorPort],
  )

  /** Null: what was given is refused, and says where. */
  const readEntrada = useCallback(async () => {
    const parametros = entradaOf(store.flujo)
    const entrada = given ?? initialEntrada(parametros)
    const checkEntrada = await loadCheckEntrada()
    const wrong = checkEntrada(parametros, entrada)
    setMistakes(wrong)
    return wrong.length > 0 ? null : entrada
  }, [store, given])

  const start = useCallback<TestRun['start']>(
    (nodo) =>
      begin(async () => {
        const entrada = await readEntrada()
        if (entrada === null) return null
        const { fijados } = store.read()
        const datosFijados = sentPins(fijados, store.flujo)
        const ids = store.flujo.nodos.flatMap(({ id }) => (Object.hasOwn(fijados, id) ? [id] : []))
        // With pins it runs in memory: they are no part of what is accepted and kept.
        const body = {
          entrada,
          ...(ids.length > 0 && { datosFijados }),
          ...(nodo !== undefined && { nodo }),
        }
        return {
          send: (seguimiento, signal) => runProceso(store.read().stored.id, { ...body, seguimiento }, signal),
          scope: { nodo: nodo ?? null, isSolo: false, tomados: [], fijados: ids },
        }
      }),
    [store, begin, readEntrada],
  )

  const startSolo = useCallback<TestRun['startSolo']>(
    (nodo) =>
      begin(async () => {
        const entrada = await readEntrada()
        if (entrada === null) return null
        const { resultado, fijados } = store.read()
        const cambiados = staleNodos(store.read())
        const plan = planSolo(nodo, {
          flujo: store.flujo,
          pasos: resultado?.pasos ?? [],
          fijados,
          cambiados,
        })
        if (plan.faltan.length > 0) {
          const scope = { nodo, isSolo: true, tomados: [], fijados: [] }
          store.set({ faltan: plan.faltan, scope })
          return null
        }
        const isPinned = (id: string) => Object.hasOwn(fijados, id)
        const body = { entrada, datosFijados: plan.datosFijados, nodo }
        return {
          send: (seguimiento, signal) => runProceso(store.read().stored.id, { ...body, seguimiento }, signal),
          scope: {
            nodo,
            isSolo: true,
            tomados: plan.tomados.filter((id) => !isPinned(id)),
            fijados: plan.tomados.filter(isPinned),
          },
        }
      }),
    [store, begin, readEntrada],
  )

  const replay = useCallback<TestRun['replay']>(
    async (nodo) => {
      const { mostrada } = store.read()
      if (mostrada === null) return
      const { id } = mostrada
      const send: Send = (seguimiento, signal) =>
        replayEjecucion(id, { version: 'borrador', seguimiento, ...(nodo !== undefined && { nodo }) }, signal)
      await begin(async () => ({
        send,
        scope: { nodo: null, isSolo: false, tomados: [], fijados: [] },
      }))
    },
    [store, begin],
  )

  /** What is known by its id is cancelled, and answers as far as it came; else nobody waits for it any more. */
  const stop = useCallback(() => {
    const current = waiting.current
    if (current === null) {
      const { ongoing } = store.read()
      if (ongoing) cancelEjecucion(ongoing.id).catch((reason) => setRefusal(describeError(reason)))
      return
    }
    const giveUp = () => current.controller.abort()
    if (current.id === null) giveUp()
    else cancelEjecucion(current.id).catch(giveUp)
  }, [store])

  const give = useCallback<TestRun['give']>((entrada) => {
    setGiven(entrada)
    setMistakes([])
  }, [])

  const show = useCallback<TestRun['show']>(
    (ejecucion) => {
      setRefusal(null)
      const isOngoing = ejecucion !== null && !hasEnded(ejecucion)
      store.set({
        mostrada: ejecucion,
        faltan: [],
        scope: null,
        probado: null,
        resultado: isOngoing ? null : ejecucion && toResultado(ejecucion),
        enVivo: isOngoing ? new Map() : null,
        ongoing: isOngoing ? { id: ejecucion.id, estado: ejecucion.estado, seguimiento: null } : null,
      })
      const entrada = ejecucion?.entrada
      if (isRecord(entrada) && !isCut(entrada) && !isHidden(entrada)) give(entrada)
    },
    [store, give],
  )

  return useMemo(
    () => ({
      isRunning,
      refusal,
      mistakes,
      given,
      give,
      start,
      startSolo,
      replay,
      stop,
      show,
    }),
    [isRunning, refusal, mistakes, given, give, start, startSolo, replay, stop, show],
  )
}

const GONE = 'La ejecución que se mostraba ya no está: no se sabe en qué terminó.'

/** Follows a run that goes on, as its own page does, until it has ended: then what it came to stands on the canvas. */
function useOngoing(onRefusal: (mensaje: string) => void): void {
  const store = useEditorStore()
  const motorPort = useConfiguracion().data?.motor.puerto
  const { id, seguimiento = null } = useEditor((state) => state.ongoing) ?? {}
  useEffect(() => {
    if (id === undefined || motorPort === undefined) return
    const controller = new AbortController()
    const asking = new AskUntilEnded({
      read: () => readIfKnown(id, controller.signal),
      later(work, ms) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
      onAnswer(ejecucion) {
        const { estado } = ejecucion
        const { mostrada, ongoing } = store.read()
        // Another one was begun, and this has not heard of it yet.
        if (ongoing?.id !== id) return
        if (hasEnded(ejecucion)) {
          const shown = mostrada && ejecucion
          store.set({ resultado: toResultado(ejecucion), enVivo: null, ongoing: null, mostrada: shown })
        } else if (ongoing.estado !== estado) store.set({ ongoing: { ...ongoing, estado } })
      },
      onGone() {
        if (store.read().ongoing?.id !== id) return
        store.set({ enVivo: null, ongoing: null })
        onRefusal(GONE)
      },
    })
    const hearOngoing = (evento: EventoEnVivo) => {
      if (store.read().ongoing?.id !== id) return
      advance(store, evento)
      if (evento.tipo !== 'avance') asking.hurry()
    }
    // What it had done before it slept is known by what it was started with.
    const temas: TemaNumerado[] = [{ tipo: 'ejecucion', id }]
    if (seguimiento !== null) temas.push({ tipo: 'prueba', seguimiento })
    const unfollow = temas.map((tema) => followRun({ tema, motorPort }, hearOngoing))
    return () => {
      controller.abort()
      asking.end()
      for (const leave of unfollow) leave()
    }
  }, [id, seguimiento, motorPort, store, onRefusal])
}

function readIfKnown(id: string, signal: AbortSignal): Promise<Ejecucion | null> {
  return readEjecucion(id, signal).catch((reason: unknown) => {
    if (reason instanceof ApiError && reason.status === 404) return null
    throw reason
  })
}

interface Waiting {
  controller: AbortController
  /** Of the run, once that is known. */
  id: string | null
}

function hear(
  store: EditorStore,
  evento: EventoEnVivo,
  { mine, isCurrent }: { mine: Waiting; isCurrent: boolean },
): void {
  if (evento.tipo === 'inicio') mine.id = evento.idEjecucion
  else if (isCurrent) advance(store, evento)
}

/** Each node as it was told last, while a run is shown that goes on. */
function advance(store: EditorStore, evento: EventoEnVivo): void {
  const { enVivo } = store.read()
  if (enVivo === null || evento.tipo !== 'avance') return
  store.set({ enVivo: new Map([...enVivo, ...evento.nodos.map((nodo) => [nodo.nodo, nodo] as const)]) })
}

/** What the history kept of a run, as if it had been tried here. */
function toResultado(ejecucion: Ejecucion): ResultadoDeEjecucion {
  const { id, estado, salida, error, duracionMs, pasos, pasosOmitidos } = ejecucion
  return {
    idEjecucion: id,
    estado,
    salida,
    estadoHttp: null,
    error,
    duracionMs: duracionMs ?? 0,
    pasos,
    pasosOmitidos,
  }
}

/** The panel says why it was refused; what is wrong with the drawing is told at its nodes too. */
function markHallazgos(store: EditorStore, reason: unknown): void {
  const hallazgos: unknown = reason instanceof ApiError ? reason.problem.hallazgos : null
  if (Array.isArray(hallazgos)) store.set({ resultado: null, hallazgos })
}
