import { lazy, Suspense } from 'react'
import type { useAsistido } from './use-asistido.ts'

const AsistentePanel = lazy(() => import('./asistente-panel.tsx'))
const PropuestaStage = lazy(() => import('./propuesta-stage.tsx'))

type Asistido = ReturnType<typeof useAsistido>

/** Beside the canvas, while it is open. */
export function AsistenteBeside({ isOpen, panel }: Asistido) {
  return <Suspense>{isOpen && <AsistentePanel {...panel} />}</Suspense>
}

/** Over the drawing, while there is something proposed. */
export function PropuestaOver({ proposed }: Asistido) {
  return <Suspense>{proposed && <PropuestaStage {...proposed} />}</Suspense>
}
