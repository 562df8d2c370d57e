import {
  BaseDeDatosLlena,
  EjecucionCancelada,
  type ErrorDeNodo,
  ErrorInterno,
  lookUp,
  ServidorInactivo,
  statusOf,
} from '@div/contract'
import { type Problem, RETRY_SECONDS, writeProblem } from '../../http/problem.ts'

interface Told {
  status: number
  title?: string
  detail: string
  /** Only where waiting may help. */
  retries?: boolean
}

/** What a caller from outside may know of a failure inside a run: whose fault it is, and where the administrator finds the rest. */
const RUN_FAILURES: Readonly<Record<500 | 502 | 503 | 504, Told>> = {
  500: {
    status: 500,
    title: 'El proceso falló',
    detail: 'La operación falló. Quien administra el canal puede ver la causa con el número de ejecución.',
  },
  502: { status: 502, detail: 'Un sistema del que depende esta operación falló. Reintente más tarde.' },
  503: {
    status: 503,
    detail: 'Un sistema del que depende esta operación no está disponible ahora. Reintente en unos segundos.',
    retries: true,
  },
  504: { status: 504, detail: 'La operación no terminó a tiempo.' },
}

/** Where the status of the error would say something else to a caller than to the person who administers. */
const BY_CODIGO: Readonly<Record<string, Told>> = {
  [ErrorInterno.codigo]: { ...RUN_FAILURES[500], title: 'Error interno' },
  [EjecucionCancelada.codigo]: {
    status: 503,
    title: 'Ejecución cancelada',
    detail:
      'Quien administra canceló la ejecución antes de que terminara. Lo que ya había hecho puede haber quedado hecho.',
  },
  [BaseDeDatosLlena.codigo]: {
    status: 507,
    detail: 'No queda sitio donde guardar lo que hace esta operación. Avise a quien administra el canal.',
  },
  [ServidorInactivo.codigo]: {
    status: 503,
    detail: 'Un sistema del que depende esta operación está desactivado. Avise a quien administra el canal.',
  },
}

/** The problem of a run that failed. Only who must act passes through: never a statement, a host or a stack. */
export function problemOfRun({ codigo, detalle }: ErrorDeNodo, idEjecucion: string): Problem {
  const { retries = false, ...told } = lookUp(BY_CODIGO, codigo) ?? RUN_FAILURES[sideOf(codigo)]
  return {
    status: told.status,
    retrySeconds: retries ? (readRetrySeconds(detalle) ?? RETRY_SECONDS) : null,
    body: writeProblem({ ...told, codigo, errores: [], idEjecucion }),
  }
}

/** What is neither of another system nor a matter of time is the fault of the process. */
function sideOf(codigo: string): keyof typeof RUN_FAILURES {
  const status = statusOf(codigo)
  return status === 502 || status === 503 || status === 504 ? status : 500
}

/** When the other system will be tried again, where the error knows. */
function readRetrySeconds(detalle: unknown): number | null {
  if (typeof detalle !== 'object' || detalle === null || !('reintentarEnSegundos' in detalle)) return null
  return typeof detalle.reintentarEnSegundos === 'number' ? detalle.reintentarEnSegundos : null
}
