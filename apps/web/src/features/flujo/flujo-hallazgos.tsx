import type { Hallazgo } from '@div/contract'
import { Hallazgos } from '../../shared/flujo/hallazgos.tsx'
import { useEditor } from './store/use-editor.ts'
import { useShowHallazgo } from './use-show-nodo.ts'

interface FlujoHallazgosProps {
  /** Only what keeps it from being run and published. */
  onlyErrors?: boolean
  /** Somebody has gone to where it is mended. */
  onGone?: () => void
}

/** What is wrong with what is drawn, with the way to its nodes. */
export function FlujoHallazgos({ onlyErrors = false, onGone }: FlujoHallazgosProps) {
  const all = useEditor((state) => state.hallazgos)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const showHallazgo = useShowHallazgo()
  const hallazgos = onlyErrors ? all.filter(({ gravedad }) => gravedad === 'error') : all

  function go(hallazgo: Hallazgo) {
    // What holds the keyboard now gives it back when it goes.
    onGone?.()
    showHallazgo(hallazgo)
  }

  return hallazgos.length === 0 ? null : <Hallazgos hallazgos={hallazgos} nodos={nodos} onGo={go} />
}
