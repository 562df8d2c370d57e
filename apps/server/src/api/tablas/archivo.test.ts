import { type Columna, columnaSchema, LIMITS } from '@div/contract'
import { unpackZip } from '@div/formatos'
import { expect, test } from 'vitest'
import { readArchivo } from '../../archivos/read-archivo.ts'
import type { Datos } from '../../motor/tablas/compile-fila.ts'
import { planColumnas } from './plan-columnas.ts'
import { readImport } from './read-import.ts'
import { writeCsv, writeXlsx } from './write-archivo.ts'

const columna = (nombre: string, rest: Partial<Columna> = {}): Columna =>
  columnaSchema.parse({ nombre, ...rest })

const COLUMNAS = [
  columna('iso', { requerido: true, unico: true }),
  columna('nota'),
  columna('habitantes', { tipo: 'entero' }),
  columna('area', { tipo: 'decimal' }),
  columna('activo', { tipo: 'booleano' }),
  columna('alta', { tipo: 'fecha' }),
  columna('visto', { tipo: 'fechaHora' }),
  columna('extra', { tipo: 'objeto' }),
]

const FILAS: Datos[] = [
  {
    iso: 'ES',
    nota: 'con "comillas"; punto, coma\ny salto',
    habitantes: 49_000_000,
    area: 505_990.25,
    activo: true,
    alta: '2026-01-02',
    visto: '2026-01-02T03:04:05.000Z',
    extra: { a: [1, 'x'] },
  },
  {
    iso: '=1+1',
    nota: 'ñandú 🦤',
    habitantes: '9223372036854775807',
    area: '0.1234567890123456789',
    activo: false,
    alta: null,
    visto: null,
    extra: null,
  },
]

async function* stream(filas: readonly Datos[]) {
  yield* filas
}

const read = async (bytes: Buffer) =>
  readImport(await readArchivo(bytes, LIMITS), { columnas: COLUMNAS, limits: LIMITS })

const stored = (filas: readonly { datos: Datos }[]): unknown =>
  JSON.parse(JSON.stringify(filas.map(({ datos }) => datos)))

test('what is exported as CSV is imported the same, absent and empty texts told apart', async () => {
  const filas = [...FILAS, { ...FILAS[1], iso: 'PT', nota: '' }, { ...FILAS[1], iso: 'FR', nota: null }]
  const csv = Buffer.concat(
    await writeCsv(COLUMNAS, stream(filas))
      .map((part) => Buffer.from(part))
      .toArray(),
  )
  const plan = await read(csv)
  expect(plan.errores).toEqual([])
  expect(stored(plan.filas)).toEqual(filas)
})

test('what is exported as XLSX is imported the same', async () => {
  const xlsx = await writeXlsx(COLUMNAS, stream(FILAS))
  const plan = await read(xlsx)
  expect(plan.errores).toEqual([])
  expect(stored(plan.filas)).toEqual(FILAS)
})

test('numbers, days and yes or no are read as spreadsheets in Spanish write them', async () => {
  const csv =
    'iso;habitantes;area;activo;alta\nES;49.315.949;505.990,5;sí;1/3/2026\nPT;10749635;92212.5;no;2026-12-31\n'
  const { filas, errores } = await readImport(await readArchivo(Buffer.from(csv), LIMITS), {
    columnas: COLUMNAS,
    limits: LIMITS,
  })
  expect(errores).toEqual([])
  expect(filas.map(({ datos }) => JSON.parse(JSON.stringify(datos)))).toEqual([
    expect.objectContaining({ habitantes: 49_315_949, area: 505_990.5, activo: true, alta: '2026-03-01' }),
    expect.objectContaining({ habitantes: 10_749_635, area: 92_212.5, activo: false, alta: '2026-12-31' }),
  ])
})

test('every cell that does not fit is named by row and column', async () => {
  const csv = 'ISO;habitantes;alta\nES;muchos;2026-02-30\n;1;\nES;2;\nPT;3;\nPT;4;2026-01-01;de más\n'
  const plan = await read(Buffer.from(csv))
  expect(plan.filas.map(({ datos }) => datos.iso)).toEqual(['ES', 'PT'])
  expect(plan.errores).toEqual([
    {
      campo: 'filas[0].habitantes',
      fila: 2,
      columna: 'habitantes',
      mensaje: 'Se esperaba un número entero.',
    },
    { campo: 'filas[0].alta', fila: 2, columna: 'alta', mensaje: 'Se esperaba una fecha AAAA-MM-DD.' },
    { campo: 'filas[1].iso', fila: 3, columna: 'iso', mensaje: 'Falta este dato.' },
    { campo: 'filas[4]', fila: 6, columna: '', mensaje: 'La fila tiene 4 celdas y la cabecera 3.' },
  ])
})

