import type { ErrorDeNodo, EstadoEjecucion, Paso, Respuesta } from '@div/contract'
import type { Redactor } from './redactor.ts'
import type { Sampler } from './sample.ts'

/** One finished run, as the engine leaves it. */
export interface RunRecord {
  id: string
  /** Epoch milliseconds. */
  inicio: number
  duracionMs: number
  estado: Extract<EstadoEjecucion, 'ok' | 'error' | 'cancelada'>
  procesoId: string
  /** Null: a draft. */
  version: number | null
  canalId: string | null
  origen: 'canal' | 'prueba' | 'subproceso' | 'tarea'
  error?: ErrorDeNodo | undefined
  entrada: unknown
  respuesta?: Respuesta | undefined
  pasos: readonly Paso[]
  /** Spans that the run did not keep. */
  pasosOmitidos: number
}

const SAMPLED_ITERATIONS = 3

/** What jsonb refuses although it is JSON: NUL and halves of surrogate pairs. A pair of backslashes before it is ordinary text. */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g

/** The run as one JSON object whose members are the columns of `ejecuciones`, ready for `json_to_recordset`. */
export function encodeRun(
  run: RunRecord,
  { sampler, redactor }: { sampler: Sampler; redactor: Redactor },
): string {
  const { error } = run
  const sample = sampler.begin()
  // In the order in which values pass from node to node.
  const entrada = sample(run.entrada)
  const pasos = encodePasos(run, sample)
  const text =
    `{"id":"${run.id}","inicio":${round(run.inicio)},"duracion_ms":${round(run.duracionMs)},"estado":"${run.estado}"` +
    `,"proceso_id":"${run.procesoId}","version":${run.version},"canal_id":${run.canalId ? `"${run.canalId}"` : 'null'}` +
    `,"origen":"${run.origen}"${error ? encodeError(error) : ''}` +
    `,"entrada":${entrada},"salida":${run.respuesta ? sample(run.respuesta.cuerpo) : 'null'}` +
    `,"pasos":[${pasos}]}`
  return makeStorable(redactor.redact(text))
}

function encodeError({ codigo, mensaje, nodo }: ErrorDeNodo): string {
  return `,"error_codigo":${JSON.stringify(codigo)},"error_mensaje":${JSON.stringify(mensaje)},"error_nodo":${JSON.stringify(nodo)}`
}

/** Spans that were not kept are counted in a last element `{ "omitidos": n }`. */
function encodePasos({ pasos, pasosOmitidos }: RunRecord, sample: (value: unknown) => string): string {
  let text = ''
  for (const paso of pasos) text += text === '' ? encodePaso(paso, sample) : `,${encodePaso(paso, sample)}`
  return pasosOmitidos === 0 ? text : `${text},{"omitidos":${pasosOmitidos}}`
}

function encodePaso(paso: Paso, sample: (value: unknown) => string): string {
  let text =
    `{"nodo":"${paso.nodo}","estado":"${paso.estado}","inicio":${round(paso.inicio)}` +
    `,"duracionMs":${round(paso.duracionMs)},"intentos":${paso.intentos}`
  if (paso.iteracion) text += `,"iteracion":[${paso.iteracion.join(',')}]`
  if (isSampled(paso)) {
    if (paso.entrada !== undefined) text += `,"entrada":${sample(paso.entrada)}`
    if (paso.salida !== undefined) text += `,"salida":${sample(paso.salida)}`
  }
  if (paso.rama !== undefined) text += `,"rama":${JSON.stringify(paso.rama)}`
  if (paso.aviso !== undefined) text += `,"aviso":${JSON.stringify(paso.aviso)}`
  if (paso.error) text += `,"error":${sample(paso.error)}`
  return `${text}}`
}

/** Of a region the first items and the ones that failed: the others look alike and would only cost time. */
function isSampled({ iteracion, estado }: Paso): boolean {
  return !iteracion || estado === 'error' || iteracion.every((index) => index < SAMPLED_ITERATIONS)
}

/** To the microsecond: the rest is noise of the clock, and long to write. */
function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

function makeStorable(text: string): string {
  // These two searches are cheap; the replacement below runs for one call in a million.
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text
  return text.replaceAll(UNSTORABLE, (found) => (found === '\\\\' ? found : '\\ufffd'))
}
