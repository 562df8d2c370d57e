import type { AriaLabelConfig } from '@xyflow/react'

const MOVE = 'Use las flechas para moverlo y Supr para eliminarlo.'
const HOW = 'Pulse Entrar o Espacio para seleccionar el nodo.'

/** What the canvas says to who does not see it. */
export function spanishLabels(mayEdit: boolean): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': HOW,
    'node.a11yDescription.keyboardDisabled': mayEdit ? `${HOW} ${MOVE}` : HOW,
    'edge.a11yDescription.default': 'Pulse Entrar o Espacio para seleccionar la conexión.',
    'minimap.ariaLabel': 'Mapa del flujo',
    'handle.ariaLabel': 'Conexión',
  }
}
