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
}

/** What jsonb refuses although it is JSON: NUL and halves of surrogate pairs. A pair of backslashes before it is ordinary text. */
const UNSTORABLE = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g

/** The run as one JSON object whose members are the columns of `ejecuciones`, ready for `json_to_recordset`. */
export function encodeRun(
  run: RunRecord,
  { sampler, redactor }: { sampler: Sampler; redactor: Redactor },
): string {
  const { error } = run
  let pasos = ''
  for (const paso of run.pasos) {
    pasos += pasos === '' ? encodePaso(paso, sampler) : `,${encodePaso(paso, sampler)}`
  }
  const text =
    `{"id":"${run.id}","inicio":${run.inicio},"duracion_ms":${run.duracionMs},"estado":"${run.estado}"` +
    `,"proceso_id":"${run.procesoId}","version":${run.version},"canal_id":${run.canalId ? `"${run.canalId}"` : 'null'}` +
    `,"origen":"${run.origen}"${error ? encodeError(error) : ''}` +
    `,"entrada":${sampler.sample(run.entrada)},"salida":${run.respuesta ? sampler.sample(run.respuesta.cuerpo) : 'null'}` +
    `,"pasos":[${pasos}]}`
  return makeStorable(redactor.redact(text))
}

function encodeError({ codigo, mensaje, nodo }: ErrorDeNodo): string {
  return `,"error_codigo":${JSON.stringify(codigo)},"error_mensaje":${JSON.stringify(mensaje)},"error_nodo":${JSON.stringify(nodo)}`
}

function encodePaso(paso: Paso, sampler: Sampler): string {
  let text =
    `{"nodo":"${paso.nodo}","estado":"${paso.estado}","inicio":${paso.inicio}` +
    `,"duracionMs":${paso.duracionMs},"intentos":${paso.intentos}`
  if (paso.iteracion) text += `,"iteracion":[${paso.iteracion.join(',')}]`
  if (paso.entrada !== undefined) text += `,"entrada":${sampler.sample(paso.entrada)}`
  if (paso.salida !== undefined) text += `,"salida":${sampler.sample(paso.salida)}`
  if (paso.rama !== undefined) text += `,"rama":${JSON.stringify(paso.rama)}`
  if (paso.aviso !== undefined) text += `,"aviso":${JSON.stringify(paso.aviso)}`
  if (paso.error) text += `,"error":${sampler.sample(paso.error)}`
  return `${text}}`
}

function makeStorable(text: string): string {
  // These two searches are cheap; the replacement below runs for one call in a million.
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text
  return text.replaceAll(UNSTORABLE, (found) => (found === '\\\\' ? found : '\\ufffd'))
}
