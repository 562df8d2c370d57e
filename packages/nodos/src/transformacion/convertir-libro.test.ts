import { Binario, Fecha, LIMITS } from '@div/contract'
import { SampleScope } from '@div/engine'
import { depsOf } from '@div/engine/testing'
import { FUNCIONES } from '@div/funciones'
import { expect, test } from 'vitest'
import { compileConvertir } from './compile-convertir.ts'
import { convertirSchema } from './convertir.ts'

const scope = new SampleScope(
  { id: 't', tipo: 'transformacion', nombre: 't', posicion: { x: 0, y: 0 }, parametros: [] },
  { salidas: new Map(), funciones: FUNCIONES, host: depsOf().host, limits: { ...LIMITS, elementos: 2 } },
)
/** Unpacking takes its time, which the clock of a drawn test does not have. */
const convert = (sentido: 'leer' | 'escribir', value: unknown) =>
  compileConvertir(
    convertirSchema.parse({ tipo: 'convertir', formato: 'xlsx', sentido }),
    'pasos[0]',
    scope,
  )(value)

const VENTAS = [
  { dia: new Fecha(2026, 11, 21), importe: 1234.5, nota: 'año' },
  { dia: new Fecha(2026, 11, 22), importe: -0.5, nota: null },
]

test('a workbook is written as a binary, and read from that or its base64', async () => {
  const binario = await convert('escribir', VENTAS)
  expect(binario).toBeInstanceOf(Binario)
  expect(await convert('leer', binario)).toEqual(VENTAS)
  expect(await convert('leer', String(binario))).toEqual(VENTAS)
})

test.each<[string, 'leer' | 'escribir', () => unknown, string]>([
  ['bytes of anything else', 'leer', () => new Binario(Uint8Array.of(1, 2, 3)), 'no es un libro XLSX'],
  ['a text', 'leer', () => '%', 'hace falta un binario'],
  ['no list', 'escribir', () => 7, 'hace falta una lista de registros'],
  [
    'more than a list may hold',
    'leer',
    () => convert('escribir', [...VENTAS, ...VENTAS]),
    'hay más de 2 registros',
  ],
])('%s is refused', async (_what, sentido, make, sentence) => {
  await expect((async () => convert(sentido, await make()))()).rejects.toMatchObject({
    codigo: 'CONVERSION_FALLIDA',
    message: expect.stringContaining(sentence),
  })
})
