import { z } from 'zod'

/** A certificate or key as it is pasted. */
export const pemSchema = z.string().max(100_000).optional()
