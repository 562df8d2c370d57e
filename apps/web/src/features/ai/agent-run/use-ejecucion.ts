import type { DecisionDeUso, EjecucionDeAgente, EventoDeAgente } from '@div/contract'
import { useEffect, useRef, useState } from 'react'
import { callApi, fetchApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { applyEvento, beginVista, type EjecucionVista } from './apply-evento.ts'
import { readEventos } from './read-eventos.ts'

const EJECUCIONES = 'ai/chat/agent/ejecuciones'

/** One run of an agente as it goes on: begun, allowed what it wants to do, and stopped. */
export function useEjecucion(onEnd: (ejecucion: EjecucionDeAgente) => void = () => {}) {
  const [vista, setVista] = useState<EjecucionVista | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Who has left the page no longer listens; the run goes on.
  const listening = useRef(new AbortController())
  useEffect(() => {
    listening.current = new AbortController()
    return () => listening.current.abort()
  }, [])

  /** `before`: what there is to see if it does not even begin. */
  async function follow(
    path: string,
    body: object,
    { from, before }: { from: EjecucionVista; before: EjecucionVista | null },
  ): Promise<void> {
    const { signal } = listening.current
    setVista(from)
    setFailure(null)
    setIsRunning(true)
    let known = from
    try {
      for await (const evento of ask(path, body, signal)) {
        known = applyEvento(known, evento)
        setVista(known)
      }
      if (signal.aborted) return
      if (known.final) onEnd(known.final)
      else setFailure('Se perdió la conexión. Vuelva a abrir la conversación para ver cómo terminó.')
    } catch (error) {
      if (signal.aborted) return
      setFailure(describeError(error))
      if (known === from) setVista(before)
    } finally {
      if (!signal.aborted) setIsRunning(false)
    }
  }

  return {
    vista,
    isRunning,
    failure,
    begin: (path: string, body: { mensaje: string }) =>
      follow(path, body, { from: beginVista(body.mensaje), before: null }),
    /** Of the run that is shown, or of another one that waits. */
    decide: (waiting: EjecucionVista, decisiones: readonly DecisionDeUso[]) =>
      follow(
        `${EJECUCIONES}/${waiting.id}/decidir`,
        { decisiones },
        { from: { ...waiting, final: null }, before: waiting },
      ),
    /** The run that is shown, or another one that goes on. */
    async stop(id = vista?.id): Promise<void> {
      try {
        if (id) await callApi('POST', `${EJECUCIONES}/${id}/detener`)
      } catch (error) {
        setFailure(describeError(error))
      }
    },
    /** What is followed goes on without being looked at. */
    clear(): void {
      listening.current.abort()
      listening.current = new AbortController()
      setIsRunning(false)
      setVista(null)
      setFailure(null)
    },
  }
}

/** What happens once something is asked for, until somebody looks at something else. */
async function* ask(path: string, body: object, signal: AbortSignal): AsyncIterable<EventoDeAgente> {
  const response = await fetchApi('POST', path, { body, signal, accept: 'text/event-stream' })
  if (!response.body) return
  for await (const evento of readEventos(response.body)) {
    if (signal.aborted) return
    yield evento
  }
}
