import type { ResultadoDeEjecucion } from '@div/contract'
import { useCallback, useRef, useState } from 'react'
import { type Ejecutar, runProceso, useProcesoActions } from './procesos-api.ts'

export interface Run {
  result: ResultadoDeEjecucion | null
  /** What kept it from running. */
  refusal: unknown
  isRunning: boolean
  start: (what: Ejecutar) => Promise<void>
  /** The server cancels a run that nobody waits for. */
  stop: () => void
}

/** A run that a person waits for; its outcome stays until the next one. */
export function useRun(id: string): Run {
  const { forget } = useProcesoActions()
  const [result, setResult] = useState<ResultadoDeEjecucion | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isRunning, setIsRunning] = useState(false)
  const waiting = useRef<AbortController | null>(null)

  const start = useCallback(
    async (what: Ejecutar) => {
      const controller = new AbortController()
      waiting.current = controller
      setIsRunning(true)
      setResult(null)
      setRefusal(null)
      try {
        setResult(await runProceso(id, what, controller.signal))
        void forget(id)
      } catch (reason) {
        if (!controller.signal.aborted) setRefusal(reason)
      } finally {
        setIsRunning(false)
      }
    },
    [id, forget],
  )
  const stop = useCallback(() => waiting.current?.abort(), [])
  return { result, refusal, isRunning, start, stop }
}
