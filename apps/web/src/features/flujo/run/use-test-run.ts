import type { Hallazgo } from '@div/contract'
import { useCallback, useRef, useState } from 'react'
import { ApiError, describeError } from '../../../shared/api-error.ts'
import { runProceso } from '../flujo-api.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditorStore } from '../store/use-editor.ts'

export interface TestRun {
  isRunning: boolean
  /** What kept it from running. */
  refusal: string | null
  /** Up to a node, or to the end. */
  start: (entrada: Readonly<Record<string, unknown>>, nodo?: string) => Promise<void>
  stop: () => void
}

/** Runs what is drawn, once it is stored; what came of it stands on the canvas until the next time. */
export function useTestRun(saver: DraftSaver): TestRun {
  const store = useEditorStore()
  const [isRunning, setIsRunning] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const waiting = useRef<AbortController | null>(null)

  const start = useCallback<TestRun['start']>(
    async (entrada, nodo) => {
      const controller = new AbortController()
      waiting.current = controller
      setIsRunning(true)
      setRefusal(null)
      try {
        if (store.mayEdit && !(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
        const { id } = store.read().stored
        const body = { entrada, ...(nodo !== undefined && { nodo }) }
        store.set({ resultado: await runProceso(id, body, controller.signal) })
      } catch (reason) {
        // The panel says why; what is wrong with the drawing is told at its nodes too.
        if (controller.signal.aborted) return
        const hallazgos = hallazgosOf(reason)
        store.set({ resultado: null, ...(hallazgos && { hallazgos }) })
        setRefusal(describeRefusal(reason))
      } finally {
        setIsRunning(false)
      }
    },
    [store, saver],
  )
  const stop = useCallback(() => waiting.current?.abort(), [])
  return { isRunning, refusal, start, stop }
}

function hallazgosOf(reason: unknown): readonly Hallazgo[] | null {
  const hallazgos = reason instanceof ApiError ? reason.problem.hallazgos : null
  return Array.isArray(hallazgos) ? hallazgos : null
}

function describeRefusal(reason: unknown): string {
  const errores = reason instanceof ApiError ? reason.errores : []
  return [describeError(reason), ...errores.map(({ campo, mensaje }) => `${campo}: ${mensaje}`)].join(' ')
}
