import type { Flujo, Hallazgo, Proceso } from '@div/contract'
import type { Plan } from '@div/engine'
import type { SecretScope } from '../history/secret-scope.ts'
import type { StoredVersion, VersionKey } from './read-definitions.ts'

/** What compiling a version needs from outside; tells what the plan then depends on. */
export interface CompileOutcome {
  plan: Plan | null
  /** All of them; some are errors when there is no plan. */
  hallazgos: readonly Hallazgo[]
  /** Names such as `servidor:<id>` or `parametro:iva` → the stamp of the thing at compile time. */
  dependencias: ReadonlyMap<string, string>
  /** Those of what it depends on. */
  secretos: SecretScope
}

export interface PlanTableDeps {
  compile(flujo: Flujo, modo: Proceso['modo']): CompileOutcome
  /** The stamp of a dependency now. */
  stamp(dependencia: string): string
}

/** One immutable version of a proceso with its plan, compiled when first needed and again when something below it changed. */
export class PublishedVersion {
  readonly procesoId: string
  readonly version: number
  /** The parameter that is its business key; null: none is. */
  readonly clave: string | null
  readonly #flujo: Flujo
  readonly #modo: Proceso['modo']
  readonly #deps: PlanTableDeps
  #outcome: CompileOutcome | null = null

  constructor({ procesoId, version, modo, flujo }: StoredVersion, deps: PlanTableDeps) {
    this.procesoId = procesoId
    this.version = version
    this.clave = findClave(flujo)
    this.#flujo = flujo
    this.#modo = modo
    this.#deps = deps
  }

  /** As they were drawn. */
  get nodos(): Flujo['nodos'] {
    return this.#flujo.nodos
  }

  get outcome(): CompileOutcome {
    this.#outcome ??= this.#deps.compile(this.#flujo, this.#modo)
    return this.#outcome
  }

  /** The first error that keeps it from running; empty: none. */
  get defecto(): string {
    const { plan, hallazgos } = this.outcome
    return plan ? '' : (hallazgos.find(({ gravedad }) => gravedad === 'error')?.mensaje ?? '')
  }

  get isCompiled(): boolean {
    return this.#outcome !== null
  }

  get isStale(): boolean {
    if (!this.#outcome) return false
    for (const [dependencia, stamp] of this.#outcome.dependencias) {
      if (this.#deps.stamp(dependencia) !== stamp) return true
    }
    return false
  }

  /** The same version, to be compiled against what is there now. The old plan goes on for the runs that have it. */
  renewed(): PublishedVersion {
    const { procesoId, version } = this
    return new PublishedVersion({ procesoId, version, modo: this.#modo, flujo: this.#flujo }, this.#deps)
  }
}

/** The parameter that is the business key of its runs; null: it declares none. */
export function findClave({ nodos }: Flujo): string | null {
  const entrada = nodos.find(({ tipo }) => tipo === 'entrada')
  return entrada?.parametros.find(({ claveDeNegocio }) => claveDeNegocio)?.nombre ?? null
}

export function keyOf({ procesoId, version }: VersionKey): string {
  return `${procesoId}@${version}`
}
