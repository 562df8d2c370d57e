import { Fecha } from '@div/contract'
import { cualquiera, defineFuncion, describe, failFormula, fecha, toTexto } from '@div/formula'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { formatMoment, parseMoment } from './formato-fecha.ts'
import { dayOf, plainDate, toDate, toFecha, toZoned } from './zona.ts'

const group = 'fecha'
const zona = () => z.string().optional()
const entero = () => z.number()

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

function part(name: string, what: string, field: Part, example: string, expected: number) {
  return defineFuncion({
    name,
    group,
    summary: `${what} de una fecha; de una fecha y hora, en la zona dada o en la del producto.`,
    args: { fecha: fecha(), zona: zona() },
    returns: 'entero',
    examples: [[example, expected]],
    run: ({ fecha: value, zona: zone }, { host }) => toZoned(value, zone ?? host.zonaHoraria)[field],
  })
}

function shift(
  name: string,
  what: string,
  unit: 'days' | 'weeks' | 'months' | 'years',
  example: readonly [string, unknown],
) {
  return defineFuncion({
    name,
    group,
    summary: `Suma ${what} a una fecha (resta si el número es negativo).`,
    args: { fecha: fecha(), cuantos: entero(), zona: zona() },
    returns: 'cualquiera',
    examples: [example],
    run: ({ fecha: value, cuantos, zona: zone }, { host }) =>
      inRange(() => {
        const duration = { [unit]: Math.trunc(cuantos) }
        return value instanceof Fecha
          ? toFecha(plainDate(value).add(duration))
          : toDate(toZoned(value, zone ?? host.zonaHoraria).add(duration))
      }),
  })
}

function shiftTime(name: string, what: string, unitMs: number, example: readonly [string, unknown]) {
  return defineFuncion({
    name,
    group,
    summary: `Suma ${what} a una fecha y hora.`,
    args: { fecha: fecha(), cuantos: entero() },
    returns: 'fechaHora',
    examples: [example],
    run: ({ fecha: value, cuantos }, { host }) =>
      validDate(toDate(toZoned(value, host.zonaHoraria)).getTime() + cuantos * unitMs),
  })
}

