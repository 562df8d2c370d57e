import { parseInstante } from '@div/contract'
import { type CronField, type CronFields, parseCron } from './cron-field.ts'
import { presetOf, UNIDADES, type Unidad } from './cron-preset.ts'

const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]
const DIAS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
const ORDINALES = ['', 'primer', 'segundo', 'tercer', 'cuarto', 'quinto']
const LIST = new Intl.ListFormat('es', { type: 'conjunction' })
/** More hours than these are not spelled out one by one. */
const MAX_TIMES = 6

/** A cron text in words: «De lunes a viernes, a las 08:00». Null when there are none for it. */
export function describeCron(cron: string): string | null {
  return describeRepeating(cron) ?? describeOnce(cron) ?? describeCalendar(cron)
}

const MOMENT = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short' })
/** Of `UNIDADES`, when it is one. */
const UNO: Readonly<Record<Unidad, string>> = { S: 'segundo', M: 'minuto', H: 'hora', D: 'día' }

function describeRepeating(cron: string): string | null {
  const preset = presetOf(cron)
  if (preset?.tipo !== 'intervalo') return null
  const { cada, unidad, desde } = preset
  const length = cada === 1 ? UNO[unidad] : `${cada} ${UNIDADES[unidad]}`
  return `Cada ${length}, desde el ${MOMENT.format(new Date(desde))}`
}

function describeOnce(cron: string): string | null {
  const instante = parseInstante(cron)
  return instante && `Una sola vez, el ${MOMENT.format(instante)}`
}

function describeCalendar(cron: string): string | null {
  const fields = parseCron(cron)
  if (fields === null) return null
  const time = describeTime(fields)
  const day = describeDay(fields)
  const month = describeMonth(fields.mes)
  const hasDay = day !== '' || month !== ''
  // What happens at one hour happens every day; what happens all the time need not say so.
  const when = [hasDay || !isAtHours(fields) ? day : 'todos los días', month].filter(Boolean).join(', ')
  return capitalize([when, time].filter(Boolean).join(', '))
}

function isAtHours({ minuto, hora }: CronFields): boolean {
  return minuto.kind === 'valores' && hora.kind === 'valores'
}

function describeTime(fields: CronFields): string {
  const { segundo } = fields
  if (segundo.kind === 'valores' && segundo.valores.length === 1) {
    const [only = 0] = segundo.valores
    const time = describeMinutes(fields)
    return only === 0 ? time : `${time}, en el segundo ${only}`
  }
  if (fields.minuto.kind === 'todos' && fields.hora.kind === 'todos') return every(segundo, 'segundo')
  return `${every(segundo, 'segundo')}, ${describeMinutes(fields)}`
}

function describeMinutes({ minuto, hora }: CronFields): string {
  if (minuto.kind === 'valores') {
    if (hora.kind === 'valores' && minuto.valores.length * hora.valores.length <= MAX_TIMES) {
      const times = hora.valores.flatMap((hour) => minuto.valores.map((minute) => clock(hour, minute)))
      return LIST.format(times.map((time) => `a ${/^01:/.test(time) ? 'la' : 'las'} ${time}`))
    }
    return `${describeHours(hora)}, ${describeMinute(minuto.valores)}`
  }
  const minutes = every(minuto, 'minuto')
  return hora.kind === 'todos' ? minutes : `${minutes}, ${hoursAround(hora)}`
}

function describeMinute(minutes: readonly number[]): string {
  const [only] = minutes
  if (minutes.length === 1) return only === 0 ? 'en punto' : `en el minuto ${only}`
  return `en los minutos ${LIST.format(minutes.map(String))}`
}

/** Of which a given minute is meant. */
function describeHours(hora: CronField): string {
  if (hora.kind === 'todos') return 'cada hora'
  if (hora.kind === 'rango') return `cada hora de ${clock(hora.desde, 0)} a ${clock(hora.hasta, 59)}`
  if (hora.kind === 'valores') return `a las horas ${LIST.format(hora.valores.map(String))}`
  return every(hora, 'hora')
}

