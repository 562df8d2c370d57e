import { Fecha } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from './testing.ts'

describe('time zones', () => {
  test.each([
    // The spring gap of Madrid: 2:30 does not exist and is read an hour later.
    ['FECHAHORA("2026-03-29T02:30:00"; "Europe/Madrid")', '2026-03-29T01:30:00.000Z'],
    // The autumn overlap: the first of the two 2:30.
    ['FECHAHORA("2026-10-25T02:30:00"; "Europe/Madrid")', '2026-10-25T00:30:00.000Z'],
    // A day is a day of the calendar, whatever its hours.
    [
      'SUMAR_DIAS(FECHAHORA("2026-03-28T12:00:00"; "Europe/Madrid"); 1; "Europe/Madrid")',
      '2026-03-29T10:00:00.000Z',
    ],
    // A day later at an hour that the next day does not have.
    [
      'SUMAR_DIAS(FECHAHORA("2026-03-28T02:30:00"; "Europe/Madrid"); 1; "Europe/Madrid")',
      '2026-03-29T01:30:00.000Z',
    ],
    // An hour is an hour, whatever the clock shows.
    ['SUMAR_HORAS(FECHAHORA("2026-10-25T02:30:00"; "Europe/Madrid"); 1)', '2026-10-25T01:30:00.000Z'],
    // Midnight does not exist when Santiago goes to summer time.
    ['INICIO_DIA(FECHA(2026; 9; 6); "America/Santiago")', '2026-09-06T04:00:00.000Z'],
    ['FECHAHORA("2026-04-04T23:30:00"; "America/Santiago")', '2026-04-05T02:30:00.000Z'],
    // Offsets of half and quarter hours.
    ['FECHAHORA("2026-01-01T00:00:00"; "Asia/Kathmandu")', '2025-12-31T18:15:00.000Z'],
    // Apia had no 30 December 2011.
    ['FECHAHORA("2011-12-30T12:00:00"; "Pacific/Apia")', '2011-12-30T22:00:00.000Z'],
  ])('%s is %s', (formula, expected) => {
    expect(evaluate(formula)).toEqual(new Date(expected))
  })

  test.each([
    ['DIFERENCIA_DIAS(a; b; "Europe/Madrid")', 1],
    ['DIFERENCIA_SEGUNDOS(a; b) / 3600', 23],
    ['HORA(b; "Europe/Madrid")', 0],
  ])('across the gap of Madrid, %s is %i', (formula, expected) => {
    const frame = { a: new Date('2026-03-28T23:00:00Z'), b: new Date('2026-03-29T22:00:00Z') }
    expect(evaluate(formula, frame)).toBe(expected)
  })
})

describe('months in letters and years of two digits', () => {
  test.each<[string, Fecha | null]>([
    ['LEER_FECHA("5-ene-2026"; "d-mmm-aaaa")', new Fecha(2026, 1, 5)],
    ['LEER_FECHA("5-ENE.-2026"; "d-mmm-aaaa")', new Fecha(2026, 1, 5)],
    ['LEER_FECHA("1 sept 2026"; "d mmm aaaa")', new Fecha(2026, 9, 1)],
    ['LEER_FECHA("1 Set. 2026"; "d mmm aaaa")', new Fecha(2026, 9, 1)],
    ['LEER_FECHA("21 de Noviembre de 2026"; "d de mmmm de aaaa")', new Fecha(2026, 11, 21)],
    ['LEER_FECHA("1 setiembre 2026"; "d mmmm aaaa")', new Fecha(2026, 9, 1)],
    ['LEER_FECHA("3-mayo-2026"; "d-mmmm-aaaa")', new Fecha(2026, 5, 3)],
    ['LEER_FECHA("3-jan-2026"; "d-mmm-aaaa")', null],
    ['LEER_FECHA("3-enero-2026"; "d-mmm-aaaa")', null],
    ['LEER_FECHA("30-feb-2026"; "d-mmm-aaaa")', null],
    ['LEER_FECHA("05ene26"; "ddmmmaa")', new Fecha(2026, 1, 5)],
    ['LEER_FECHA("31/12/49"; "dd/mm/aa")', new Fecha(2049, 12, 31)],
    ['LEER_FECHA("01/01/50"; "dd/mm/aa")', new Fecha(1950, 1, 1)],
    ['LEER_FECHA("01/01/00"; "dd/mm/aa")', new Fecha(2000, 1, 1)],
    ['LEER_FECHA("01/01/2026"; "dd/mm/aa")', null],
    ['LEER_FECHA("2026"; "aaaa")', new Fecha(2026, 1, 1)],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula)).toEqual(expected)
  })

  test('a year of two digits is read as it was written, from 1950 to 2049', () => {
    const years = fc.integer({ min: Date.UTC(1950, 0) / 86_400_000, max: Date.UTC(2050, 0) / 86_400_000 - 1 })
    fc.assert(
      fc.property(years, fc.constantFrom('dd/mm/aa', 'd mmm aa', 'aammdd'), (days, f) => {
        const a = Fecha.fromEpochMs(days * 86_400_000)
        expect(evaluate('LEER_FECHA(FORMATO_FECHA(a; f); f)', { a, f })).toEqual(a)
      }),
    )
  })
})

