import type { ErrorDeNodo } from '@div/contract'
import type { Campos, Plan } from '@div/engine'
import type { RunRecord } from './run-record.ts'

/** What of the answer is derived from a secret: what its salida says of it. All of it when nobody knows which one it was. */
export function ocultosDeRespuesta({
  pasos,
  plan: { ocultos, salidas },
}: Pick<RunRecord, 'pasos' | 'plan'>): Campos | null {
  if (ocultos === null) return null
  const reached = pasos.findLast(
    ({ nodo, estado }) => estado === 'ok' && salidas.some((each) => each.nodo === nodo),
  )
  return reached ? (ocultos.get(reached.nodo)?.salida ?? null) : 'todo'
}

/** What fails in formulas: of a proceso its server fails besides, and what that says is hidden by value only. */
const OF_FORMULAS: ReadonlySet<string> = new Set(['EXPRESION_FALLIDA', 'PATRON_INVALIDO'])

/** A formula that fails quotes what it failed on, which is derived from a secret when its node is. */
export function hideDerived(error: ErrorDeNodo, { ocultos }: Pick<Plan, 'ocultos'>): ErrorDeNodo {
  const hidden = ocultos?.get(String(error.nodo))
  if (!hidden || (hidden.entrada !== null && !OF_FORMULAS.has(error.codigo))) return error
  return { ...error, mensaje: hideQuoted(error.mensaje) }
}

/** The same of the failure that a node went on after. */
export function hideDerivedAviso(aviso: string, nodo: string, { ocultos }: Pick<Plan, 'ocultos'>): string {
  return ocultos?.has(nodo) ? hideQuoted(aviso) : aviso
}

/** Whatever stands between the first and the last quotation mark: a value may hold some itself. */
function hideQuoted(mensaje: string): string {
  return mensaje.replace(/«.*»/s, '«•••»')
}
