import {
  countPasos,
  type DecisionDeUso,
  type DefinicionDeAgente,
  isPlainObject,
  needsConfirmation,
  type UsoDeCapacidad,
} from '@div/contract'
import type { LlamadaDeHerramienta } from '@div/servidores'
import { storable } from '../../db/storable.ts'
import type { Capacidad } from '../capacidades/capacidades.ts'
import type { EstadoDeEjecucion, UsoEnMarcha } from './estado.ts'
import { NEGADAS } from './palabras.ts'
import { tellCambio } from './tell-cambio.ts'

/** What becomes of what a model asks for: nothing of what it says is believed, and what it read decides nothing. */
export function decideTurno(
  llamadas: readonly LlamadaDeHerramienta[],
  {
    capacidades,
    hayPersona,
    conDatosAjenos,
    desde,
  }: {
    capacidades: ReadonlyMap<string, Capacidad>
    /** Somebody can be asked. */
    hayPersona: boolean
    conDatosAjenos: boolean
    /** Steps that there are already. */
    desde: number
  },
): { turno: UsoEnMarcha[]; pasos: UsoDeCapacidad[] } {
  const decided = llamadas.map((llamada, index) => {
    const capacidad = capacidades.get(llamada.nombre)
    const negada = refuseLlamada(llamada, capacidad, hayPersona)
    const waits = negada === null && capacidad !== undefined && needsConfirmation(capacidad)
    const paso: UsoDeCapacidad = {
      tipo: 'capacidad',
      id: idOf({ llamada, lugar: desde + index, huella: capacidad?.huella }),
      nombre: llamada.nombre,
      capacidadId: capacidad?.id ?? null,
      ...(capacidad && { objetivo: capacidad.objetivo }),
      escribe: capacidad?.escribe ?? false,
      trasDatosAjenos: conDatosAjenos,
      estado: negada === null ? (waits ? 'espera' : 'ejecutando') : 'rechazada',
      motivo: negada?.motivo ?? null,
      entrada: llamada.argumentos,
      salida: null,
      ejecucionId: null,
      duracionMs: 0,
    }
    const que = negada === null ? (waits ? 'confirmar' : 'hacer') : 'hecho'
    const uso: UsoEnMarcha = {
      ...{ llamada, lugar: desde + index, que, resultado: negada?.resultado ?? '' },
      ...(capacidad && { huella: capacidad.huella }),
    }
    return { uso, paso }
  })
  return { turno: decided.map(({ uso }) => uso), pasos: decided.map(({ paso }) => paso) }
}

/** By which a use is allowed, as it is stored: it names what is to be done. Services repeat their ids from one answer to the next. */
function idOf({
  llamada,
  lugar,
  huella = '',
}: Pick<UsoEnMarcha, 'llamada' | 'lugar'> & { huella: string | undefined }): string {
  return [lugar, huella, storable(llamada.id)].join(':')
}

/** A use whose capability has become another one since a person allowed it: they are asked anew. */
export function askAnew(
  { llamada, lugar }: UsoEnMarcha,
  paso: UsoDeCapacidad,
  { huella, escribe, objetivo }: Capacidad,
): { uso: UsoEnMarcha; paso: UsoDeCapacidad } {
  return {
    uso: { ...{ llamada, lugar, huella }, que: 'confirmar', resultado: '' },
    paso: {
      ...{ ...paso, escribe, objetivo, id: idOf({ llamada, lugar, huella }) },
      ...{ estado: 'espera', motivo: tellCambio(paso, { objetivo, escribe }) },
    },
  }
}

/** What is not done: why, for a person, and how the model is told. */
interface Negada {
  motivo: string
  resultado: string
}

function refuseLlamada(
  { argumentos }: LlamadaDeHerramienta,
  capacidad: Capacidad | undefined,
  hayPersona: boolean,
): Negada | null {
  if (!capacidad) return tellAs(NEGADAS.desconocida)
  if (!isPlainObject(argumentos)) return tellAs(NEGADAS.malEscrita)
  if (needsConfirmation(capacidad) && !hayPersona) return tellAs(NEGADAS.sinPersona)
  return refuseArgumentos(capacidad, argumentos)
}

const tellAs = (motivo: string): Negada => ({ motivo, resultado: motivo })

/** Nobody is asked to allow what cannot work. Null: it may. */
export function refuseArgumentos(
  capacidad: Pick<Capacidad, 'findErrores'>,
  argumentos: unknown,
): Negada | null {
  const errores = capacidad.findErrores(argumentos)
  if (errores.length === 0) return null
  const dichos = errores.map(({ campo, mensaje }) => (campo === '' ? mensaje : `«${campo}»: ${mensaje}`))
  return {
    motivo: [NEGADAS.argumentos, ...dichos].join(' '),
    resultado: JSON.stringify({ error: NEGADAS.argumentos, errores }),
  }
}

/** The run after a person has said what may be done. Null: one of these does not wait for them. */
export function applyDecisiones(
  estado: EstadoDeEjecucion,
  decisiones: readonly DecisionDeUso[],
): EstadoDeEjecucion | null {
  const pasos = [...estado.pasos]
  const turno = [...estado.turno]
  for (const { id, permitido } of decisiones) {
    const at = turno.findIndex(({ lugar, que }) => {
      const paso = pasos[lugar]
      return que === 'confirmar' && paso?.tipo === 'capacidad' && paso.id === id
    })
    const uso = turno[at]
    const paso = uso && pasos[uso.lugar]
    if (!uso || paso?.tipo !== 'capacidad') return null
    turno[at] = permitido
      ? { ...uso, que: 'hacer', confirmado: true }
      : { ...uso, que: 'hecho', resultado: NEGADAS.persona }
    pasos[uso.lugar] = permitido
      ? { ...paso, estado: 'ejecutando', motivo: null }
      : { ...paso, estado: 'rechazada', motivo: NEGADAS.persona }
  }
  return { ...estado, pasos, turno }
}

/** The limit that a run has come to; null: it may go on. */
export function limitReached(
  { pasos, tokens, duracionMs }: Pick<EstadoDeEjecucion, 'pasos' | 'tokens' | 'duracionMs'>,
  limites: DefinicionDeAgente['limites'],
): string | null {
  if (countPasos(pasos) >= limites.pasos) return `${limites.pasos} pasos`
  if (tokens.entrada + tokens.salida >= limites.tokens) return `${limites.tokens} tokens`
  return duracionMs >= limites.tiempoMs ? tellTiempo(limites.tiempoMs) : null
}

export function tellTiempo(tiempoMs: number): string {
  return `${Math.round(tiempoMs / 1_000)} segundos`
}
