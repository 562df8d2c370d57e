import { AppError } from '@div/contract'
import type { Evaluate } from './compiled.ts'

/** Adds to a failure its position in the formula, from 1, and the function or operator. The innermost knows best. */
export function located<Frame>(evaluate: Evaluate<Frame>, operacion: string, desde: number): Evaluate<Frame> {
  return (evaluation) => {
    try {
      return evaluate(evaluation)
    } catch (error) {
      // Only here is it known which call or operator of the formula it was.
      if (error instanceof AppError && !hasPlace(error)) error.with({ posicion: desde + 1, operacion })
      throw error
    }
  }
}

export function hasPlace({ extra }: AppError): boolean {
  return extra.posicion !== undefined
}
