import type { Tarea } from '@div/contract'
import { nextFirings } from './cron.ts'
import {
  changeOf,
  type DiaLocal,
  diaLocal,
  horaBefore,
  instantAt,
  instantBefore,
  localOf,
  startOfDay,
} from './dia-local.ts'
import { addDays, type NombrarFestivo } from './festivos.ts'

/** A schedule and what becomes of it on days on which nobody works. */
export interface Horario extends Pick<Tarea, 'cron' | 'zonaHoraria'> {
  /** Absent: it knows no such days. */
  festivos?: { nombrar: NombrarFestivo; enFestivo: Tarea['enFestivo'] } | undefined
}

/** An hour of a schedule. */
export interface Hora {
  momento: Date
  /** Why it is left out, or stands where it does; null: it is as the cron text says. */
  festivo: string | null
  seOmite: boolean
}

/** So many days without one on which somebody works: a calendario that knows none. */
const MAX_DAYS = 400

/** The next hours after an instant, those that are left out among them; fewer when the schedule ends. */
export function nextHoras(
  { festivos, ...horario }: Horario,
  { count, from }: { count: number; from: Date },
): Hora[] {
  if (!festivos) return nextFirings(horario, { count, from }).map(asPlanned)
  const { nombrar, enFestivo } = festivos
  if (enFestivo === 'omitir') {
    return nextFirings(horario, { count, from }).map((momento) => {
      const festivo = nombrar(localOf(horario.zonaHoraria, momento).dia)
      return { momento, festivo, seOmite: festivo !== null }
    })
  }
  return nextMoved({ ...horario, nombrar }, { count, from })
}

/** Those that fire. */
export function nextDisparos(horario: Horario, { count, from }: { count: number; from: Date }): Date[] {
  const found: Date[] = []
  let after = from
  // A calendario may leave out many days in a row.
  for (let look = 0; look < MAX_DAYS && found.length < count; look++) {
    const horas = nextHoras(horario, { count, from: after })
    const last = horas.at(-1)
    if (!last) break
    found.push(...horas.filter(({ seOmite }) => !seOmite).map(({ momento }) => momento))
    const resumed = last.seOmite ? endOfRest(horario, last.momento) : last.momento
    if (resumed === null) break
    after = resumed
  }
  return found.slice(0, count)
}

function asPlanned(momento: Date): Hora {
  return { momento, festivo: null, seOmite: false }
}

interface Calendar extends Pick<Tarea, 'cron' | 'zonaHoraria'> {
  nombrar: NombrarFestivo
}
interface Wanted {
  count: number
  from: Date
}

/** Hours of days on which nobody works stand at the same hour of the next day on which somebody does; what meets there is one. */
function nextMoved(horario: Calendar, { count, from }: Wanted): Hora[] {
  const { zonaHoraria, nombrar } = horario
  const horas: Hora[] = []
  // What was due on the days before, on which nobody works, may stand after `from`.
  let after = startOfRest(horario, from)
  // Each look comes to the end of a day: only the first may find nothing that stands after `from`.
  while (horas.length < count) {
    const [next] = nextFirings(horario, { count: 1, from: after })
    if (!next) break
    const { dia } = localOf(zonaHoraria, next)
    const worked = nextWorked(nombrar, dia)
    if (worked === null) break
    horas.push(...listHoras(horario, { first: dia, worked }, { count, from }))
    after = new Date(startOfDay(zonaHoraria, addDays(worked, 1)) - 1)
  }
  return horas.slice(0, count)
}

