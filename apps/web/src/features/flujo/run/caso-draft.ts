import type { ResultadoDeEjecucion } from '@div/contract'
import { type CasoDePruebaGuardado, type Diferencia, type Esperado, isCut } from '@div/contract'
import { readJson } from '@div/ui'
import type { CasoToWrite } from './run-api.ts'

/** A case while it is written: values as texts. */
export interface CasoDraft {
  /** Of one that stands there. */
  id: string | null
  revision: number | null
  nombre: string
  descripcion: string
  entrada: string
  /** Outputs by node that it takes as they are. */
  datosFijados: string
  estado: Esperado['estado']
  codigo: string
  /** Empty: any. */
  estadoHttp: string
  comparar: 'completa' | 'campos' | 'ninguna'
  salida: string
}

const toText = (value: unknown) => JSON.stringify(value, null, 2)

export function draftOf(caso: CasoDePruebaGuardado): CasoDraft {
  const { id, revision, nombre, descripcion, entrada, datosFijados, esperado } = caso
  return {
    ...emptyDraft(),
    id,
    revision,
    nombre,
    descripcion,
    entrada: toText(entrada),
    datosFijados: toText(datosFijados),
    ...(esperado.estado === 'error'
      ? { estado: 'error', codigo: esperado.codigo ?? '' }
      : {
          estado: 'ok',
          estadoHttp: String(esperado.estadoHttp ?? ''),
          comparar: esperado.comparar,
          salida: toText(esperado.salida),
        }),
  }
}

interface TriedWith {
  entrada: Readonly<Record<string, unknown>>
  datosFijados?: Readonly<Record<string, unknown>>
}

/** What was just tried, as what it must always come to. An answer that is not there whole is looked at by its state alone. */
export function draftFromRun(
  { entrada, datosFijados = {} }: TriedWith,
  resultado: Pick<ResultadoDeEjecucion, 'estado' | 'estadoHttp' | 'error' | 'salida'> | null,
): CasoDraft {
  const draft = { ...emptyDraft(), entrada: toText(entrada), datosFijados: toText(datosFijados) }
  if (resultado === null) return draft
  const { estado, estadoHttp, error, salida } = resultado
  if (estado !== 'ok') return { ...draft, estado: 'error', codigo: error?.codigo ?? '' }
  const cut = isCut(salida)
  return {
    ...draft,
    estadoHttp: String(estadoHttp ?? ''),
    comparar: cut ? 'ninguna' : 'completa',
    salida: toText(cut ? null : salida),
  }
}

function emptyDraft(): CasoDraft {
  return {
    id: null,
    revision: null,
    nombre: '',
    descripcion: '',
    entrada: '{}',
    datosFijados: '{}',
    estado: 'ok',
    codigo: '',
    estadoHttp: '',
    comparar: 'completa',
    salida: 'null',
  }
}

/** What is sent of it, or the texts that are no JSON. */
export function readDraft(
  draft: CasoDraft,
): { caso: CasoToWrite } | { mistakes: Partial<Record<'entrada' | 'datosFijados' | 'salida', string>> } {
  const entrada = readJson(draft.entrada)
  const datosFijados = readJson(draft.datosFijados)
  const looksAtSalida = draft.estado === 'ok' && draft.comparar !== 'ninguna'
  const salida = readJson(looksAtSalida ? draft.salida : 'null')
  if (!entrada.isValid || !datosFijados.isValid || !salida.isValid) {
    return {
      mistakes: {
        ...(!entrada.isValid && { entrada: entrada.message }),
        ...(!datosFijados.isValid && { datosFijados: datosFijados.message }),
        ...(!salida.isValid && { salida: salida.message }),
      },
    }
  }
  const { id, revision, nombre, descripcion, estado, codigo, estadoHttp, comparar } = draft
  return {
    caso: {
      ...(id !== null && revision !== null && { id, revision }),
      nombre,
      descripcion,
      // The server says at its field what is no object.
      entrada: entrada.value as Record<string, unknown>,
      datosFijados: datosFijados.value as Record<string, unknown>,
      esperado:
        estado === 'error'
          ? { estado, codigo: codigo.trim() === '' ? null : codigo.trim() }
          : {
              estado,
              estadoHttp: estadoHttp === '' ? null : Number(estadoHttp),
              comparar,
              salida: salida.value,
            },
    },
  }
}

/** In one line: what it must come to, and what it does not call. */
export function describeCaso({
  esperado,
  datosFijados,
}: Pick<CasoDePruebaGuardado, 'esperado' | 'datosFijados'>): string {
  const pinned = Object.keys(datosFijados).length
  const nodos = pinned === 1 ? '1 nodo' : `${pinned} nodos`
  return pinned === 0 ? describeEsperado(esperado) : `${describeEsperado(esperado)}; fija ${nodos}`
}

function describeEsperado(esperado: Esperado): string {
  if (esperado.estado === 'error')
    return esperado.codigo === null ? 'Debe fallar' : `Debe fallar con ${esperado.codigo}`
  const { estadoHttp, comparar } = esperado
  const what = {
    completa: 'la respuesta entera',
    campos: 'algunos campos',
    ninguna: 'solo que termine bien',
  }[comparar]
  return estadoHttp === null ? `Compara ${what}` : `HTTP ${estadoHttp}; compara ${what}`
}

/** As a cell of a table says it. */
export function describeSide(diferencia: Diferencia, side: 'esperado' | 'obtenido'): string {
  if (!(side in diferencia)) return '–'
  const text = JSON.stringify(diferencia[side]) ?? '–'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
