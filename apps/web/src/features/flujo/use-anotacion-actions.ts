import { useMemo } from 'react'
import { planAddGrupo, planAddNota } from './document/plan-anotaciones.ts'
import { useEditorStore } from './store/use-editor.ts'
import { useMiddle } from './use-middle.ts'

/** Frames and notes, added by keys and by buttons. */
export function useAnotacionActions() {
  const store = useEditorStore()
  const middle = useMiddle()
  return useMemo(
    () => ({
      /** Around what is selected; without that an empty one where a person looks. */
      addGrupo() {
        const around = store.read().selection.nodos
        const { key, plan } = planAddGrupo(store.flujo, { around, at: middle() })
        store.change(() => plan, { select: [key] })
      },
      addNota() {
        const { key, plan } = planAddNota(store.flujo, middle())
        store.change(() => plan, { select: [key] })
      },
    }),
    [store, middle],
  )
}
