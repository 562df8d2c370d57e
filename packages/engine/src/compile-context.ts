import type { Limits, Llamadas, Nodo, Proceso } from '@div/contract'
import type { FormulaHost, FuncionCatalogo } from '@div/formula'
import type { Availability } from './availability.ts'
import type { Compensaciones } from './compensations.ts'
import type { Mutable } from './compile-region.ts'
import type { Findings } from './findings.ts'
import type { Graph } from './graph.ts'
import type { Steps } from './node-definition.ts'
import type { PlanRegion } from './plan.ts'
import type { Regions } from './regions.ts'
import type { Lectura } from './secret-flow.ts'
import type { findTransactionGroups } from './transaction-groups.ts'

/** What compiling and validating a flow need of the world. */
export interface CompileDeps {
  /** The table of `@div/nodos/steps`. */
  steps: Steps
  funciones: FuncionCatalogo
  host: FormulaHost
  limits: Limits
  /** How its runs go on after a crash. Absent: not at all (`memoria`). */
  modo?: Proceso['modo'] | undefined
  /** Absent in the browser: what only a server can tell is then not checked. */
  llamadas?: Llamadas
}

/** A node with its parsed config. */
export interface ParsedNodo {
  nodo: Nodo
  config: Readonly<Record<string, unknown>>
}

/** What one compilation knows: the drawing, its analysis, and where findings go. */
export interface CompileContext {
  deps: CompileDeps
  graph: Graph
  regions: Regions
  compensaciones: Compensaciones
  /** The flujo asks that what was done be undone. */
  pideCompensar: boolean
  availability: Availability
  findings: Findings
  /** Nodes whose config is well formed. */
  parsed: ReadonlyMap<string, ParsedNodo>
  /** What each node reads: secrets, and parts of what other nodes put out. */
  lecturas: Map<string, Lectura[]>
  /** Joins whose `elementos` somebody reads. */
  readJoins: Set<string>
  transactionGroups: ReturnType<typeof findTransactionGroups>
  /** Every region of the plan in the making. */
  planRegions: Mutable<PlanRegion>[]
}
