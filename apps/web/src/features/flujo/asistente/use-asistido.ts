import { useState } from 'react'
import { type Charla, shownChange } from './charla.ts'

interface AsistidoOptions {
  /** An earlier state stands there already. */
  isVersionShown: boolean
  onLeaveVersion: () => void
}

/** Whether the assistant is open beside the canvas, what is talked over with it, and the proposal that stands in the place of the draft. */
export function useAsistido({ isVersionShown, onLeaveVersion }: AsistidoOptions) {
  const [isOpen, setIsOpen] = useState(false)
  const [charla, setCharla] = useState<Charla | null>(null)
  const proposed = isOpen && charla?.isShown ? shownChange(charla) : null
  return {
    isOpen,
    proposed,
    toggle: () => setIsOpen(!isOpen),
    isCovered: isVersionShown || proposed !== null,
    /** The draft again; what is proposed can still be put in. */
    leave: () => (proposed && charla ? setCharla({ ...charla, isShown: false }) : onLeaveVersion()),
    panel: { charla, onCharla: setCharla, onClose: () => setIsOpen(false) },
  }
}
