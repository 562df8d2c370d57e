import { Fecha } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reglas } from '../testing.ts'
import { libroSchema } from './libro.ts'
import { type ReglasDeLibro, readLibro } from './read-libro.ts'
import { listEntries, unpackZip } from './unpack-zip.ts'
import { writeLibro } from './write-libro.ts'

const write = (registros: readonly unknown[], opciones: object = {}) =>
  writeLibro(registros, libroSchema.parse(opciones), reglas())
const read = (bytes: Uint8Array, opciones: object = {}, more: Partial<ReglasDeLibro> = {}) =>
  readLibro(bytes, libroSchema.parse(opciones), {
    ...reglas(),
    maximo: 1_000,
    maximoBytes: 10_000_000,
    ...more,
  })

const FILAS = [
  {
    id: 1,
    nombre: 'Año «ñ» & <b>',
    dia: new Fecha(2026, 11, 21),
    hora: new Date('2026-11-21T10:30:00Z'),
    si: true,
  },
  { id: 2.5, nombre: null, dia: null, hora: null, si: false },
]

test('numbers, texts, days, instants and yes or no are written and come back', async () => {
  expect(await read(await write(FILAS))).toEqual(FILAS)
})

test('any records that are written are read as they were', async () => {
  const celda = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abñ<&"\' €\n'), minLength: 1 }).map((each) => `x${each}x`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  )
  const registro = fc.record({ a: celda, b: celda, c: fc.integer() }, { noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(fc.array(registro, { minLength: 1, maxLength: 4 }), async (registros) => {
      expect(await read(await write(registros))).toEqual(registros)
    }),
    { numRuns: 30 },
  )
})

test.each<[string, object, unknown]>([
  ['a range', { rango: 'B1:C2' }, [{ nombre: 'Año «ñ» & <b>', dia: new Fecha(2026, 11, 21) }]],
  ['no header', { cabecera: false, rango: 'A2:A3' }, [{ c1: 1 }, { c1: 2.5 }]],
  ['a type', { rango: 'A1:A2', columnas: [{ nombre: 'id', tipo: 'texto' }] }, [{ id: '1' }]],
])('with %s', async (_what, opciones, registros) => {
  expect(await read(await write(FILAS), opciones)).toEqual(registros)
})

test('a sheet is found by its name', async () => {
  const bytes = await write([{ a: 1 }], { hoja: 'Ventas' })
  expect(await read(bytes, { hoja: 'Ventas' })).toEqual([{ a: 1 }])
  await expect(read(bytes, { hoja: 'Otra' })).rejects.toThrow('no hay ninguna hoja «Otra»')
})

describe('what cannot be taken is refused in a sentence', () => {
  test.each<[string, object, Partial<ReglasDeLibro>, string]>([
    ['too many rows', {}, { maximo: 1 }, 'hay más de 1 registros'],
    ['too many bytes', {}, { maximoBytes: 500 }, 'pasa de 500 bytes al desempaquetarlo'],
    ['another type', { columnas: [{ nombre: 'nombre', tipo: 'entero' }] }, {}, 'fila 2, campo «nombre»'],
    ['no such column', { columnas: [{ nombre: 'x', tipo: 'entero' }] }, {}, 'falta la columna «x»'],
  ])('%s', async (_what, opciones, more, sentence) => {
    await expect(read(await write(FILAS), opciones, more)).rejects.toThrow(sentence)
  })

  test('bytes that are no workbook', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await expect(read(bytes)).rejects.toThrow('no es un libro XLSX')
      }),
    )
  })

  test('a workbook that was cut or changed is read or refused, and nothing else', async () => {
    const bytes = await write(FILAS)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, byte) => {
        const changed = bytes.with(at, byte)
        const told = await read(changed).then(
          () => '',
          (error: Error) => error.message,
        )
        expect(told).toMatch(/^$|libro XLSX|registros|la hoja|columna|campo|nombre de un dato/)
      }),
      { numRuns: 60 },
    )
  })
})

/** A workbook with these rows on its sheet, instead of as many characters of others. */
async function withRows(rows: string): Promise<Uint8Array> {
  const bytes = await write(Array.from({ length: 500 }, (_, a) => ({ a })))
  const text = Buffer.from((await unpackZip(bytes, 1_000_000)) ?? []).toString('latin1')
  return Buffer.from(
    text.replace(/(?<=<sheetData>).*(?=<\/sheetData>)/s, (others) => rows.padEnd(others.length)),
    'latin1',
  )
}

describe('a sheet that says it reaches further than any is refused before room is made for it', () => {
  const celda = (place: string, row = '') => `<row ${row}><c r="${place}"><v>1</v></c></row>`
  test.each([
    ['a row in exponents', celda('A1', 'r="1e9"'), 'bien formado'],
    ['an endless row', celda('A1', 'r="Infinity"'), 'bien formado'],
    ['a row in references', celda('A1', 'r="&#57;99999999"'), 'bien formado'],
    ['a row behind a sign of its end', celda('A1', 's=">" r="999999999"'), 'bien formado'],
    ['a row too far', celda('A1', 'r="1048577"'), 'más de 1048576 filas'],
    ['a row of a prefix', '<x:row x:r="1048577"/>', 'más de 1048576 filas'],
    ['a cell too far down', celda('A1048577'), 'más de 1048576 filas'],
    ['a cell too far right', celda('ZZZZZZ1'), 'más de 16384 columnas'],
    ['a cell one too far right', celda('XFE1', 'r="1"'), 'más de 16384 columnas'],
    ['two far corners', celda('XFD1', 'r="1"') + celda('A1048576', 'r="1048576"'), 'más de 10000000 celdas'],
    ['rows without a number', celda('XFD1', 'r="1"') + '<row/>'.repeat(1_000), 'más de 10000000 celdas'],
  ])('%s', async (_what, rows, sentence) => {
    await expect(read(await withRows(rows))).rejects.toThrow(sentence)
  })

  test('what is only formatted down to the last row is read', async () => {
    const rows = '<row r="1"><c r="A1"><v>7</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>'
    expect(await read(await withRows(rows), { cabecera: false })).toEqual([{ c1: 7 }])
  })
})

test('a workbook of just as many bytes and rows as may be is read', async () => {
  const bytes = await write(FILAS)
  const unpacked = (await unpackZip(bytes, 1_000_000)) ?? Uint8Array.of()
  const size = (listEntries(unpacked) ?? []).reduce((sum, { packed }) => sum + packed.length, 0)
  expect(await read(bytes, {}, { maximo: FILAS.length, maximoBytes: size })).toEqual(FILAS)
  await expect(read(bytes, {}, { maximoBytes: size - 1 })).rejects.toThrow(`pasa de ${size - 1} bytes`)
})

test('an archive is unpacked once', async () => {
  const unpacked = await unpackZip(await write(FILAS), 1_000_000)
  expect(unpacked && (await unpackZip(unpacked, 1_000_000))).toEqual(unpacked)
})
