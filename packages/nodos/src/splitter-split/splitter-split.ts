import { LIMITS, referenciaSchema } from '@div/contract'
import { defineNodo } from '@div/engine'
import { z } from 'zod'

export const splitterSplit = defineNodo({
  tipoNodo: 'splitter-split',
  label: 'Splitter (dividir)',
  summary: 'Repite una parte del proceso por cada elemento de una lista, o ejecuta varias ramas a la vez.',
  config: z.object({
    lista: referenciaSchema.optional().meta({ title: 'Lista' }),
    concurrencia: z
      .int()
      .min(1)
      .max(LIMITS.concurrenciaSplitter)
      .default(1)
      .meta({ title: 'Elementos a la vez' }),
    lote: z.int().min(1).max(100_000).default(1).meta({ title: 'Elementos por lote' }),
    enError: z.enum(['detener', 'continuar']).default('detener').meta({ title: 'Si un elemento falla' }),
    cursor: z.boolean().default(false).meta({ title: 'Leer con cursor' }),
  }),
  // Branches of a split without a list leave by the normal handle; both are the same connection to the engine.
  salidas: () => ['', 'elemento'],
})
