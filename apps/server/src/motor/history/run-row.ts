import type { ErrorDeNodo, Paso } from '@div/contract'
import type { Ocultos } from '@div/engine'
import { storable } from '../../db/storable.ts'
import { CopyRow } from './copy-row.ts'
import { hideDerived, hideDerivedAviso, ocultosDeRespuesta } from './hide-derived.ts'
import { type Mascaras, normalizeField } from './mascaras.ts'
import { isAplazada } from './near-id.ts'
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

/** A NUL and halves of surrogate pairs, which not every reader takes. A pair of backslashes before it is ordinary text. */
const UNREADABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g
const COLUMNS = 17

const row = new CopyRow()

/**
 * The run as one row of the COPY of `run-writer.ts`. In bytes, which wait outside of the heap: a text put together from a hundred pieces is
 * a hundred objects, that every collection of garbage would move until the row is written.
 */
export function encodeRun(run: RunRecord, encoders: RunEncoders): Buffer {
  const { sampler, maxEntrada, mascaras } = encoders
  const { error, secretos } = run
  const sample = sampler.begin(secretos)
  const clean = cleanerOf(secretos, mascaras)
  // In the order in which values pass from node to node; all of them before the row begins, since any may fail.
  const entrada = sample(run.entrada, null, maxEntrada)
  const pasos = encodePasos(run, { sample, clean }, encoders)
  const salida = run.respuesta ? sample(run.respuesta.cuerpo, ocultosDeRespuesta(run)) : 'null'
  const told = error ? hideDerived(error, run.plan) : null
  return writeRow(run, encoders, {
    error: told && { ...told, mensaje: clean(told.mensaje) },
    clave: readClave(run, mascaras, clean),
    entrada: makeReadable(entrada),
    salida: makeReadable(salida),
    pasos: makeReadable(`[${pasos}]`),
  })
}

/** The same without what it took in and gave: when, how long and how it ended, and its business key. */
export function encodeOutline(run: RunRecord, encoders: RunEncoders): Buffer {
  const clean = cleanerOf(run.secretos, encoders.mascaras)
  return writeRow(run, encoders, {
    error: null,
    clave: readClave(run, encoders.mascaras, clean),
    entrada: null,
    salida: null,
    pasos: `[{"omitidos":${run.pasos.length + run.pasosOmitidos},"sinDatos":true}]`,
  })
}

interface Written {
  error: ErrorDeNodo | null
  clave: string | null
  entrada: string | null
  salida: string | null
  pasos: string
}

function writeRow(
  run: RunRecord,
  { nodoMotor, shiftMs }: Pick<RunEncoders, 'nodoMotor' | 'shiftMs'>,
  { error, clave, entrada, salida, pasos }: Written,
): Buffer {
  const { id } = run
  const inicio = Math.floor(run.inicio + shiftMs)
  row.begin(COLUMNS)
  row.uuid(id)
  row.moment(inicio)
  row.decimal(round(run.duracionMs))
  row.text(run.estado)
  row.uuid(run.procesoId)
  row.integer(run.version)
  row.uuid(run.canalId)
  row.text(run.origen)
  row.text(error && makePlain(error.codigo))
  row.text(error && makePlain(error.mensaje))
  row.text(error?.nodo ? makePlain(error.nodo) : null)
  row.text(nodoMotor)
  row.text(clave && makePlain(clave))
  row.text(entrada)
  row.text(salida)
  row.text(pasos)
  row.boolean(isAplazada(id, inicio) || null)
  return row.end()
}

/** A longer key is nothing that anybody types. */
export const MAX_CLAVE = 200

/** By which a business key is found. */
export type Keyed = Pick<RunRecord, 'entrada' | 'secretos'> & { plan: Pick<RunRecord['plan'], 'entrada'> }

/** The value by which its people know the run. */
export function readClave(
  { entrada, plan, secretos }: Keyed,
  mascaras: Mascaras,
  clean = cleanerOf(secretos, mascaras),
): string | null {
  const { clave } = plan.entrada
  if (clave === null || typeof entrada !== 'object' || entrada === null || secretos.hidesAll) return null
  const value: unknown = Reflect.get(entrada, clave)
  if (value === null || value === undefined || mascaras.hidesField(normalizeField(clave))) return null
  // Also a text that was read whole may be cut within a character.
  return storable(clean(String(value)).slice(0, MAX_CLAVE))
}

/** Plain text without what is hidden. */
type Clean = (text: string) => string

function cleanerOf(secretos: SecretScope, { hideIn }: Mascaras): Clean {
  return hideIn === null ? (text) => secretos.redact(text) : (text) => hideIn(secretos.redact(text))
}

/** Text holds no NUL. Halves of characters are written as such marks by themselves. */
function makePlain(text: string): string {
  return text.replaceAll('\0', '\ufffd')
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
  if (paso.compensa !== undefined) text += `,"compensa":"${paso.compensa}"`
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

/** JSON that every reader takes: a cut may fall between the halves of a character. */
export function makeReadable(json: string): string {
  // These searches are cheap; the replacement runs for one call in a million.
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return json
  return json.replaceAll(UNREADABLE, (found) => (found === '\\\\' ? found : '\\ufffd'))
}
