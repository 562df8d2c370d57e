import { defineStep } from '@div/engine'
import { splitterJoin } from './splitter-join.ts'

export const compileSplitterJoin = defineStep(splitterJoin, ({ split, union }, scope) => {
  const accion = scope.closeRegion({ split, union, parametros: scope.nodo.parametros })
  return accion ?? { clase: 'valor', compute: () => null, waits: false }
})
