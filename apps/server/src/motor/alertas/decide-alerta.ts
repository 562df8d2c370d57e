import { tellRecuperacion } from './say-figures.ts'

/** That a rule holds of something now. */
export interface Hallazgo {
  /** Of what, where a rule watches many things; the same as long as it is the same thing. */
  sujeto: string
  mensaje: string
}

/** A time during which a rule held, and that is not over. */
export interface IncidenciaAbierta {
  id: string
  sujeto: string
  mensaje: string
  desde: Date
  /** When it was told last. */
  avisada: Date | null
  /** Since when it would be over. */
  bienDesde: Date | null
}

/** How a rule tells of what it finds. */
export interface ReglaDeAviso {
  repetirMinutos: number | null
  recuperaMinutos: number
  silenciadaHasta: Date | null
}

type Mensaje = 'alerta' | 'repeticion' | 'recuperacion'

/** What becomes of one incidencia. */
export type Paso =
  | { que: 'abrir'; sujeto: string; mensaje: string; dice: Mensaje | null }
  | { que: 'seguir'; id: string; mensaje: string; dice: Mensaje | null }
  | { que: 'esperar'; id: string; bienDesde: Date }
  | { que: 'cerrar'; id: string; mensaje: string; dice: Mensaje | null }

const MINUTE_MS = 60_000

/**
 * What a look at a rule comes to. Whoever is silenced is told nothing, and of what still stands when the silence is over; of an end only who
 * was told of its beginning, and who was is told of it also in silence.
 */
export function decideAlerta(
  { repetirMinutos, recuperaMinutos, silenciadaHasta }: ReglaDeAviso,
  {
    hallazgos,
    abiertas,
    now,
  }: { hallazgos: readonly Hallazgo[]; abiertas: readonly IncidenciaAbierta[]; now: Date },
): Paso[] {
  const isSilenced = silenciadaHasta !== null && silenciadaHasta > now
  const found = new Map(hallazgos.map(({ sujeto, mensaje }) => [sujeto, mensaje]))
  const known = new Set(abiertas.map(({ sujeto }) => sujeto))
  const isOlder = (than: Date, minutos: number) => now.getTime() - than.getTime() >= minutos * MINUTE_MS

  function repeats(avisada: Date): boolean {
    return repetirMinutos !== null && isOlder(avisada, repetirMinutos)
  }

  function goOn({ id, avisada }: IncidenciaAbierta, mensaje: string): Paso {
    const dice = avisada === null ? 'alerta' : repeats(avisada) ? 'repeticion' : null
    return { que: 'seguir', id, mensaje, dice: isSilenced ? null : dice }
  }

  function recover({ id, mensaje, desde, avisada, bienDesde }: IncidenciaAbierta): Paso {
    const since = bienDesde ?? now
    if (!isOlder(since, recuperaMinutos)) return { que: 'esperar', id, bienDesde: since }
    return {
      que: 'cerrar',
      id,
      mensaje: tellRecuperacion({ mensaje, desde, hasta: now }),
      dice: avisada === null ? null : 'recuperacion',
    }
  }

  const news = [...found].flatMap(([sujeto, mensaje]): Paso[] =>
    known.has(sujeto) ? [] : [{ que: 'abrir', sujeto, mensaje, dice: isSilenced ? null : 'alerta' }],
  )
  const olds = abiertas.map((abierta): Paso => {
    const mensaje = found.get(abierta.sujeto)
    return mensaje === undefined ? recover(abierta) : goOn(abierta, mensaje)
  })
  return [...olds, ...news]
}
