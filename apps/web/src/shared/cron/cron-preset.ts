import { parseInstante, parseIntervalo } from '@div/contract'
import { type CronField, type CronFields, fromMonday, parseCron } from './cron-field.ts'

/** What most tasks repeat at; everything else is written as cron has it. */
export type CronPreset =
  | { tipo: 'minutos'; cada: number }
  | { tipo: 'hora'; minuto: number }
  | { tipo: 'dia'; hora: number; minuto: number }
  | { tipo: 'semana'; hora: number; minuto: number; dias: readonly number[] }
  | { tipo: 'mes'; hora: number; minuto: number; dia: number | 'ultimo' }
  /** After so long, whatever the calendar says. */
  | { tipo: 'intervalo'; cada: number; unidad: Unidad; desde: string }
  /** Once. */
  | { tipo: 'fecha'; momento: string }

/** Of an interval, by its letter in ISO 8601. */
export const UNIDADES = { S: 'segundos', M: 'minutos', H: 'horas', D: 'días' } as const
export type Unidad = keyof typeof UNIDADES
const UNIDAD_MS: Readonly<Record<Unidad, number>> = { S: 1_000, M: 60_000, H: 3_600_000, D: 86_400_000 }

export type TipoPreset = CronPreset['tipo']

/** Where each begins when it is chosen. */
export const presetsFrom = (
  now: Date,
): Readonly<{ [Tipo in TipoPreset]: Extract<CronPreset, { tipo: Tipo }> }> => ({
  minutos: { tipo: 'minutos', cada: 15 },
  hora: { tipo: 'hora', minuto: 0 },
  dia: { tipo: 'dia', hora: 8, minuto: 0 },
  semana: { tipo: 'semana', hora: 8, minuto: 0, dias: [1, 2, 3, 4, 5] },
  mes: { tipo: 'mes', hora: 8, minuto: 0, dia: 1 },
  intervalo: { tipo: 'intervalo', cada: 90, unidad: 'M', desde: nextHour(now) },
  fecha: { tipo: 'fecha', momento: nextHour(now) },
})

function nextHour(now: Date): string {
  return new Date((Math.floor(now.getTime() / UNIDAD_MS.H) + 1) * UNIDAD_MS.H).toISOString()
}

/** Steps that divide the hour evenly: others would leave a shorter one at its end. */
export const MINUTOS = [1, 2, 3, 5, 10, 15, 20, 30] as const

export function cronOf(preset: CronPreset): string {
  switch (preset.tipo) {
    case 'minutos':
      return preset.cada === 1 ? '* * * * *' : `*/${preset.cada} * * * *`
    case 'hora':
      return `${preset.minuto} * * * *`
    case 'dia':
      return `${preset.minuto} ${preset.hora} * * *`
    case 'semana':
      return `${preset.minuto} ${preset.hora} * * ${weekdaysText(preset.dias)}`
    case 'mes':
      return `${preset.minuto} ${preset.hora} ${preset.dia === 'ultimo' ? 'L' : preset.dia} * *`
    case 'intervalo':
      return `R/${preset.desde}/P${preset.unidad === 'D' ? '' : 'T'}${preset.cada}${preset.unidad}`
    case 'fecha':
      return preset.momento
  }
}

/** The preset that a cron text says the same as; null when there is none. */
export function presetOf(cron: string): CronPreset | null {
  const intervalo = intervaloOf(cron)
  if (intervalo) return intervalo
  if (parseInstante(cron)) return { tipo: 'fecha', momento: cron }
  const fields = parseCron(cron)
  if (fields === null || onlyOf(fields.segundo) !== 0 || fields.mes.kind !== 'todos') return null
  const { minuto, hora, dia, diaSemana } = fields
  if (hora.kind !== 'todos') return atOneTime(fields)
  return dia.kind === 'todos' && diaSemana.kind === 'todos' ? withinHour(minuto) : null
}

/** In the largest unit that says it whole. */
function intervaloOf(cron: string): CronPreset | null {
  const parsed = parseIntervalo(cron)
  if (!parsed) return null
  const { cadaMs } = parsed
  const unidad = (['D', 'H', 'M', 'S'] as const).find((each) => cadaMs % UNIDAD_MS[each] === 0) ?? 'S'
  return { tipo: 'intervalo', cada: cadaMs / UNIDAD_MS[unidad], unidad, desde: parsed.inicio.toISOString() }
}

function atOneTime({ minuto, hora, dia, diaSemana }: CronFields): CronPreset | null {
  const time = { hora: onlyOf(hora), minuto: onlyOf(minuto) }
  if (!isTime(time)) return null
  if (dia.kind === 'todos' && diaSemana.kind === 'todos') return { tipo: 'dia', ...time }
  if (dia.kind === 'todos') {
    const dias = weekdaysOf(diaSemana)
    return dias && { tipo: 'semana', ...time, dias }
  }
  const day = dia.kind === 'ultimo' ? 'ultimo' : onlyOf(dia)
  return day === null || diaSemana.kind !== 'todos' ? null : { tipo: 'mes', ...time, dia: day }
}

function isTime(time: { hora: number | null; minuto: number | null }): time is {
  hora: number
  minuto: number
} {
  return time.hora !== null && time.minuto !== null
}

function withinHour(minuto: CronField): CronPreset | null {
  if (minuto.kind === 'todos') return { tipo: 'minutos', cada: 1 }
  if (minuto.kind === 'cada' && minuto.desde === null)
    return MINUTOS.some((step) => step === minuto.paso) ? { tipo: 'minutos', cada: minuto.paso } : null
  const only = onlyOf(minuto)
  return only === null ? null : { tipo: 'hora', minuto: only }
}

function onlyOf(field: CronField): number | null {
  return field.kind === 'valores' && field.valores.length === 1 ? (field.valores[0] ?? null) : null
}

function weekdaysOf(field: CronField): readonly number[] | null {
  if (field.kind === 'valores') return field.valores
  if (field.kind !== 'rango') return null
  return Array.from({ length: field.hasta - field.desde + 1 }, (_, index) => (field.desde + index) % 7)
}

/** From Monday on, neighbours as a range: `1-5`, `1,3`, `6,0`. */
function weekdaysText(dias: readonly number[]): string {
  const sorted = dias.toSorted((left, right) => fromMonday(left) - fromMonday(right))
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const isRun = sorted.length > 2 && last - first === sorted.length - 1
  return isRun ? `${first}-${last}` : sorted.join(',')
}
