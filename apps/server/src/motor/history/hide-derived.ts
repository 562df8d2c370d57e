import type { ErrorDeNodo } from '@div/contract'
import type { Campos, Plan } from '@div/engine'
import type { RunRecord } from './run-row.ts'

type Derived = Pick<Plan, 'ocultos' | 'salidas'>

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

/** A formula that fails quotes what it failed on, which is derived from a secret when its node is. */
export function hideDerived(error: ErrorDeNodo, { ocultos }: Pick<Derived, 'ocultos'>): ErrorDeNodo {
  if (ocultos === null || error.codigo !== 'EXPRESION_FALLIDA' || !ocultos.has(String(error.nodo)))
    return error
  return { ...error, mensaje: hideQuoted(error.mensaje) }
}

/** Whatever stands between the first and the last quotation mark: a value may hold some itself. */
export function hideQuoted(mensaje: string): string {
  return mensaje.replace(/«.*»/s, '«•••»')
}
