import { z } from 'zod'

/** A number that an admin may set; null: as the product was started. */
export const ajusteNumero = (minimo: number, maximo: number) =>
  z.int().min(minimo).max(maximo).nullable().default(null)
