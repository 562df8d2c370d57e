import { z } from 'zod'

/** Money as it is written: a decimal text, since a number of JavaScript would round it. */
export const importeSchema = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Use un importe como 12.50, con seis decimales como mucho.')

/** ISO 4217. */
export const monedaSchema = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, 'Use el código de una moneda, como USD o EUR.')
  .default('USD')
  .meta({ title: 'Moneda', examples: ['USD', 'EUR'] })