describe('what is no date is refused', () => {
  test.each([
    ['FECHA(2026; 2; 30)', '«2026-02-30» no es una fecha'],
    ['FECHA("21/11/2026")', '«21/11/2026» no es una fecha'],
    ['FECHA({ toString: 1; valueOf: 1 }; 1; 1)', 'no es una fecha'],
    ['FECHAHORA("2026-02-30T10:00:00Z")', 'no es una fecha'],
    ['FECHAHORA("2026-07-01T12:00:00"; "Marte/Olimpo")', 'zona horaria «Marte/Olimpo»'],
    ['ANIO("2026-02-30T00:00:00Z")', 'ANIO necesita una fecha'],
    // Without a zone it would be another instant on every machine.
    ['ANIO("2026-02-03T00:00:00")', 'ANIO necesita una fecha'],
    ['ANIO(20261121)', 'ANIO necesita una fecha'],
    ['SUMAR_DIAS("mañana"; 1)', 'SUMAR_DIAS necesita una fecha'],
    ['DE_EPOCA(1e17)', 'fuera de lo que se puede representar'],
    ['SUMAR_HORAS(AHORA(); 1e15)', 'fuera de lo que se puede representar'],
    ['SUMAR_MESES(FECHA(2026; 1; 1); 1e9)', 'fuera de lo que se puede representar'],
    ['LEER_FECHA("1 1 2026"; "d d aaaa")', 'nombra dos veces la misma parte'],
    ['LEER_FECHA("1 ene 1"; "d mmm m aa")', 'nombra dos veces la misma parte'],
    ['LEER_FECHA("10:30"; "hh:nn aaaa")', 'un día no tiene «hh»'],
    ['LEER_FECHA("lunes 1/1/2026"; "dddd d/m/aaaa")', 'un día no tiene «dddd»'],
    ['LEER_FECHA("1/1"; "d/m")', 'el formato no dice el año'],
    ['LEER_FECHA("1/1/2026"; "dd/MM/yyyy")', 'el formato no dice el año'],
  ])('%s: %s', (formula, sentence) => {
    expect(() => evaluate(formula)).toThrow(
      expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
    )
  })
})

const zone = fc.constantFrom(
  'UTC',
  'Europe/Madrid',
  'America/Santiago',
  'America/Bogota',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
)
const instant = fc.date({ min: new Date('1975-01-01Z'), max: new Date('2037-12-31Z'), noInvalidDate: true })
const day = fc
  .integer({ min: Date.UTC(1600, 0) / 86_400_000, max: Date.UTC(9999, 11) / 86_400_000 })
  .map((days) => Fecha.fromEpochMs(days * 86_400_000))

describe('what is written is read as the same', () => {
  test('an instant in any zone, also where the clock shows an hour twice', () => {
    fc.assert(
      fc.property(instant, zone, (a, z) => {
        const inMilliseconds = new Date(a)
        expect(evaluate('FECHAHORA(A_ZONA(a; z))', { a: inMilliseconds, z })).toEqual(inMilliseconds)
        expect(evaluate('FECHAHORA(a & "")', { a })).toEqual(a)
        expect(evaluate('DE_EPOCA(EPOCA(a))', { a })).toEqual(a)
      }),
    )
  })

  test('a day in every format', () => {
    const format = fc.constantFrom(
      'dd/mm/aaaa',
      'aaaammdd',
      'd-m-aaaa',
      'aaaa.m.d',
      'mm (dd) aaaa',
      'DD/MM/AAAA',
      'd-mmm-aaaa',
      'dd mmm. aaaa',
      'd de mmmm de aaaa',
      'Mmmm, dd [aaaa]',
    )
    fc.assert(
      fc.property(day, format, (a, f) => {
        expect(evaluate('LEER_FECHA(FORMATO_FECHA(a; f); f)', { a, f })).toEqual(a)
        expect(evaluate('FECHA(a & "")', { a })).toEqual(a)
        expect(evaluate('FECHA(ANIO(a); MES(a); DIA(a))', { a })).toEqual(a)
      }),
    )
  })
})

test('days that are added are counted, in days and in instants of any zone', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -5_000, max: 5_000 }), zone, (a, n, z) => {
      expect(evaluate('DIFERENCIA_DIAS(a; SUMAR_DIAS(a; n; z); z)', { a, n, z })).toBe(n)
    }),
  )
})

test('the beginning of a day is on that day, and a millisecond before it is not', () => {
  fc.assert(
    fc.property(instant, zone, (a, z) => {
      const start = evaluate('INICIO_DIA(a; z)', { a, z })
      const before = new Date(Number(start) - 1)
      expect(
        evaluate('[DIA(start; z) = DIA(a; z); DIA(before; z) = DIA(a; z)]', { a, z, start, before }),
      ).toEqual([true, false])
    }),
  )
})
