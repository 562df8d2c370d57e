import { useEditor } from '../store/use-editor.ts'
import { staleNodos } from './stale-nodos.ts'

/** Which run the data of a node are of, and whether the node is still the one that ran. */
export function useRunTitle(nodo: string): string {
  const isStale = useEditor((state) => staleNodos(state).has(nodo))
  const isShown = useEditor(({ mostrada }) => mostrada !== null)
  if (isShown) return 'En la ejecución del historial'
  return isStale ? 'En la última prueba, de antes del cambio' : 'En la última prueba'
}
