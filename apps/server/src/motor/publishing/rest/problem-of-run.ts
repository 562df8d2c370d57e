import { type ErrorDeNodo, statusOf } from '@div/contract'
import { type Problem, RETRY_SECONDS, writeProblem } from '../../../http/problem.ts'

/** What a caller from outside may know of a failure inside a run: whose fault it is, and where the administrator finds the rest. */
const RUN_FAILURES: Readonly<Record<number, string>> = {
  500: 'La operación falló. Quien administra el canal puede ver la causa con el número de ejecución.',
  502: 'Un sistema del que depende esta operación falló. Reintente más tarde.',
  503: 'Un sistema del que depende esta operación no está disponible ahora. Reintente en unos segundos.',
  504: 'La operación no terminó a tiempo.',
}

/** The problem of a run that failed. Only who must act passes through: never a statement, a host or a stack. */
export function problemOfRun({ codigo, detalle }: ErrorDeNodo, idEjecucion: string): Problem {
  const known = statusOf(codigo)
  const status = known === 502 || known === 503 || known === 504 ? known : 500
  return {
    status,
    retrySeconds: status === 503 ? (readRetrySeconds(detalle) ?? RETRY_SECONDS) : null,
    body: writeProblem({ status, detail: RUN_FAILURES[status], codigo, errores: [], idEjecucion }),
  }
}

/** When the other system will be tried again, where the error knows. */
function readRetrySeconds(detalle: unknown): number | null {
  if (typeof detalle !== 'object' || detalle === null || !('reintentarEnSegundos' in detalle)) return null
  return typeof detalle.reintentarEnSegundos === 'number' ? detalle.reintentarEnSegundos : null
}
