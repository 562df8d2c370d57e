import { useMemo } from 'react'
import { useEditor } from '../store/use-editor.ts'
import { StaleNodos } from './stale-nodos.ts'

/** Which run the data of a node are of, and whether the node is still the one that ran. */
export function useRunTitle(nodo: string): string {
  const tracker = useMemo(() => new StaleNodos(), [])
  const isStale = useEditor((state) => tracker.of(state).has(nodo))
  const isShown = useEditor(({ mostrada }) => mostrada !== null)
  if (isShown) return 'En la ejecución del historial'
  return isStale ? 'En la última prueba, de antes del cambio' : 'En la última prueba'
}
