import { notify } from '@div/ui'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { describeError } from '../../../shared/api-error.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditor } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import type { CasoDraft } from './caso-draft.ts'
import { readEjecucion } from './run-api.ts'
import type { RunTab } from './run-panel.tsx'
import { useRun } from './use-test-run.ts'

const RunPanel = lazy(() => import('./run-panel.tsx'))

interface RunDockProps {
  saver: DraftSaver
  /** Null: it is closed. */
  tab: RunTab | null
  onTab: (tab: RunTab | null) => void
}

/** The place of the test panel: it opens by itself for what was begun elsewhere, and for a run that the address names. */
export function RunDock({ saver, tab, onTab }: RunDockProps) {
  const run = useRun()
  // Written half, it is there again whatever was looked at meanwhile.
  const [caso, setCaso] = useState<CasoDraft | null>(null)
  const { isRunning, refusal, mistakes, show } = run
  const isShort = useEditor(({ faltan }) => faltan.length > 0)
  const hasNews = isRunning || refusal !== null || isShort || mistakes.length > 0
  // What a person closes stays closed until there is something new.
  const openForNews = useEffectEvent(() => {
    if (tab === null) onTab('probar')
  })
  useEffect(() => {
    if (hasNews) openForNews()
  }, [hasNews])

  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const ejecucion = address.get('ejecucion')
  const nodo = address.get('nodo')
  const showNodo = useShowNodo()
  useEffect(() => {
    if (ejecucion === null) return
    const controller = new AbortController()
    readEjecucion(ejecucion, controller.signal).then(
      (found) => {
        show(found)
        if (nodo !== null) showNodo(nodo)
        onTab('historial')
        setAddress({}, { replace: true, state })
      },
      (reason: unknown) => {
        if (!controller.signal.aborted) notify.error('No se pudo mostrar la ejecución', describeError(reason))
      },
    )
    return () => controller.abort()
  }, [ejecucion, nodo, show, showNodo, onTab, setAddress, state])

  return (
    <Suspense>
      {tab && (
        <RunPanel
          saver={saver}
          tab={tab}
          onTab={onTab}
          caso={caso}
          onCaso={setCaso}
          onClose={() => onTab(null)}
        />
      )}
    </Suspense>
  )
}
