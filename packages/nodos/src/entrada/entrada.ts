import { defineNodo } from '@div/engine'
import { z } from 'zod'

export const entrada = defineNodo({
  tipoNodo: 'entrada',
  label: 'Entrada',
  summary: 'Declara los datos que recibe el proceso y los valida antes de empezar.',
  config: z.object({}),
})