export const FECHA = [
  defineFuncion({
    name: 'HOY',
    group,
    summary: 'El día de hoy en la zona dada o en la del producto.',
    args: { zona: zona() },
    returns: 'fecha',
    volatile: true,
    examples: [['DIFERENCIA_DIAS(HOY(); HOY())', 0]],
    run: ({ zona: zone }, { host }) => dayOf(new Date(host.now()), zone ?? host.zonaHoraria),
  }),
  defineFuncion({
    name: 'AHORA',
    group,
    summary: 'El instante actual.',
    args: {},
    returns: 'fechaHora',
    volatile: true,
    examples: [['AHORA() > FECHAHORA("2020-01-01T00:00:00Z")', true]],
    run: (_, { host }) => new Date(host.now()),
  }),
  defineFuncion({
    name: 'FECHA',
    group,
    summary: 'Un día a partir de año, mes y día, o de un texto AAAA-MM-DD.',
    args: { anio: cualquiera(), mes: entero().optional(), dia: entero().optional() },
    returns: 'fecha',
    examples: [
      ['FECHA(2026; 11; 21)', new Fecha(2026, 11, 21)],
      ['FECHA("2024-02-29")', new Fecha(2024, 2, 29)],
    ],
    run: ({ anio, mes, dia }, context) => {
      if (anio === null) return null
      if (mes === undefined)
        return anio instanceof Date
          ? dayOf(anio, context.host.zonaHoraria)
          : (Fecha.parse(toTexto(anio, context)) ?? notADate(anio))
      const text = `${toTexto(anio, context).padStart(4, '0')}-${String(mes).padStart(2, '0')}-${String(dia ?? 1).padStart(2, '0')}`
      return Fecha.parse(text) ?? notADate(text)
    },
  }),
  defineFuncion({
    name: 'FECHAHORA',
    group,
    summary:
      'Un instante a partir de un texto ISO 8601; sin zona en el texto, en la zona dada o en la del producto.',
    args: { texto: cualquiera(), zona: zona() },
    returns: 'fechaHora',
    examples: [
      ['FECHAHORA("2026-11-21T10:00:00+01:00")', new Date('2026-11-21T09:00:00Z')],
      ['FECHAHORA("2026-07-01T12:00:00"; "Europe/Madrid")', new Date('2026-07-01T10:00:00Z')],
    ],
    run: ({ texto, zona: zone }, context) => {
      if (texto === null || texto instanceof Date) return texto
      const where = zone ?? context.host.zonaHoraria
      return texto instanceof Fecha
        ? toDate(toZoned(texto, where))
        : parseInstant(toTexto(texto, context), where)
    },
  }),
  part('ANIO', 'El año', 'year', 'ANIO(FECHA(2026; 11; 21))', 2026),
  part('MES', 'El mes, de 1 a 12,', 'month', 'MES(FECHA(2026; 11; 21))', 11),
  part('DIA', 'El día del mes', 'day', 'DIA(FECHAHORA("2026-11-21T23:30:00Z"); "Europe/Madrid")', 22),
  part(
    'HORA',
    'La hora, de 0 a 23,',
    'hour',
    'HORA(FECHAHORA("2026-11-21T23:30:00Z"); "America/Bogota")',
    18,
  ),
  part('MINUTO', 'El minuto', 'minute', 'MINUTO(FECHAHORA("2026-11-21T23:30:00Z"))', 30),
  part('SEGUNDO', 'El segundo', 'second', 'SEGUNDO(FECHAHORA("2026-11-21T23:30:15Z"))', 15),
  defineFuncion({
    name: 'DIASEM',
    group,
    summary: 'El día de la semana: 1 es lunes y 7 domingo.',
    args: { fecha: fecha(), zona: zona() },
    returns: 'entero',
    examples: [['DIASEM(FECHA(2026; 11; 21))', 6]],
    run: ({ fecha: value, zona: zone }, { host }) => toZoned(value, zone ?? host.zonaHoraria).dayOfWeek,
  }),
  defineFuncion({
    name: 'NUM_SEMANA',
    group,
    summary: 'El número de semana del año (ISO 8601).',
    args: { fecha: fecha() },
    returns: 'entero',
    examples: [['NUM_SEMANA(FECHA(2027; 1; 1))', 53]],
    run: ({ fecha: value }, { host }) => plainDate(dayOf(value, host.zonaHoraria)).weekOfYear ?? null,
  }),
  defineFuncion({
    name: 'TRIMESTRE',
    group,
    summary: 'El trimestre del año, de 1 a 4.',
    args: { fecha: fecha() },
    returns: 'entero',
    examples: [['TRIMESTRE(FECHA(2026; 11; 21))', 4]],
    run: ({ fecha: value }, { host }) => Math.ceil(dayOf(value, host.zonaHoraria).month / 3),
  }),
  defineFuncion({
    name: 'DIA_DEL_ANIO',
    group,
    summary: 'El número de día dentro del año.',
    args: { fecha: fecha() },
    returns: 'entero',
    examples: [['DIA_DEL_ANIO(FECHA(2026; 2; 1))', 32]],
    run: ({ fecha: value }, { host }) => plainDate(dayOf(value, host.zonaHoraria)).dayOfYear,
  }),
  shift('SUMAR_DIAS', 'días', 'days', ['SUMAR_DIAS(FECHA(2026; 2; 28); 1)', new Fecha(2026, 3, 1)]),
  shift('SUMAR_SEMANAS', 'semanas', 'weeks', [
    'SUMAR_SEMANAS(FECHA(2026; 11; 21); -1)',
    new Fecha(2026, 11, 14),
  ]),
  shift('SUMAR_MESES', 'meses, sin pasarse del último día del mes,', 'months', [
    'SUMAR_MESES(FECHA(2026; 1; 31); 1)',
    new Fecha(2026, 2, 28),
  ]),
  shift('SUMAR_ANIOS', 'años', 'years', ['SUMAR_ANIOS(FECHA(2024; 2; 29); 1)', new Fecha(2025, 2, 28)]),
  shiftTime('SUMAR_HORAS', 'horas', 3_600_000, [
    'SUMAR_HORAS(FECHAHORA("2026-03-29T00:30:00Z"); 1)',
    new Date('2026-03-29T01:30:00Z'),
  ]),
  shiftTime('SUMAR_MINUTOS', 'minutos', 60_000, [
    'SUMAR_MINUTOS(FECHAHORA("2026-11-21T10:00:00Z"); 90)',
    new Date('2026-11-21T11:30:00Z'),
  ]),
  shiftTime('SUMAR_SEGUNDOS', 'segundos', 1_000, [
    'SUMAR_SEGUNDOS(FECHAHORA("2026-11-21T10:00:00Z"); -1)',
    new Date('2026-11-21T09:59:59Z'),
  ]),
  defineFuncion({
    name: 'DIFERENCIA_DIAS',
    group,
    summary: 'Días de calendario de una fecha a otra.',
    args: { desde: fecha(), hasta: fecha(), zona: zona() },
    returns: 'entero',
    examples: [['DIFERENCIA_DIAS(FECHA(2026; 3; 28); FECHA(2026; 3; 30))', 2]],
    run: ({ desde, hasta, zona: zone }, { host }) => {
      const where = zone ?? host.zonaHoraria
      return plainDate(dayOf(desde, where)).until(plainDate(dayOf(hasta, where))).days
    },
  }),
  defineFuncion({
    name: 'DIFERENCIA_MESES',
    group,
    summary: 'Meses completos de una fecha a otra.',
    args: { desde: fecha(), hasta: fecha() },
    returns: 'entero',
    examples: [['DIFERENCIA_MESES(FECHA(2026; 1; 31); FECHA(2026; 3; 30))', 1]],
    run: ({ desde, hasta }, { host }) => untilIn(desde, hasta, 'months', host.zonaHoraria),
  }),
  defineFuncion({
    name: 'DIFERENCIA_ANIOS',
    group,
    summary: 'Años completos de una fecha a otra: la edad.',
    args: { desde: fecha(), hasta: fecha() },
    returns: 'entero',
    examples: [['DIFERENCIA_ANIOS(FECHA(2000; 11; 22); FECHA(2026; 11; 21))', 25]],
    run: ({ desde, hasta }, { host }) => untilIn(desde, hasta, 'years', host.zonaHoraria),
  }),
  defineFuncion({
    name: 'DIFERENCIA_SEGUNDOS',
    group,
    summary: 'Segundos de un instante a otro.',
    args: { desde: fecha(), hasta: fecha() },
    returns: 'decimal',
    examples: [
      ['DIFERENCIA_SEGUNDOS(FECHAHORA("2026-11-21T10:00:00Z"); FECHAHORA("2026-11-21T10:01:30Z"))', 90],
    ],
    run: ({ desde, hasta }, { host }) =>
      (toZoned(hasta, host.zonaHoraria).epochMilliseconds -
        toZoned(desde, host.zonaHoraria).epochMilliseconds) /
      1_000,
  }),
  defineFuncion({
    name: 'DIAS_LABORABLES',
    group,
    summary: 'Días de lunes a viernes de una fecha a otra, ambas incluidas, sin los festivos dados.',
    args: { desde: fecha(), hasta: fecha(), festivos: z.array(z.unknown()).default([]) },
    returns: 'entero',
    examples: [
      ['DIAS_LABORABLES(FECHA(2026; 11; 16); FECHA(2026; 11; 22))', 5],
      ['DIAS_LABORABLES(FECHA(2026; 12; 7); FECHA(2026; 12; 9); ["2026-12-08"])', 2],
    ],
    run: ({ desde, hasta, festivos }, context) => {
      const { zonaHoraria } = context.host
      const [from, to] = [plainDate(dayOf(desde, zonaHoraria)), plainDate(dayOf(hasta, zonaHoraria))]
      const days = from.until(to).days + 1
      context.spend(Math.max(0, days))
      const holidays = new Set(festivos.map((each) => toTexto(each, context)))
      let count = 0
      for (let day = 0; day < days; day++) {
        const date = from.add({ days: day })
        if (date.dayOfWeek <= 5 && !holidays.has(date.toString())) count++
      }
      return count
    },
  }),
  defineFuncion({
    name: 'FIN_MES',
    group,
    summary: 'El último día del mes, tantos meses después.',
    args: { fecha: fecha(), meses: entero().default(0) },
    returns: 'fecha',
    examples: [['FIN_MES(FECHA(2024; 1; 15); 1)', new Fecha(2024, 2, 29)]],
    run: ({ fecha: value, meses }, { host }) =>
      inRange(() => {
        const month = plainDate(dayOf(value, host.zonaHoraria)).add({ months: Math.trunc(meses) })
        return toFecha(month.with({ day: month.daysInMonth }))
      }),
  }),
  defineFuncion({
    name: 'INICIO_DIA',
    group,
    summary: 'El instante en que empieza el día de una fecha en una zona.',
    args: { fecha: fecha(), zona: zona() },
    returns: 'fechaHora',
    examples: [['INICIO_DIA(FECHA(2026; 9; 6); "America/Santiago")', new Date('2026-09-06T04:00:00Z')]],
    run: ({ fecha: value, zona: zone }, { host }) =>
      toDate(toZoned(value, zone ?? host.zonaHoraria).startOfDay()),
  }),
  defineFuncion({
    name: 'A_ZONA',
    group,
    summary: 'Escribe un instante con la hora de una zona (ISO 8601 con su desfase).',
    args: { fecha: fecha(), zona: z.string() },
    returns: 'texto',
    examples: [
      ['A_ZONA(FECHAHORA("2026-10-25T00:30:00Z"); "Europe/Madrid")', '2026-10-25T02:30:00+02:00'],
      ['A_ZONA(FECHAHORA("2026-10-25T01:30:00Z"); "Europe/Madrid")', '2026-10-25T02:30:00+01:00'],
    ],
    run: ({ fecha: value, zona: zone }) => toZoned(value, zone).toString({ timeZoneName: 'never' }),
  }),
  defineFuncion({
    name: 'FORMATO_FECHA',
    group,
    summary:
      'Escribe una fecha con un formato: aaaa, aa, mm, m, dd, d, hh, h, nn (minutos), ss, mmm y mmmm (mes en letra), ddd y dddd (día en letra).',
    args: { fecha: fecha(), formato: z.string().default('dd/mm/aaaa'), zona: zona() },
    returns: 'texto',
    examples: [
      ['FORMATO_FECHA(FECHA(2026; 11; 21))', '21/11/2026'],
      ['FORMATO_FECHA(FECHA(2026; 11; 21); "dddd, d de mmmm")', 'sábado, 21 de noviembre'],
      ['FORMATO_FECHA(FECHAHORA("2026-11-21T10:05:00Z"); "hh:nn"; "Europe/Madrid")', '11:05'],
    ],
    run: ({ fecha: value, formato, zona: zone }, { host }) =>
      formatMoment(toZoned(value, zone ?? host.zonaHoraria), formato),
  }),
  defineFuncion({
    name: 'LEER_FECHA',
    group,
    summary:
      'Lee un día escrito con un formato (aaaa, aa, mmmm, mmm, mm, m, dd, d); nulo si el texto no lo sigue. Un año aa va de 1950 a 2049.',
    args: { texto: z.string(), formato: z.string().default('dd/mm/aaaa') },
    returns: 'fecha',
    examples: [
      ['LEER_FECHA("21/11/2026")', new Fecha(2026, 11, 21)],
      ['LEER_FECHA("20261121"; "aaaammdd")', new Fecha(2026, 11, 21)],
      ['LEER_FECHA("5-ene-2026"; "d-mmm-aaaa")', new Fecha(2026, 1, 5)],
      ['LEER_FECHA("21/11/49"; "dd/mm/aa")', new Fecha(2049, 11, 21)],
      ['LEER_FECHA("31/02/2026")', null],
    ],
    run: ({ texto, formato }) => parseMoment(texto, formato),
  }),
  defineFuncion({
    name: 'EPOCA',
    group,
    summary: 'Milisegundos desde el 1 de enero de 1970 en UTC.',
    args: { fecha: fecha() },
    returns: 'entero',
    examples: [['EPOCA(FECHAHORA("1970-01-01T00:00:01Z"))', 1000]],
    run: ({ fecha: value }, { host }) => toZoned(value, host.zonaHoraria).epochMilliseconds,
  }),
  defineFuncion({
    name: 'DE_EPOCA',
    group,
    summary: 'El instante de unos milisegundos desde el 1 de enero de 1970 en UTC.',
    args: { milisegundos: z.number() },
    returns: 'fechaHora',
    examples: [['DE_EPOCA(1000)', new Date(1000)]],
    run: ({ milisegundos }) => validDate(milisegundos),
  }),
]

