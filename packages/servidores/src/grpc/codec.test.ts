import { Binario } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMensaje as decode } from './decode-mensaje.ts'
import { encodeMensaje } from './encode-mensaje.ts'
import type { Mensaje } from './model.ts'
import { readProtos } from './read-protos.ts'
import { ARCHIVOS, protobufRoot } from './testing.ts'
import { MalFormado } from './wire.ts'

const { metodos } = await readProtos(new Map(ARCHIVOS.map(({ nombre, contenido }) => [nombre, contenido])))
const decodeMensaje = (mensaje: Mensaje, bytes: Buffer) => decode(mensaje, bytes, { elementos: 1_000 })
const cliente = metodos.get('tienda.Clientes/Eco')?.pide as Mensaje
const library = protobufRoot().lookupType('tienda.Cliente')

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const text = fc.string({ unit: 'grapheme' })
const plain = { noNullPrototype: true }
const direccion = fc.record({ calle: text, numero: fc.option(int32) }, plain)
const estado = fc.constantFrom('DESCONOCIDO', 'ACTIVO', 'RETIRADO')
const bytes = fc.uint8Array().map((array) => new Binario(array))
const json = fc
  .dictionary(text, fc.jsonValue({ maxDepth: 3 }))
  // A number of JSON is a double there, which has one zero.
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('-0,', '0,').replaceAll('-0}', '0}')))

const arbitrary = fc.record(
  {
    id: int64,
    nombre: text,
    estado,
    direcciones: fc.array(direccion),
    notas: fc.dictionary(text, int32, plain),
    casas: fc.dictionary(int64, direccion, plain),
    foto: bytes,
    alta: fc.option(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    ),
    limite: fc.option(int64),
    extra: fc.option(json),
    saltos: fc.array(int32),
    estados: fc.array(estado),
    visto: fc.option(fc.boolean()),
    total: uint64,
    fijo: uint64,
    corto: int32,
    razon: fc.float({ noNaN: true, noDefaultInfinity: true }),
    veces: uint32,
    hueco: int64,
  },
  plain,
)
const unset = { tarjeta: null, efectivo: null, contra: null, espera: null, campos: null, jefe: null }

test('any message is read as it was written', () => {
  fc.assert(
    fc.property(arbitrary, (value) => {
      expect(decodeMensaje(cliente, encodeMensaje(cliente, value))).toEqual({ ...unset, ...value })
    }),
  )
})

test('protobufjs reads what is written here, and writes what is read here', () => {
  fc.assert(
    // Its maps lose keys of 64 bits when they are written again.
    fc.property(
      arbitrary.map((value) => ({ ...value, casas: {} })),
      (value) => {
        const ours = encodeMensaje(cliente, value)
        const theirs = Buffer.from(library.encode(library.decode(ours)).finish())
        expect(decodeMensaje(cliente, theirs)).toEqual({ ...unset, ...value })
        const seen = library.toObject(library.decode(ours), { longs: String, enums: String, defaults: true })
        expect(seen).toMatchObject({
          id: value.id,
          nombre: value.nombre,
          estado: value.estado,
          saltos: value.saltos,
          total: value.total,
          fijo: value.fijo,
          hueco: value.hueco,
        })
      },
    ),
  )
})

test('no bytes make it hang or fail otherwise than by saying so', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeMensaje(cliente, Buffer.from(bytes))
      } catch (cause) {
        expect(cause).toBeInstanceOf(MalFormado)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('what would be more than a run may hold is not read', () => {
  const direccion = Buffer.of(0x22, 0x00)
  const items = (count: number) => Buffer.concat(Array.from({ length: count }, () => direccion))
  expect(decodeMensaje(cliente, items(1_000))).toHaveProperty('direcciones.length', 1_000)
  expect(() => decodeMensaje(cliente, items(1_001))).toThrow(
    expect.objectContaining({ codigo: 'LIMITE_SUPERADO' }),
  )
})

test('what nests without end is not read', () => {
  let bytes = Buffer.alloc(0)
  // Field 23, a Cliente within a Cliente.
  for (let depth = 0; depth < 70; depth++)
    bytes = Buffer.concat([
      Buffer.of(
        0xba,
        0x01,
        ...(bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7]),
      ),
      bytes,
    ])
  expect(() => decodeMensaje(cliente, bytes)).toThrow(MalFormado)
})

test('what did not come is the value of its type, or null', () => {
  expect(decodeMensaje(cliente, Buffer.alloc(0))).toEqual({
    ...unset,
    id: '0',
    nombre: '',
    estado: 'DESCONOCIDO',
    direcciones: [],
    notas: {},
    casas: {},
    foto: new Binario(new Uint8Array()),
    alta: null,
    limite: null,
    extra: null,
    saltos: [],
    estados: [],
    visto: null,
    total: '0',
    fijo: '0',
    corto: 0,
    razon: 0,
    veces: 0,
    hueco: '0',
  })
})

