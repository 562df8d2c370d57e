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
  origen: 'canal' | 'prueba' | 'reintento' | 'subproceso' | 'tarea'
  error?: ErrorDeNodo | undefined
  entrada: unknown
  respuesta?: Respuesta | undefined
  pasos: readonly Paso[]
  /** Spans that the run did not keep. */
  pasosOmitidos: number
}

export interface RunEncoders {
  sampler: Sampler
  redactor: Redactor
  nodoMotor: string
  /** Of the spans together; those beyond it are written without samples. */
  maxChars: number
}

const SAMPLED_ITERATIONS = 3

/** What PostgreSQL cannot read as text in JSON: NUL and halves of surrogate pairs. A pair of backslashes before it is ordinary text. */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g
const NULL = '\\N'

/** The run as one row of `copy ejecuciones from stdin`: its columns, parted by tabs. */
export function encodeRun(run: RunRecord, { sampler, redactor, nodoMotor, maxChars }: RunEncoders): string {
  const { error, version, canalId } = run
  const sample = sampler.begin()
  // In the order in which values pass from node to node.
  const entrada = sample(run.entrada)
  const pasos = encodePasos(run, sample, maxChars)
  const salida = run.respuesta ? sample(run.respuesta.cuerpo) : 'null'
  const values = makeStorable(redactor.redact(`${entrada}\t${salida}\t[${pasos}]\n`))
  return (
    `${run.id}\t${new Date(run.inicio).toISOString()}\t${round(run.duracionMs)}\t${run.estado}\t${run.procesoId}` +
    `\t${version ?? NULL}\t${canalId ?? NULL}\t${run.origen}` +
    `${error ? encodeError(error, redactor) : `\t${NULL}\t${NULL}\t${NULL}`}\t${nodoMotor}\t${values}`
  )
}

/** When the run of a row began, in epoch milliseconds: its day may lack a partition. */
export function readInicio(row: string): number {
  const [, inicio = ''] = row.split('\t', 2)
  return Date.parse(inicio)
}

function encodeError({ codigo, mensaje, nodo }: ErrorDeNodo, redactor: Redactor): string {
  return `\t${escapeText(codigo)}\t${escapeText(redactor.redact(mensaje))}\t${nodo === null ? NULL : escapeText(nodo)}`
}

/** Plain text in a row of COPY. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
}

/** Spans that were not kept are counted in a last element `{ "omitidos": n }`. */
function encodePasos(
  { pasos, pasosOmitidos }: RunRecord,
  sample: (value: unknown) => string,
  maxChars: number,
): string {
  let text = ''
  for (const paso of pasos) {
    if (text !== '') text += ','
    text += encodePaso(paso, sample, text.length < maxChars && isSampled(paso))
  }
  return pasosOmitidos === 0 ? text : `${text},{"omitidos":${pasosOmitidos}}`
}

function encodePaso(paso: Paso, sample: (value: unknown) => string, isSampled: boolean): string {
  let text =
    `{"nodo":"${paso.nodo}","estado":"${paso.estado}","inicio":${round(paso.inicio)}` +
    `,"duracionMs":${round(paso.duracionMs)},"intentos":${paso.intentos}`
  if (paso.iteracion) text += `,"iteracion":[${paso.iteracion.join(',')}]`
  if (isSampled) {
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

/** JSON holds no tab or line break of its own; only its backslashes must be doubled. */
function makeStorable(text: string): string {
  if (!text.includes('\\')) return text
  // These two searches are cheap; the first replacement runs for one call in a million.
  const readable =
    text.includes('\\u0000') || text.includes('\\ud')
      ? text.replaceAll(UNSTORABLE, (found) => (found === '\\\\' ? found : '\\ufffd'))
      : text
  return readable.replaceAll('\\', '\\\\')
}
