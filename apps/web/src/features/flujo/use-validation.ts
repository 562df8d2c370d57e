import { useEffect } from 'react'
import { validateProceso } from './flujo-api.ts'
import { useEditor, useEditorStore } from './store/use-editor.ts'

/** What is stored is looked at by the server each time that it is stored. */
export function useValidation(): void {
  const store = useEditorStore()
  const id = useEditor(({ stored }) => stored.id)
  const revision = useEditor(({ stored }) => stored.revision)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision is looked at anew
  useEffect(() => {
    const controller = new AbortController()
    validateProceso(id, controller.signal).then(
      ({ hallazgos }) => store.set({ hallazgos }),
      // What is wrong is told again once somebody answers; until then what was known stays.
      () => undefined,
    )
    return () => controller.abort()
  }, [store, id, revision])
}
