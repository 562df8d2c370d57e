import type { AriaLabelConfig } from '@xyflow/react'

const MOVE = 'Use las flechas para moverlo y Supr para eliminarlo.'
const HOW = 'Pulse Entrar o Espacio para seleccionar el nodo.'

const DIRECTIONS: Readonly<Record<string, string>> = {
  left: 'a la izquierda',
  right: 'a la derecha',
  up: 'arriba',
  down: 'abajo',
}

interface Labelled {
  mayEdit: boolean
  /** What is moved by the arrows, as a person calls it. */
  movedName: () => string
}

/** What the canvas says to who does not see it. */
export function spanishLabels({ mayEdit, movedName }: Labelled): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': HOW,
    'node.a11yDescription.keyboardDisabled': mayEdit ? `${HOW} ${MOVE}` : HOW,
    'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
      `${movedName()}: de ${Math.round(x)}, ${Math.round(y)} ${DIRECTIONS[direction] ?? direction}.`,
    'edge.a11yDescription.default': 'Pulse Entrar o Espacio para seleccionar la conexión.',
    'minimap.ariaLabel': 'Mapa del flujo',
    'handle.ariaLabel': 'Conexión',
  }
}
