import {
  AppError,
  compareEsperado,
  type Esperado,
  FlujoInvalido,
  type Limits,
  monotonicNow,
  type ResultadoDeCaso,
} from '@div/contract'
import type { DraftRun } from '../../motor/runtime/run-draft.ts'
import type { Runtime } from '../../motor/runtime.ts'

/** What of a case its run needs. */
export interface CasoToRun {
  id: string
  nombre: string
  entrada: Readonly<Record<string, unknown>>
  datosFijados: Readonly<Record<string, unknown>>
  esperado: Esperado
}

interface RunCasosOptions {
  runtime: Pick<Runtime, 'runDraft'>
  limits: Pick<Limits, 'casosPruebaMs'>
  proceso: DraftRun['proceso']
  /** Who runs them. */
  usuarioId: string
  /** Ends what is under way; no further case is begun. */
  signal: AbortSignal
}

/** One after another, since they may write to the same places. Throws FlujoInvalido. */
export async function runCasos(
  casos: readonly CasoToRun[],
  { limits, ...options }: RunCasosOptions,
): Promise<ResultadoDeCaso[]> {
  const deadline = monotonicNow() + limits.casosPruebaMs
  const resultados: ResultadoDeCaso[] = []
  for (const caso of casos) {
    const isLate = monotonicNow() > deadline || options.signal.aborted
    resultados.push(isLate ? notRun(caso) : await runCaso(caso, options))
  }
  return resultados
}

async function runCaso(
  { id: casoId, nombre, entrada, datosFijados, esperado }: CasoToRun,
  { runtime, proceso, usuarioId, signal }: Omit<RunCasosOptions, 'limits'>,
): Promise<ResultadoDeCaso> {
  const begun = monotonicNow()
  try {
    const run = await runtime.runDraft({
      proceso,
      entrada,
      datosFijados,
      consumidor: { usuarioId },
      signal,
      soloRespuesta: true,
    })
    const { idEjecucion, estado, duracionMs, estadoHttp, error, salida } = run
    const diferencias = compareEsperado(esperado, {
      estado,
      codigo: error?.codigo ?? null,
      mensaje: error?.mensaje ?? null,
      estadoHttp,
      salida,
    })
    return { casoId, nombre, ok: diferencias.length === 0, diferencias, idEjecucion, estado, duracionMs }
  } catch (cause) {
    // What cannot be run at all is wrong for every case; an input that is refused may be what this one expects.
    if (!(cause instanceof AppError) || cause instanceof FlujoInvalido) throw cause
    const diferencias = compareEsperado(esperado, {
      estado: 'error',
      codigo: cause.codigo,
      mensaje: [cause.message, ...cause.errores.map(({ campo, mensaje }) => `${campo}: ${mensaje}`)].join(
        ' ',
      ),
      estadoHttp: null,
      salida: null,
    })
    const ok = diferencias.length === 0
    const duracionMs = monotonicNow() - begun
    return { casoId, nombre, ok, diferencias, idEjecucion: null, estado: 'error', duracionMs }
  }
}

function notRun({ id: casoId, nombre }: CasoToRun): ResultadoDeCaso {
  const mensaje = 'No se ejecutó: los casos anteriores agotaron el tiempo. Ejecútelo solo.'
  return {
    casoId,
    nombre,
    ok: false,
    diferencias: [{ ruta: 'estado', mensaje }],
    idEjecucion: null,
    estado: null,
    duracionMs: 0,
  }
}
