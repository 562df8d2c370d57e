import { defineStep } from '@div/engine'
import { splitterSplit } from './splitter-split.ts'

export const compileSplitterSplit = defineStep(splitterSplit, (config, scope) => {
  const region = scope.openRegion({ ...config, lista: config.lista })
  return region ?? { clase: 'valor', compute: () => null, waits: false }
})
