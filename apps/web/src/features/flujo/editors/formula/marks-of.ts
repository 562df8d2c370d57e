import type { CodeMark } from '../../../../shared/code-editor/code-marks.ts'
import type { Trial } from './try-formula.ts'

/** Where in a formula something is wrong. */
export function marksOf(trial: Trial, length: number): readonly CodeMark[] {
  if (trial.kind === 'errores') return trial.errores
  if (trial.kind !== 'fallo' || trial.posicion === null) return []
  return [{ desde: trial.posicion, hasta: Math.min(trial.posicion + 1, length), mensaje: trial.mensaje }]
}
