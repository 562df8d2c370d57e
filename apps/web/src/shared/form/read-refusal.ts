import type { ErrorDeCampo } from '@div/contract'
import { ApiError, describeError } from '../api-error.ts'

export interface Refusal {
  errors: readonly ErrorDeCampo[]
  /** Null when its fields say it all. */
  failure: string | null
}

/** What was sent in vain: what of it is told at a field, and what is of none. */
export function readRefusal(reason: unknown): Refusal {
  const errors = reason instanceof ApiError ? reason.errores : []
  return { errors, failure: errors.length === 0 ? describeError(reason) : null }
}
