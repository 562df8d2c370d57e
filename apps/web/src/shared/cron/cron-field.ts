/** One field of a cron text, as far as words can be found for it. */
export type CronField =
  | { kind: 'todos' }
  | { kind: 'cada'; paso: number; desde: number | null; hasta: number | null }
  | { kind: 'valores'; valores: readonly number[] }
  | { kind: 'rango'; desde: number; hasta: number }
  | { kind: 'ultimo' }
  /** Of the month: on the n-th such weekday, or the last. */
  | { kind: 'enesimo'; dia: number; cual: number | 'ultimo' }
  | { kind: 'laborable'; dia: number }

export interface CronFields {
  segundo: CronField
  minuto: CronField
  hora: CronField
  dia: CronField
  mes: CronField
  diaSemana: CronField
}

const MESES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const DIAS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

interface Range {
  min: number
  max: number
  read: (text: string) => number
}

const plain = (min: number, max: number): Range => ({ min, max, read: readNumber })
const RANGES: Readonly<Record<keyof CronFields, Range>> = {
  segundo: plain(0, 59),
  minuto: plain(0, 59),
  hora: plain(0, 23),
  dia: plain(1, 31),
  mes: { min: 1, max: 12, read: (text) => nameOrNumber(text, MESES, 1) },
  // 7 is Sunday too.
  diaSemana: { min: 0, max: 7, read: (text) => nameOrNumber(text, DIAS, 0) },
}

/** The fields of a cron text; null of what is none, or is written in a way that is not put into words here. */
export function parseCron(cron: string): CronFields | null {
  const texts = cron.trim().split(/\s+/)
  if (texts.length !== 5 && texts.length !== 6) return null
  const [segundo, minuto, hora, dia, mes, diaSemana] = texts.length === 5 ? ['0', ...texts] : texts
  const fields = {
    segundo: parseField(segundo, RANGES.segundo),
    minuto: parseField(minuto, RANGES.minuto),
    hora: parseField(hora, RANGES.hora),
    dia: parseDay(dia),
    mes: parseField(mes, RANGES.mes),
    diaSemana: parseWeekday(diaSemana),
  }
  return isWhole(fields) ? fields : null
}

function isWhole(fields: { [Name in keyof CronFields]: CronField | null }): fields is CronFields {
  return Object.values(fields).every((field) => field !== null)
}

function parseField(text = '', range: Range): CronField | null {
  if (text === '*' || text === '?') return { kind: 'todos' }
  const [, base, paso] = /^([^/]+)\/(\d+)$/.exec(text) ?? []
  if (base !== undefined) return parseStep(base, Number(paso), range)
  if (!text.includes(',')) {
    const ends = parseEnds(text, range)
    if (ends !== null) return { kind: 'rango', ...ends }
  }
  const valores = text.split(',').map((part) => parseValues(part, range))
  if (valores.some((part) => part === null)) return null
  const sorted = [...new Set(valores.flatMap((part) => part ?? []))].sort((left, right) => left - right)
  return { kind: 'valores', valores: sorted }
}

function parseStep(base: string, paso: number, range: Range): CronField | null {
  if (paso < 1) return null
  if (base === '*') return { kind: 'cada', paso, desde: null, hasta: null }
  const ends = parseEnds(base, range)
  return ends && { kind: 'cada', paso, ...ends }
}

function parseEnds(text: string, { min, max, read }: Range): { desde: number; hasta: number } | null {
  const parts = text.split('-')
  if (parts.length !== 2) return null
  const [desde = Number.NaN, hasta = Number.NaN] = parts.map(read)
  return desde >= min && hasta <= max && desde < hasta ? { desde, hasta } : null
}

function parseValues(text: string, range: Range): number[] | null {
  const ends = parseEnds(text, range)
  if (ends !== null)
    return Array.from({ length: ends.hasta - ends.desde + 1 }, (_, index) => ends.desde + index)
  const value = range.read(text)
  return value >= range.min && value <= range.max ? [value] : null
}

function parseDay(text = ''): CronField | null {
  if (text === 'L') return { kind: 'ultimo' }
  const [, dia] = /^(\d+)W$/.exec(text) ?? []
  if (dia !== undefined) return { kind: 'laborable', dia: Number(dia) }
  return parseField(text, RANGES.dia)
}

function parseWeekday(text = ''): CronField | null {
  const [, name, cual] = /^(\w+)#(\d|L)$/.exec(text) ?? /^(\w+)(L)$/.exec(text) ?? []
  if (name !== undefined && cual !== undefined) {
    const dia = RANGES.diaSemana.read(name)
    return dia >= 0 && dia <= 7
      ? { kind: 'enesimo', dia: dia % 7, cual: cual === 'L' ? 'ultimo' : Number(cual) }
      : null
  }
  const field = parseField(text, RANGES.diaSemana)
  // Sunday has two numbers; from Monday on is how a week is read.
  if (field?.kind === 'valores') {
    const days = [...new Set(field.valores.map((dia) => dia % 7))]
    return { kind: 'valores', valores: days.sort((left, right) => fromMonday(left) - fromMonday(right)) }
  }
  return field
}

/** 0 is Monday. */
export function fromMonday(dia: number): number {
  return (dia + 6) % 7
}

function readNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function nameOrNumber(text: string, names: readonly string[], first: number): number {
  const at = names.indexOf(text.toUpperCase())
  return at === -1 ? readNumber(text) : at + first
}