/** In which something happens again and again. */
function hoursAround(hora: CronField): string {
  if (hora.kind === 'rango') return `de ${clock(hora.desde, 0)} a ${clock(hora.hasta, 59)}`
  if (hora.kind === 'valores') {
    return LIST.format(hora.valores.map((hour) => `de ${clock(hour, 0)} a ${clock(hour, 59)}`))
  }
  return `en una hora de cada ${hora.kind === 'cada' ? hora.paso : 1}${endsOf(hora, (hour) => clock(hour, 0))}`
}

function every(field: CronField, unit: string): string {
  if (field.kind === 'cada') {
    const step = field.paso === 1 ? `cada ${unit}` : `cada ${field.paso} ${unit}s`
    return `${step}${endsOf(field, String)}`
  }
  if (field.kind === 'rango') return `cada ${unit} del ${field.desde} al ${field.hasta}`
  if (field.kind === 'valores') return `en los ${unit}s ${LIST.format(field.valores.map(String))}`
  return `cada ${unit}`
}

function endsOf(field: CronField, toText: (value: number) => string): string {
  if (field.kind !== 'cada' || field.desde === null || field.hasta === null) return ''
  return `, del ${toText(field.desde)} al ${toText(field.hasta)}`
}

function describeDay({ dia, diaSemana, mes }: CronFields): string {
  const ofMonth = describeMonthDay(dia, mes.kind === 'todos')
  const ofWeek = describeWeekday(diaSemana)
  // Both together mean either (as cron has always had it).
  return ofMonth !== '' && ofWeek !== '' ? `${ofMonth} y también ${ofWeek}` : ofMonth || ofWeek
}

function describeMonthDay(dia: CronField, isEveryMonth: boolean): string {
  const ofMonth = isEveryMonth ? ' de cada mes' : ''
  switch (dia.kind) {
    case 'ultimo':
      return `el último día${ofMonth || ' del mes'}`
    case 'laborable':
      return `el día laborable más cercano al ${dia.dia}${ofMonth}`
    case 'valores':
      return dia.valores.length === 1
        ? `el día ${dia.valores[0]}${ofMonth}`
        : `los días ${LIST.format(dia.valores.map(String))}${ofMonth}`
    case 'rango':
      return `del día ${dia.desde} al ${dia.hasta}${ofMonth}`
    case 'cada':
      return dia.paso === 1
        ? ''
        : `cada ${dia.paso} días ${dia.desde === null ? 'desde el 1' : `del ${dia.desde} al ${dia.hasta}`}${ofMonth}`
    default:
      return ''
  }
}

function describeWeekday(field: CronField): string {
  const nameOf = (dia: number) => DIAS[dia] ?? ''
  const plural = (dia: number) => nameOf(dia).replace(/o$/, 'os')
  switch (field.kind) {
    case 'rango':
      return `de ${nameOf(field.desde)} a ${nameOf(field.hasta)}`
    case 'valores':
      return `los ${LIST.format(field.valores.map(plural))}`
    case 'enesimo':
      return `el ${field.cual === 'ultimo' ? 'último' : ORDINALES[field.cual]} ${nameOf(field.dia)} del mes`
    case 'cada':
      return field.paso === 1 ? '' : `cada ${field.paso} días de la semana`
    default:
      return ''
  }
}

function describeMonth(mes: CronField): string {
  const nameOf = (month: number) => MESES[month - 1] ?? ''
  if (mes.kind === 'valores') return `en ${LIST.format(mes.valores.map(nameOf))}`
  if (mes.kind === 'rango') return `de ${nameOf(mes.desde)} a ${nameOf(mes.hasta)}`
  return mes.kind === 'cada' && mes.paso > 1 ? `cada ${mes.paso} meses` : ''
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
