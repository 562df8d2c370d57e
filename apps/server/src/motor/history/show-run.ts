import { type ErrorDeNodo, type Paso, type ResultadoDeEjecucion, wallShift } from '@div/contract'
import { hideDerived, hideDerivedAviso, ocultosDeRespuesta } from './hide-derived.ts'
import type { RunRecord } from './run-record.ts'
import type { Sampler } from './sample.ts'

/** What a person sees of a run that was made for them: samples are masked and bounded. */
type RunShown = Pick<ResultadoDeEjecucion, 'salida' | 'error' | 'pasos'>

export function showRun(run: RunRecord, sampler: Sampler): RunShown {
  const { secretos, plan, respuesta, error } = run
  const sample = sampler.begin(secretos)
  const shiftMs = wallShift()
  const show = (...sampled: Parameters<typeof sample>): unknown => JSON.parse(sample(...sampled))
  const showError = (each: ErrorDeNodo): ErrorDeNodo => ({
    ...each,
    mensaje: secretos.redact(hideDerived(each, plan).mensaje),
    detalle: show(each.detalle),
  })
  const showPaso = (paso: Paso): Paso => {
    const ocultos = plan.ocultos?.get(paso.nodo)
    const { aviso } = paso
    return {
      ...paso,
      inicio: paso.inicio + shiftMs,
      ...('entrada' in paso && { entrada: show(paso.entrada, ocultos?.entrada) }),
      ...('salida' in paso && { salida: show(paso.salida, ocultos?.salida) }),
      ...(aviso !== undefined && { aviso: secretos.redact(hideDerivedAviso(aviso, paso.nodo, plan)) }),
      ...(paso.error && { error: showError(paso.error) }),
    }
  }
  return {
    salida: respuesta ? show(respuesta.cuerpo, ocultosDeRespuesta(run)) : null,
    error: error ? showError(error) : null,
    pasos: run.pasos.map(showPaso),
  }
}
