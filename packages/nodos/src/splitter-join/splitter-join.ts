import { defineNodo } from '@div/engine'
import { z } from 'zod'

export const splitterJoin = defineNodo({
  tipoNodo: 'splitter-join',
  label: 'Splitter (unir)',
  summary:
    'Cierra un «Splitter (dividir)» y reúne lo que produjo cada elemento o rama, en el orden de la entrada.',
  config: z.object({
    split: z
      .string('Elija el «Splitter (dividir)» que cierra.')
      .min(1, 'Elija el «Splitter (dividir)» que cierra.')
      .meta({ title: 'Split que cierra' }),
    union: z
      .strictObject({
        tipo: z.enum(['todos', 'alguno', 'n']).default('todos').meta({ title: 'Esperar a' }),
        n: z.int().min(1).optional().meta({ title: 'Cuántos' }),
        tiempoMaximoMs: z.int().min(1).optional().meta({ title: 'Tiempo máximo (ms)' }),
      })
      .refine(({ tipo, n }) => tipo !== 'n' || n !== undefined, {
        error: 'Diga a cuántos esperar.',
        path: ['n'],
      })
      .default({ tipo: 'todos' })
      .meta({ title: 'Unión' }),
  }),
})
