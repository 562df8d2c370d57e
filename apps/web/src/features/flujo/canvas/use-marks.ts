import { useMemo } from 'react'
import { staleNodos } from '../run/stale-nodos.ts'
import { useEditor } from '../store/use-editor.ts'
import { useServidores } from '../use-servidores.ts'
import { badgesOf } from './nodo-badges.ts'
import { runsOf } from './nodo-run.ts'

/** What stands on the nodes beside what the document says. */
export function useMarks() {
  const hallazgos = useEditor((state) => state.hallazgos)
  const resultado = useEditor((state) => state.resultado)
  const enVivo = useEditor((state) => state.enVivo)
  const fijados = useEditor((state) => state.fijados)
  const cambios = useEditor((state) => state.cambios)
  const stale = useEditor(staleNodos)
  const { nombres: servidores } = useServidores()
  const badges = useMemo(() => badgesOf(hallazgos), [hallazgos])
  const runs = useMemo(
    () => runsOf({ resultado, enVivo, fijados, stale }),
    [resultado, enVivo, fijados, stale],
  )
  return { badges, runs, servidores, cambios }
}
