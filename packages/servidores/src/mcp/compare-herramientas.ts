import type { HerramientaDeMcp, HerramientaPermitida } from '@div/contract'
import type { HerramientaOfrecida } from './definicion.ts'

/** What is offered beside what was allowed; what is offered no more stands last. */
export function compareHerramientas(
  permitidas: readonly HerramientaPermitida[],
  ofrecidas: ReadonlyMap<string, HerramientaOfrecida>,
): HerramientaDeMcp[] {
  const known = new Map(permitidas.map((each) => [each.nombre, each]))
  const offered = [...ofrecidas.values()].map(({ definicion, huella, lee }): HerramientaDeMcp => {
    const permitida = known.get(definicion.nombre)
    if (!permitida) return { ...definicion, huella, escribe: !lee, estado: 'nueva' }
    const { escribe, huella: before, ...antes } = permitida
    return before === huella
      ? { ...definicion, huella, escribe, estado: 'permitida' }
      : { ...definicion, huella, escribe, estado: 'cambiada', antes }
  })
  const gone = permitidas.filter(({ nombre }) => !ofrecidas.has(nombre))
  return [...offered, ...gone.map((each): HerramientaDeMcp => ({ ...each, estado: 'retirada' }))]
}
