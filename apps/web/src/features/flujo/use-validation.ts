import { useEffect } from 'react'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { validateProceso } from './flujo-api.ts'
import { useEditorStore } from './store/use-editor.ts'
import { Looker } from './validation/looker.ts'
import { Validation } from './validation/validation.ts'

/**
 * What is drawn is looked at here as it is drawn, by the code that also runs it, also when nobody answers; what only the server can tell is
 * asked each time that it is stored. Nothing is drawn for the asking.
 */
export function useValidation(): void {
  const store = useEditorStore()
  const { data, isPending } = useConfiguracion()
  const limites = data?.limites
  useEffect(() => {
    if (isPending) return
    const looker = new Looker()
    const leave = new Validation(store, {
      look: (drawing) => looker.look({ ...drawing, limites }),
      ask: validateProceso,
      later(work, ms) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    }).start()
    return () => {
      leave()
      looker.close()
    }
  }, [store, limites, isPending])
}
