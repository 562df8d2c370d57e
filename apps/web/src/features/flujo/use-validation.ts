import { useEffect } from 'react'
import { isEqual } from '../../shared/form/differences.ts'
import { validateProceso } from './flujo-api.ts'
import type { EditorStore } from './store/editor-store.ts'
import { useEditorStore } from './store/use-editor.ts'

/** What is stored is looked at by the server each time that it is stored. Nothing is drawn for the asking. */
export function useValidation(): void {
  const store = useEditorStore()

  useEffect(() => {
    let asked: number | null = null
    let controller = new AbortController()

    function look() {
      const { revision } = store.read().stored
      if (revision === asked) return
      asked = revision
      controller.abort()
      controller = new AbortController()
      void validate(store, controller.signal)
    }

    look()
    const leave = store.subscribe(look)
    return () => {
      leave()
      controller.abort()
    }
  }, [store])
}

async function validate(store: EditorStore, signal: AbortSignal): Promise<void> {
  try {
    const { hallazgos } = await validateProceso(store.read().stored.id, signal)
    // What is found again looks as it did.
    if (!signal.aborted && !isEqual(hallazgos, store.read().hallazgos)) store.set({ hallazgos })
  } catch {
    // What is wrong is told again once somebody answers; until then what was known stays.
  }
}