/** The first hours after `from` of a day on which somebody works: its own, and those of the days before it from `first` on. */
function listHoras(
  horario: Calendar,
  { first, worked }: { first: string; worked: string },
  wanted: Wanted,
): Hora[] {
  const { zonaHoraria, nombrar } = horario
  const { inicio, fin } = diaLocal(zonaHoraria, worked)
  const from = new Date(Math.max(wanted.from.getTime(), inicio - 1))
  const own = firingsBefore(horario, fin, { ...wanted, from })
  const horas = own.map(asPlanned)
  for (let rest = first; rest < worked; rest = addDays(rest, 1)) {
    const festivo = nombrar(rest)
    const moved = movedTo({ inicio, fin }, horario, { rest, wanted: { ...wanted, from } })
    horas.push(...moved.map((momento) => ({ momento, festivo, seOmite: false })))
  }
  return inOrder(horas).slice(0, wanted.count)
}

/** Where the hours of a day of rest stand on another day: all that are wanted, and few more, however many there are. */
function movedTo(
  day: DiaLocal,
  horario: Calendar,
  { rest, wanted: { count, from } }: { rest: string; wanted: Wanted },
): Date[] {
  const { zonaHoraria } = horario
  const restDay = diaLocal(zonaHoraria, rest)
  const found: Date[] = []
  let after = new Date(instantBefore(restDay, horaBefore(day, from.getTime())))
  // What is due later may stand earlier where a clock is changed, by no more than that.
  const changed = Math.max(changeOf(restDay), changeOf(day))
  let end = restDay.fin
  while (after.getTime() < end) {
    const firings = firingsBefore(horario, end, { count, from: after })
    const last = firings.at(-1)
    if (!last) break
    const moved = firings.map(
      (firing) => new Date(instantAt(zonaHoraria, day, localOf(zonaHoraria, firing).hora)),
    )
    found.push(...moved.filter((momento) => momento > from))
    if (found.length >= count) end = Math.min(end, last.getTime() + changed)
    after = last
  }
  return found
}

/** Many may be wanted of a day that has few: ever more are asked for at once. */
function firingsBefore(horario: Calendar, end: number, { count, from }: Wanted): Date[] {
  const found: Date[] = []
  let after = from
  for (let asked = 2; found.length < count; asked *= 2) {
    const firings = nextFirings(horario, { count: Math.min(asked, count - found.length), from: after })
    const last = firings.at(-1)
    if (!last) break
    found.push(...firings.filter((firing) => firing.getTime() < end))
    if (last.getTime() >= end) break
    after = last
  }
  return found
}

/** One at each moment: what stands there by itself was not moved. */
function inOrder(horas: readonly Hora[]): Hora[] {
  const byMoment = new Map<number, Hora>()
  for (const hora of horas) {
    const at = hora.momento.getTime()
    if (!byMoment.has(at) || hora.festivo === null) byMoment.set(at, hora)
  }
  return [...byMoment.entries()].toSorted(([left], [right]) => left - right).map(([, hora]) => hora)
}

/** The first day from this one on, itself included, on which somebody works; null: nobody does for as long as is looked. */
function nextWorked(nombrar: NombrarFestivo, dia: string): string | null {
  for (let days = 0; days <= MAX_DAYS; days++) {
    const next = addDays(dia, days)
    if (nombrar(next) === null) return next
  }
  return null
}

/** Just before the first instant after a day of rest on which somebody works; null: nobody does. */
function endOfRest({ zonaHoraria, festivos }: Horario, momento: Date): Date | null {
  if (!festivos) return momento
  const worked = nextWorked(festivos.nombrar, localOf(zonaHoraria, momento).dia)
  return worked === null ? null : new Date(startOfDay(zonaHoraria, worked) - 1)
}

/** The beginning of the days on which nobody works and to which an instant belongs, or which end just before it; else the instant itself. */
function startOfRest({ zonaHoraria, nombrar }: Calendar, from: Date): Date {
  const today = localOf(zonaHoraria, from).dia
  let first = today
  for (let days = 1; days <= MAX_DAYS && nombrar(addDays(first, -1)) !== null; days++)
    first = addDays(first, -1)
  if (first === today && nombrar(today) === null) return from
  // With what is due in its first second.
  return new Date(startOfDay(zonaHoraria, first) - 1)
}
