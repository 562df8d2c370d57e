import { type CambioDeHora, parseInstante, parseIntervalo } from '@div/contract'
import { nextFirings } from './cron.ts'
import { localOf } from './dia-local.ts'
import type { Horario } from './horas.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Within so many days both changes of a zone come that changes its clock at all. */
const LOOKED_DAYS = 400
/** No zone keeps an hour for less. */
const STEP_DAYS = 7
const SHOWN = 2

interface Cambio {
  /** The first instant of the new time. */
  momento: number
  /** Milliseconds from UTC. */
  antes: number
  despues: number
}

/** The next changes of the clock of its zone, with what the schedule does then; a zone that keeps its time has none. */
export function listCambios(
  horario: Horario,
  from: Date,
): (Omit<CambioDeHora, 'momento'> & { momento: Date })[] {
  // One moment is the same however a clock shows it.
  if (parseInstante(horario.cron)) return []
  return findCambios(horario.zonaHoraria, from.getTime()).map((cambio) => ({
    momento: new Date(cambio.momento),
    desfaseAntes: cambio.antes / MINUTE_MS,
    desfaseDespues: cambio.despues / MINUTE_MS,
    ...judge(horario, cambio),
  }))
}

function findCambios(zona: string, from: number): Cambio[] {
  const found: Cambio[] = []
  for (let days = 0; days < LOOKED_DAYS && found.length < SHOWN; days += STEP_DAYS) {
    const start = from + days * DAY_MS
    const end = start + STEP_DAYS * DAY_MS
    const [antes, despues] = [offsetAt(zona, start), offsetAt(zona, end)]
    if (antes !== despues) found.push({ momento: firstOf(zona, { start, end, despues }), antes, despues })
  }
  return found
}

/** The first instant of a stretch at which the new time holds; clocks change with the minute. */
function firstOf(zona: string, { start, end, despues }: { start: number; end: number; despues: number }) {
  let before = Math.floor(start / MINUTE_MS)
  let after = Math.ceil(end / MINUTE_MS)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zona, middle * MINUTE_MS) === despues) after = middle
    else before = middle
  }
  return after * MINUTE_MS
}

function offsetAt(zona: string, instant: number): number {
  const { dia, hora } = localOf(zona, new Date(instant))
  return Date.parse(`${dia}T00:00:00Z`) + hora - instant
}

function judge(horario: Horario, cambio: Cambio): Pick<CambioDeHora, 'efecto' | 'hora'> {
  const { cron, zonaHoraria, festivos } = horario
  if (parseIntervalo(cron)) return { efecto: 'intervalo', hora: null }
  const { momento, antes, despues } = cambio
  const [left, right] = [momento + antes, momento + despues].toSorted((one, other) => one - other)
  // As the clock would show them: of a day on which it does not change.
  const nominal = firingAfter({ cron, zonaHoraria: 'UTC' }, (left ?? 0) - 1)
  if (nominal === null || nominal >= (right ?? 0)) return { efecto: 'ninguno', hora: null }
  const [dia = '', hora = ''] = new Date(nominal).toISOString().slice(0, 16).split('T')
  if (festivos && festivos.nombrar(dia) !== null) return { efecto: 'festivo', hora }
  const fires = (instant: number) => firingAfter({ cron, zonaHoraria }, instant - 1) === instant
  if (despues < antes) return { efecto: fires(nominal - despues) ? 'dosVeces' : 'unaVez', hora }
  // What stands at the end of what is left out fires there anyway.
  const isOwn = firingAfter({ cron, zonaHoraria: 'UTC' }, (right ?? 0) - 1) === right
  return { efecto: !isOwn && fires(momento) ? 'despues' : 'seOmite', hora }
}

function firingAfter(horario: Pick<Horario, 'cron' | 'zonaHoraria'>, instant: number): number | null {
  return nextFirings(horario, { count: 1, from: new Date(instant) })[0]?.getTime() ?? null
}
