import type {
  Ejecucion,
  EstadoEjecucion,
  Flujo,
  Hallazgo,
  NodoEnVivo,
  ProcesoGuardado,
  ResultadoDeEjecucion,
} from '@div/contract'
import { type FlujoHistory, startHistory } from '../document/flujo-history.ts'
import { type Fijados, NOTHING_PINNED } from '../run/fijados.ts'
import type { SoloPlan } from '../run/plan-solo.ts'
import type { Cambio } from '../versiones/paint-diff.ts'

/** How the draft stands to what is stored. */
type SaveState =
  | { kind: 'guardado'; at: number | null }
  | { kind: 'pendiente' }
  | { kind: 'guardando' }
  | { kind: 'fallo'; mensaje: string }
  /** Somebody else stored another version meanwhile. */
  | { kind: 'conflicto'; theirs: ProcesoGuardado }

export interface Selection {
  readonly nodos: ReadonlySet<string>
  readonly conexiones: ReadonlySet<string>
  /** Frames and notes, by key. */
  readonly anotaciones: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = {
  nodos: new Set(),
  conexiones: new Set(),
  anotaciones: new Set(),
}

export type InspectorTab = 'configuracion' | 'datos' | 'politica'

/** What the inspector shows of a node: who goes from node to node stays on the tab. */
interface Inspected {
  readonly tab: InspectorTab
}

/** What is wrong with a node, said at the field to which somebody wants to go. */
interface Mistake {
  readonly nodo: string
  /** Its place in the node. */
  readonly campo: string
  readonly mensaje: string
}

/** What ran of a drawing that was tried, and what was taken from elsewhere. */
export interface RunScope {
  /** Only this node, or up to it; null: all. */
  readonly nodo: string | null
  readonly isSolo: boolean
  /** Whose data of the last run were taken. */
  readonly tomados: readonly string[]
  /** Whose data were pinned. */
  readonly fijados: readonly string[]
}

/** A run that goes on although nobody waits for its answer any more: it sleeps, or takes long. */
export interface Ongoing {
  readonly id: string
  readonly estado: EstadoEjecucion
  /** What it was started with here; null: it was not. */
  readonly seguimiento: string | null
}

/** All that the canvas shows. Never changed in place. */
export interface EditorState {
  readonly history: FlujoHistory
  readonly selection: Selection
  readonly inspected: Inspected
  /** Until who wants to go there has come there, or goes elsewhere; null: nobody does. */
  readonly mistake: Mistake | null
  readonly hallazgos: readonly Hallazgo[]
  /** The last run that was tried here, or the one of the history that is looked at. */
  readonly resultado: ResultadoDeEjecucion | null
  /** Null: nothing was tried here yet. */
  readonly scope: RunScope | null
  /** The run of the history that `resultado` is of; null: it was tried here. */
  readonly mostrada: Ejecucion | null
  /** What was drawn when `resultado` was tried here; null: it was not. */
  readonly probado: Flujo | null
  /** How far the run that goes on has come, by node; null: none does. */
  readonly enVivo: ReadonlyMap<string, NodoEnVivo> | null
  /** The run that `enVivo` is of, once nobody waits for its answer; with it both are null again. */
  readonly ongoing: Ongoing | null
  /** What the step that was to run alone would need first. */
  readonly faltan: SoloPlan['faltan']
  /** What test runs take instead of running its node. */
  readonly fijados: Fijados
  /** How nodes and connections stand to an earlier drawing that this one is laid over; empty: it is laid over none. */
  readonly cambios: ReadonlyMap<string, Cambio>
  readonly save: SaveState
  /** As it is on the server. */
  readonly stored: ProcesoGuardado
}

const NO_CAMBIOS: ReadonlyMap<string, Cambio> = new Map()

export function startEditor(stored: ProcesoGuardado, flujo = stored.flujo): EditorState {
  return {
    history: startHistory(flujo),
    selection: NOTHING_SELECTED,
    inspected: { tab: 'configuracion' },
    mistake: null,
    hallazgos: [],
    resultado: null,
    scope: null,
    mostrada: null,
    probado: null,
    enVivo: null,
    ongoing: null,
    faltan: [],
    fijados: NOTHING_PINNED,
    cambios: NO_CAMBIOS,
    save: { kind: 'guardado', at: null },
    stored,
  }
}
