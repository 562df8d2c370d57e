import type { EsperaGuardada } from '../../motor/durables/esperas-repository.ts'

/** What a run waits for, as its page tells of it. */
export function describeEspera({ nodo, clase, creada, vence, titulo, rol }: EsperaGuardada) {
  return { nodo, clase, desde: creada, vence, titulo, rol }
}
