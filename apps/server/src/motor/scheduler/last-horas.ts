import { type Hora, type Horario, nextHoras } from './horas.ts'

/** Hours that are reckoned at once. */
const MAX_AT_ONCE = 512

interface Stretch {
  /** After this instant. */
  from: number
  /** Up to this one, itself included. */
  until: number
}

/**
 * The last hours of a stretch, oldest first, no more than `most`, and the first one after it. What they cost does not grow with how many came
 * before them: after a long absence only those near its end are reckoned.
 */
export function lastHoras(
  horario: Horario,
  { from, until, most }: Stretch & { most: number },
): { horas: Hora[]; next: Hora | undefined } {
  const first = walk(horario, { from, until, most })
  if (isPast(first.next, until)) return first
  // They are mostly as dense at the end as at the beginning.
  let length = Math.max(1, timeOf(first.next) - from)
  let horas: Hora[] = []
  for (let end = until; end > from && horas.length < most; length *= 2) {
    const start = Math.max(from, end - length)
    horas = [...lastOf(horario, { from: start, until: end, most: most - horas.length }), ...horas]
    end = start
  }
  return { horas, next: walk(horario, { from: until, until, most: 0 }).next }
}

/** Of a stretch that may hold too many, looks at its later half first. */
function lastOf(horario: Horario, { from, until, most }: Stretch & { most: number }): Hora[] {
  const { horas, next } = walk(horario, { from, until, most })
  if (isPast(next, until)) return horas
  const middle = from + Math.floor((until - from) / 2)
  const late = lastOf(horario, { from: middle, until, most })
  if (late.length === most) return late
  return [...lastOf(horario, { from, until: middle, most: most - late.length }), ...late]
}

/** The first hours of a stretch, no more than `most`, and the one that follows them. */
function walk(
  horario: Horario,
  { from, until, most }: Stretch & { most: number },
): { horas: Hora[]; next: Hora | undefined } {
  const horas: Hora[] = []
  let after = new Date(from)
  // Mostly one is due; of a long absence ever more are asked for at once.
  for (let count = Math.min(2, most + 1); ; count = Math.min(count * 2, MAX_AT_ONCE)) {
    const found = nextHoras(horario, { count, from: after })
    for (const hora of found) {
      if (horas.length === most || timeOf(hora) > until) return { horas, next: hora }
      horas.push(hora)
    }
    const last = found.at(-1)
    if (!last) return { horas, next: undefined }
    after = last.momento
  }
}

function timeOf(hora: Hora | undefined): number {
  return hora?.momento.getTime() ?? Number.POSITIVE_INFINITY
}

function isPast(hora: Hora | undefined, until: number): boolean {
  return timeOf(hora) > until
}