test.each([
  ['alta', '2024-02-29T12:00:00.123456789Z', '2024-02-29T12:00:00.123456789Z'],
  ['alta', '2024-02-29T12:00:00+02:00', new Date('2024-02-29T10:00:00Z')],
  ['espera', '3.5s', '3.5s'],
  ['espera', '-0.25', '-0.25s'],
  ['espera', '7s', '7s'],
  ['campos', 'nombre,alta', 'nombre,alta'],
  ['razon', 'NaN', 'NaN'],
  ['razon', 'Infinity', 'Infinity'],
  ['efectivo', '12.5', 12.5],
  ['id', 7, '7'],
  ['estado', 2, 'RETIRADO'],
  ['estado', 99, 99],
  ['foto', 'AAEC', new Binario(Uint8Array.of(0, 1, 2))],
])('%s of %j is told as %j', (campo, value, told) => {
  expect(decodeMensaje(cliente, encodeMensaje(cliente, { [campo]: value }))).toMatchObject({ [campo]: told })
})

test.each([
  [{ id: 1.5 }, 'id', 'no es int64'],
  [{ id: '9223372036854775808' }, 'id', 'no es int64'],
  [{ veces: -1 }, 'veces', 'no es uint32'],
  [{ nombre: { a: 1 } }, 'nombre', 'no es string'],
  [{ estado: 'NUEVO' }, 'estado', 'no es uno de DESCONOCIDO, ACTIVO, RETIRADO'],
  [{ direcciones: {} }, 'direcciones', 'no es una lista'],
  [{ direcciones: [{}, { numero: 'x' }] }, 'direcciones[1].numero', 'no es int32'],
  [{ notas: { a: 'x' } }, 'notas.a', 'no es int32'],
  [{ casas: { a: {} } }, 'casas.a', 'su clave no es int64'],
  [{ apodo: 'x' }, 'apodo', 'no es un campo de tienda.Cliente'],
  [{ tarjeta: '1', efectivo: 2 }, 'efectivo', 'de «pago» solo puede ir uno, y ya va «tarjeta»'],
  [{ alta: 'ayer' }, 'alta', 'no es un valor de google.protobuf.Timestamp'],
  [{ jefe: { foto: '%' } }, 'jefe.foto', 'no es bytes'],
])('%j is refused at %s', (value, campo, problema) => {
  expect(() => encodeMensaje(cliente, value)).toThrow(
    expect.objectContaining({ errores: [{ campo, mensaje: `«${campo}» ${problema}.` }] }),
  )
})

test.each([
  ['syntax = "proto3"; message A { x }', /no es un \.proto/],
  ['syntax = "proto3"; message A { B b = 1; }', /usa «B», que no se declara/],
  ['syntax = "proto3"; import "otro.proto";', /importa «otro.proto»/],
  ['message A { repeated group G = 1 { optional int32 x = 1; } }', /usa grupos/],
])('%s is no definition', async (contenido, motivo) => {
  await expect(readProtos(new Map([['a.proto', contenido]]))).rejects.toMatchObject({
    codigo: 'DOCUMENTO_INVALIDO',
    message: expect.stringMatching(motivo),
  })
})

test('of an edition the defaults count: fields tell that they did not come, and lists are packed', async () => {
  const contenido = `edition = "2023"; package e;
message A { int32 x = 1; repeated int32 n = 2; }
service S { rpc M (A) returns (A); }`
  const { metodos } = await readProtos(new Map([['a.proto', contenido]]))
  const pide = metodos.get('e.S/M')?.pide as Mensaje
  expect(decodeMensaje(pide, Buffer.of())).toEqual({ x: null, n: [] })
  expect(encodeMensaje(pide, { x: 0, n: [1, 2] })).toEqual(Buffer.of(8, 0, 18, 2, 1, 2))
})

test('what a message of proto2 requires is asked for, its names are found from within', async () => {
  const { metodos } = await readProtos(
    new Map([
      [
        'a.proto',
        `syntax = "proto2"; package p.q;
message A { required int32 x = 1; optional B b = 2; repeated int32 n = 3; message B { optional .p.q.C c = 1; } }
message C { optional string s = 1 [default = "x"]; }
service S { rpc M (A) returns (p.q.A.B); rpc N (stream A) returns (A); }`,
      ],
    ]),
  )
  expect([...metodos.keys()]).toEqual(['p.q.S/M'])
  const pide = metodos.get('p.q.S/M')?.pide as Mensaje
  expect(() => encodeMensaje(pide, {})).toThrow(
    expect.objectContaining({ errores: [{ campo: 'x', mensaje: '«x» falta.' }] }),
  )
  // Not packed: each number with its mark.
  expect(encodeMensaje(pide, { x: 1, n: [1, 2] })).toEqual(Buffer.of(8, 1, 24, 1, 24, 2))
  expect(decodeMensaje(pide, Buffer.of(8, 1, 26, 2, 1, 2))).toEqual({ x: 1, b: null, n: [1, 2] })
})
