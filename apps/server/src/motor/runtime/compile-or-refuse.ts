import { FlujoInvalido } from '@div/contract'
import type { Plan } from '@div/engine'
import type { CompileOutcome } from '../definitions/published-version.ts'
import type { SecretScope } from '../history/secret-scope.ts'

/** Of a drawing that somebody wants to run now. Throws FlujoInvalido with what is wrong with it. */
export function compileOrRefuse({ plan, hallazgos, secretos }: CompileOutcome): {
  plan: Plan
  secretos: SecretScope
} {
  if (plan) return { plan, secretos }
  const errores = hallazgos.filter(({ gravedad }) => gravedad === 'error')
  throw new FlujoInvalido({ cantidad: errores.length }, { extra: { hallazgos: errores } })
}
