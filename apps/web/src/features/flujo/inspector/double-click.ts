/** What to do about something that the mouse did. */
interface Heard {
  /** The node that a double click opens now. */
  opened: string | null
  /** It means the node of the first click and nothing of what lies below the pointer. */
  isTaken: boolean
}

const PASSES: Heard = { opened: null, isTaken: false }
const TAKEN: Heard = { opened: null, isTaken: true }

/**
 * Both clicks of a double click are those of the node that the first one met: what that one opens beside the canvas moves the drawing, and
 * the second may meet the pane, another node or a button of the inspector.
 */
export class DoubleClick {
  /** Met by the first click. */
  #nodo: string | null = null
  #isTaking = false

  /** `detail` is how often it was clicked in a row at one place, as the system counts. */
  hear(type: string, detail: number, nodo: string | null): Heard {
    if (type === 'mousedown') this.#isTaking = detail === 2 && this.#nodo !== null && this.#nodo !== nodo
    if (type === 'click' && detail === 1) this.#nodo = nodo
    // What was pressed at another place than the node is not clicked anywhere.
    if (this.#isTaking) return type === 'mouseup' ? { opened: this.#nodo, isTaken: true } : TAKEN
    return type === 'dblclick' && nodo !== null ? { opened: nodo, isTaken: true } : PASSES
  }
}
