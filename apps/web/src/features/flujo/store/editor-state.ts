import type { Hallazgo, ProcesoGuardado, ResultadoDeEjecucion } from '@div/contract'
import { type FlujoHistory, startHistory } from '../document/flujo-history.ts'

/** How the draft stands to what is stored. */
export type SaveState =
  | { kind: 'guardado'; at: number | null }
  | { kind: 'pendiente' }
  | { kind: 'guardando' }
  | { kind: 'fallo'; mensaje: string }
  /** Somebody else stored another version meanwhile. */
  | { kind: 'conflicto'; theirs: ProcesoGuardado }

export interface Selection {
  readonly nodos: ReadonlySet<string>
  readonly conexiones: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = { nodos: new Set(), conexiones: new Set() }

/** All that the canvas shows. Never changed in place. */
export interface EditorState {
  readonly history: FlujoHistory
  readonly selection: Selection
  readonly hallazgos: readonly Hallazgo[]
  /** The last run that was tried here. */
  readonly resultado: ResultadoDeEjecucion | null
  readonly save: SaveState
  /** As it is on the server. */
  readonly stored: ProcesoGuardado
}

export function startEditor(stored: ProcesoGuardado, flujo = stored.flujo): EditorState {
  return {
    history: startHistory(flujo),
    selection: NOTHING_SELECTED,
    hallazgos: [],
    resultado: null,
    save: { kind: 'guardado', at: null },
    stored,
  }
}