test.each([
  ['nothing', '', 'está vacío'],
  ['bytes that are not UTF-8', Buffer.from([0x69, 0xff, 0xfe]), 'UTF-8'],
  ['a NUL', 'iso\nE\0S', 'NUL'],
  ['a quote that never closes', 'iso\n"ES', 'CSV bien formado'],
  ['a ZIP that is no workbook', Buffer.from('PK\x03\x04 nada'), 'XLSX'],
  ['a column that the tabla lacks', 'iso,otra\nES,1', '«otra»'],
  ['a column twice', 'iso,iso\nES,ES', 'repetida'],
])('a file with %s is refused with its reason', async (_, content, motivo) => {
  await expect(read(Buffer.from(content))).rejects.toThrow(motivo)
})

const END = Buffer.from('PK\x05\x06')
const ENTRY = Buffer.from('PK\x01\x02')

test.each([
  ['says', (xlsx: Buffer) => xlsx],
  [
    'hides in its directory',
    (xlsx: Buffer) => {
      for (let at = xlsx.indexOf(ENTRY); at >= 0; at = xlsx.indexOf(ENTRY, at + 1))
        xlsx.writeUInt32LE(1, at + 24)
      return xlsx
    },
  ],
])('a workbook is refused for the size that it %s, once it is unpacked', async (_, change) => {
  const xlsx = change(await writeXlsx([columna('a')], stream([{ a: 'x'.repeat(100_000) }])))
  expect(xlsx.length).toBeLessThan(20_000)
  const open = async (importacionDesempaquetadaBytes: number) =>
    (await readArchivo(xlsx, { ...LIMITS, importacionDesempaquetadaBytes })).cabecera
  await expect(open(100_000)).rejects.toThrow('demasiado grande al desempaquetarlo')
  expect(await open(LIMITS.importacionDesempaquetadaBytes)).toEqual(['a'])
})

test('a workbook that says it reaches further than any is refused before room is made for it', async () => {
  const xlsx = await writeXlsx([columna('a')], stream(Array.from({ length: 50 }, () => ({ a: 'x' }))))
  const text = Buffer.from((await unpackZip(xlsx, 1_000_000)) ?? []).toString('latin1')
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
  const changed = text.replace(/(?<=<sheetData>).*(?=<\/sheetData>)/s, (rows) => far.padEnd(rows.length))
  await expect(readArchivo(Buffer.from(changed, 'latin1'), LIMITS)).rejects.toThrow('más de 10000000 celdas')
})

test('what stands outside the directory of a workbook is not read', async () => {
  const xlsx = await writeXlsx([columna('a')], stream([]))
  const first = xlsx.indexOf(ENTRY)
  const name = xlsx.subarray(first + 46, first + 46 + xlsx.readUInt16LE(first + 28))
  const end = xlsx.indexOf(END)
  xlsx.writeUInt16LE(xlsx.readUInt16LE(end + 10) - 1, end + 10)
  xlsx.writeUInt32LE(xlsx.indexOf(ENTRY, first + 1), end + 16)
  const unpacked = await unpackZip(xlsx, 1_000_000)
  expect(unpacked && Buffer.from(unpacked).includes(END)).toBe(true)
  expect(unpacked && Buffer.from(unpacked).includes(name)).toBe(false)
})

test('a column keeps its values under its old name and takes them to its new type', () => {
  const plan = planColumnas(
    [columna('a'), columna('b', { tipo: 'entero' }), columna('c')],
    [columna('z', { antes: 'a', tipo: 'entero' }), columna('b', { tipo: 'texto' }), columna('d')],
  )
  expect(plan.keepsFilas).toBe(false)
  expect(plan.convert({ a: '7', b: 8, c: 'gone' }, [])).toEqual({ z: 7, b: '8', d: null })
  const errores: { campo: string; mensaje: string }[] = []
  plan.convert({ a: 'x', b: 1 }, errores)
  expect(errores).toEqual([{ campo: 'z', mensaje: 'Se esperaba un número entero.' }])
})

test('a new description or order leaves the rows alone', () => {
  const columnas = [columna('a'), columna('b')]
  expect(planColumnas(columnas, [columna('b', { descripcion: 'x' }), columna('a')]).keepsFilas).toBe(true)
})
