import { notify } from '@div/ui'
import { useCallback, useState } from 'react'
import { useEditorStore } from '../store/use-editor.ts'
import { layoutRequestOf } from './layout-request.ts'
import { planLayout } from './plan-layout.ts'
import { runLayout } from './run-layout.ts'

/** Puts the chosen nodes, or all, in order; what is changed meanwhile stays changed. */
export function useLayout() {
  const store = useEditorStore()
  const [isArranging, setIsArranging] = useState(false)

  const arrange = useCallback(async () => {
    setIsArranging(true)
    try {
      const found = await runLayout(layoutRequestOf(store.flujo, store.read().selection.nodos))
      store.change((flujo) => planLayout(flujo, found))
    } catch {
      // The graph or the browser refused: nothing was moved.
      notify.error(
        'No se pudo ordenar',
        'El dibujo queda como estaba. Ordene una parte: seleccione menos nodos.',
      )
    } finally {
      setIsArranging(false)
    }
  }, [store])

  return { isArranging, arrange }
}