function untilIn(desde: Date | Fecha, hasta: Date | Fecha, unit: 'months' | 'years', zone: string): number {
  const until = plainDate(dayOf(desde, zone)).until(plainDate(dayOf(hasta, zone)), { largestUnit: unit })
  return unit === 'years' ? until.years : until.months
}

/** No date is longer; a text of another length is not looked at. */
const MAX_INSTANT_LENGTH = 100

function parseInstant(text: string, zone: string): Date {
  if (text.length > MAX_INSTANT_LENGTH) return notADate(text)
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    // Without a zone of its own it is wall time; anything else is told below.
  }
  return toDate(wallTime(text, zone))
}

function wallTime(text: string, zone: string): Temporal.ZonedDateTime {
  let clock: Temporal.PlainDateTime
  try {
    clock = Temporal.PlainDateTime.from(text)
  } catch {
    return notADate(text)
  }
  // Asked with a moment that exists everywhere: only the name of the zone can be wrong.
  toZoned(new Date(0), zone)
  return inRange(() => clock.toZonedDateTime(zone))
}

function notADate(value: unknown): never {
  return failFormula(`${describe(value)} no es una fecha que exista`)
}

function validDate(epochMs: number): Date {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime())
    ? failFormula('la fecha queda fuera de lo que se puede representar')
    : date
}

/** Temporal throws RangeError beyond the years that it represents. */
function inRange<Value>(compute: () => Value): Value {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RangeError) return failFormula('la fecha queda fuera de lo que se puede representar')
    throw error
  }
}
