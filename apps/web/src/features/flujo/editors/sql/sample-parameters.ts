import type { Nodo } from '@div/contract'
import type { FormulaScope } from '../formula/formula-scope.ts'
import type { FormulaWorld } from '../formula/formula-world.ts'
import { evaluatePart, joinRuta } from '../formula/try-formula.ts'

/** Of the product itself nothing is asked for a sample. */
const NO_WORLD: FormulaWorld = {
  zonaHoraria: 'UTC',
  now: Date.now,
  parametros: null,
  tablas: null,
  filas: new Map(),
  limites: undefined,
}

/** What the parameters of a node would be on the data of the last run; undefined where nobody knows. */
export function sampleParameters({ parametros }: Nodo, scope: FormulaScope): ReadonlyMap<string, unknown> {
  return new Map(
    parametros.map(({ nombre, valor, valorAsignado, expresion }) => {
      if (expresion !== undefined) return [nombre, evaluatePart(expresion, scope, NO_WORLD)]
      if (valorAsignado === undefined) return [nombre, valor]
      const { nodo, ruta } = valorAsignado
      return [nombre, evaluatePart(joinRuta(nodo, ruta), scope, NO_WORLD)]
    }),
  )
}
