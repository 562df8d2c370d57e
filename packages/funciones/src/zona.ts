import { Fecha } from '@div/contract'
import { failFormula } from '@div/formula'
import { Temporal } from 'temporal-polyfill'

/** A moment as a clock on the wall of a zone shows it. Throws ExpresionFallida for an unknown IANA name. */
export function toZoned(value: Date | Fecha, zona: string): Temporal.ZonedDateTime {
  try {
    if (value instanceof Fecha) {
      return Temporal.PlainDate.from({
        year: value.year,
        month: value.month,
        day: value.day,
      }).toZonedDateTime(zona)
    }
    return Temporal.Instant.fromEpochMilliseconds(value.getTime()).toZonedDateTimeISO(zona)
  } catch {
    // The only thing that a caller can get wrong here is the name of the zone.
    return failFormula(`no existe la zona horaria «${zona}»`)
  }
}

export function toDate(zoned: Temporal.ZonedDateTime): Date {
  return new Date(zoned.epochMilliseconds)
}

export function toFecha({ year, month, day }: { year: number; month: number; day: number }): Fecha {
  return new Fecha(year, month, day)
}

/** The day of a moment: of an instant, where the zone is. */
export function dayOf(value: Date | Fecha, zona: string): Fecha {
  return value instanceof Fecha ? value : toFecha(toZoned(value, zona))
}

export function plainDate({ year, month, day }: Fecha): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day })
}
