import type { ErrorDeNodo, Paso } from '@div/contract'
import type { Ocultos } from '@div/engine'
import { hideDerived, hideDerivedAviso, ocultosDeRespuesta } from './hide-derived.ts'
import { type Mascaras, normalizeField } from './mascaras.ts'
import type { RunRecord } from './run-record.ts'
import type { Sampler } from './sample.ts'
import type { SecretScope } from './secret-scope.ts'

export interface RunEncoders {
  sampler: Sampler
  nodoMotor: string
  /** What its moments lack to be epoch milliseconds; whole, as spans count from the millisecond in which it began. */
  shiftMs: number
  /** Of the spans together; those beyond it are written without samples. */
  maxChars: number
  /** Items of a region whose spans are written with samples, beside those that failed. */
  maxIteraciones: number
  /** Items of a list of the input that is kept whole. */
  maxEntrada: number
  mascaras: Mascaras
}

/** Writes a value as JSON text. */
type Sample = ReturnType<Sampler['begin']>

interface Writers {
  sample: Sample
  clean: Clean
}

/** What PostgreSQL cannot read as text in JSON: NUL and halves of surrogate pairs. A pair of backslashes before it is ordinary text. */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g
const NULL = '\\N'

/**
 * The run as one row of `copy ejecuciones from stdin`: its columns, parted by tabs. In bytes, which wait outside of the heap: a text put
 * together from a hundred pieces is a hundred objects, that every collection of garbage would move until the row is written.
 */
export function encodeRun(run: RunRecord, encoders: RunEncoders): Buffer {
  const { sampler, nodoMotor, maxEntrada, shiftMs, mascaras } = encoders
  const { error, version, canalId, secretos } = run
  const sample = sampler.begin(secretos)
  const clean = cleanerOf(secretos, mascaras)
  // In the order in which values pass from node to node.
  const entrada = sample(run.entrada, null, maxEntrada)
  const pasos = encodePasos(run, { sample, clean }, encoders)
  const salida = run.respuesta ? sample(run.respuesta.cuerpo, ocultosDeRespuesta(run)) : 'null'
  const values = makeStorable(`${entrada}\t${salida}\t[${pasos}]\n`)
  return Buffer.from(
    `${run.id}\t${new Date(run.inicio + shiftMs).toISOString()}\t${round(run.duracionMs)}\t${run.estado}\t${run.procesoId}` +
      `\t${version ?? NULL}\t${canalId ?? NULL}\t${run.origen}` +
      `${error ? encodeError(hideDerived(error, run.plan), clean) : `\t${NULL}\t${NULL}\t${NULL}`}\t${nodoMotor}` +
      `\t${encodeClave(run, mascaras, clean)}\t${values}`,
  )
}

/** A longer key is nothing that anybody types. */
const MAX_CLAVE = 200

/** The value by which its people know the run. */
function encodeClave({ entrada, plan, secretos }: RunRecord, mascaras: Mascaras, clean: Clean): string {
  const { clave } = plan.entrada
  if (clave === null || typeof entrada !== 'object' || entrada === null || secretos.hidesAll) return NULL
  const value: unknown = Reflect.get(entrada, clave)
  if (value === null || value === undefined || mascaras.hidesField(normalizeField(clave))) return NULL
  return escapeText(clean(String(value)).slice(0, MAX_CLAVE))
}

/** When the run of a row began, in epoch milliseconds: its day may lack a partition. */
export function readInicio(row: Buffer): number {
  const [, inicio = ''] = row.toString().split('\t', 2)
  return Date.parse(inicio)
}

function encodeError({ codigo, mensaje, nodo }: ErrorDeNodo, clean: Clean): string {
  return `\t${escapeText(codigo)}\t${escapeText(clean(mensaje))}\t${nodo === null ? NULL : escapeText(nodo)}`
}

/** Plain text without what is hidden. */
type Clean = (text: string) => string

function cleanerOf(secretos: SecretScope, { hideIn }: Mascaras): Clean {
  return hideIn === null ? (text) => secretos.redact(text) : (text) => hideIn(secretos.redact(text))
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
  run: RunRecord,
  writers: Writers,
  { maxChars, maxIteraciones }: Pick<RunEncoders, 'maxChars' | 'maxIteraciones'>,
): string {
  let text = ''
  for (const paso of run.pasos) {
    if (text !== '') text += ','
    const withValues = text.length < maxChars && isSampled(paso, maxIteraciones)
    text += encodePaso(paso, run, { ...writers, withValues })
  }
  return run.pasosOmitidos === 0 ? text : `${text},{"omitidos":${run.pasosOmitidos}}`
}

/** A span without what most have alike; `restore-pasos.ts` reads it. */
function encodePaso(
  paso: Paso,
  run: RunRecord,
  { sample, clean, withValues }: Writers & { withValues: boolean },
): string {
  const ocultos = run.plan.ocultos?.get(paso.nodo)
  // Whole microseconds since the millisecond in which the run began: short, and quick to write.
  const desde = Math.round((paso.inicio - Math.floor(run.inicio)) * 1_000)
  let text = `{"nodo":"${paso.nodo}","us":[${desde},${Math.round(paso.duracionMs * 1_000)}]`
  if (paso.estado !== 'ok') text += `,"estado":"${paso.estado}"`
  if (paso.intentos !== 1) text += `,"intentos":${paso.intentos}`
  if (paso.iteracion) text += `,"iteracion":[${paso.iteracion.join(',')}]`
  if (paso.iteraciones) text += `,"iteraciones":${paso.iteraciones}`
  if (withValues) {
    if (paso.entrada !== undefined) text += `,"entrada":${sample(paso.entrada, ocultos?.entrada)}`
    if (paso.salida !== undefined) text += encodeSalida(paso.salida, run, { sample, ocultos })
  }
  if (paso.rama !== undefined) text += `,"rama":${JSON.stringify(paso.rama)}`
  if (paso.aviso !== undefined)
    text += `,"aviso":${JSON.stringify(clean(hideDerivedAviso(paso.aviso, paso.nodo, run.plan)))}`
  if (paso.error) text += `,"error":${encodeErrorDeNodo(hideDerived(paso.error, run.plan), sample)}`
  return `${text}}`
}

/** What the run took in or gave stands in its row already: the span of that node only says so (see `restore-pasos.ts`). */
function encodeSalida(
  salida: unknown,
  { entrada, respuesta }: RunRecord,
  { sample, ocultos }: { sample: Sample; ocultos: Ocultos | undefined },
): string {
  if (typeof salida === 'object' && salida !== null) {
    if (salida === entrada) return ',"salidaDe":"entrada"'
    if (salida === respuesta?.cuerpo) return ',"salidaDe":"salida"'
  }
  return `,"salida":${sample(salida, ocultos?.salida)}`
}

/** Each part is cut by itself: what it is and where it happened are never lost. */
function encodeErrorDeNodo({ codigo, mensaje, nodo, detalle }: ErrorDeNodo, sample: Sample): string {
  const text = `{"codigo":"${codigo}","mensaje":${sample(mensaje)},"nodo":${JSON.stringify(nodo)}`
  return detalle === undefined ? `${text}}` : `${text},"detalle":${sample(detalle)}}`
}

/** Of a region the first items and the ones that failed: the others look alike and would only cost time. */
function isSampled({ iteracion, estado }: Paso, maxIteraciones: number): boolean {
  return !iteracion || estado === 'error' || iteracion.every((index) => index < maxIteraciones)
}

/** To the microsecond: the rest is noise of the clock. */
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
