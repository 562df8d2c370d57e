import { notify } from '@div/ui'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { firstViewport } from '../canvas/first-viewport.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { layoutRequestOf } from './layout-request.ts'
import { planLayout } from './plan-layout.ts'
import { runLayout } from './run-layout.ts'

/** Puts the chosen nodes, or all, in order; what is changed meanwhile stays changed. */
export function useLayout() {
  const store = useEditorStore()
  const { setViewport } = useReactFlow()
  const flow = useStoreApi()
  const isNarrow = useIsNarrow()
  const [isArranging, setIsArranging] = useState(false)

  const arrange = useCallback(async () => {
    setIsArranging(true)
    try {
      const chosen = store.read().selection.nodos
      const found = await runLayout(layoutRequestOf(store.flujo, chosen))
      store.change((flujo) => planLayout(flujo, found))
      // Once it is drawn: all of it has gone elsewhere.
      if (chosen.size < 2)
        requestAnimationFrame(() => void setViewport(firstViewport(store.flujo, flow.getState(), isNarrow)))
    } catch {
      // The graph or the browser refused: nothing was moved.
      notify.error(
        'No se pudo ordenar',
        'El dibujo queda como estaba. Ordene una parte: seleccione menos nodos.',
      )
    } finally {
      setIsArranging(false)
    }
  }, [store, flow, setViewport, isNarrow])

  return { isArranging, arrange }
}
