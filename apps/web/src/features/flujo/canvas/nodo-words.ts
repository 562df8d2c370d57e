import { adviceFor } from '../../../shared/trace/error-advice.ts'
import type { Cambio } from '../versiones/paint-diff.ts'
import type { NodoFace } from './nodo-face.ts'
import type { NodoBadge } from './nodo-projection.ts'
import type { NodoRun } from './nodo-run.ts'

/** All that the eye sees of a node beside its name. */
export interface NodoLooks {
  face: Pick<NodoFace, 'line' | 'transaccion'>
  badge: NodoBadge | undefined
  run: NodoRun | undefined
  /** Name of the innermost region that holds it. */
  region: string | undefined
  cambio?: Cambio | undefined
}

/** What a node says to who does not see it. */
export function wordsOf({ face: { line, transaccion }, badge, run, region, cambio }: NodoLooks): string {
  const parts = [
    line,
    region !== undefined && `dentro de ${region}`,
    transaccion !== null && `transacción ${transaccion}`,
    ...runWords(run),
    badge && `${badge.gravedad === 'error' ? 'Error' : 'Aviso'}: ${badge.text.replaceAll('\n', ' ')}`,
    cambio,
  ]
  return parts.filter((part) => part !== false && part !== undefined && part !== '').join(', ')
}

const ESTADOS: Readonly<Record<string, string>> = { ok: 'Correcto', error: 'Falló', cancelado: 'Cancelado' }

function runWords(run: NodoRun | undefined): readonly string[] {
  if (run === undefined) return []
  const { estado, text, error, isStale, fijado } = run
  const why = error && `${error.mensaje} ${adviceFor(error.codigo) ?? ''}`.trim()
  const how = isStale || estado === null ? text : [ESTADOS[estado], text].filter(Boolean).join(': ')
  return [how, ...(why === undefined || isStale ? [] : [why]), ...(fijado ? ['Datos fijados'] : [])]
}
