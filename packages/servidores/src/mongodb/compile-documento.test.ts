import { Binario, Fecha } from '@div/contract'
import * as driver from 'mongodb'
import { expect, test } from 'vitest'
import { openPlantillas } from '../plantilla.ts'
import { compileDocumento, compileEtapas } from './compile-documento.ts'
import type { Contexto } from './operadores.ts'

const { EJSON } = driver.BSON
const ID = '65f0c0ffee65f0c0ffee65f0'

function write(contexto: Contexto, documento: Record<string, unknown>, valores: Record<string, unknown>) {
  const plantillas = openPlantillas(Object.keys(valores))
  const compiled = compileDocumento(plantillas, documento, { contexto, campo: 'objeto.filtro' })
  plantillas.close()
  return EJSON.serialize(compiled(valores, driver), { relaxed: false })
}

function writeStages(etapas: unknown[], valores: Record<string, unknown> = {}) {
  const plantillas = openPlantillas(Object.keys(valores))
  const compiled = compileEtapas(etapas, { plantillas, campo: 'objeto.etapas' })
  plantillas.close()
  return EJSON.serialize(compiled(valores, driver), { relaxed: false })
}

test.each<[Record<string, unknown>, Record<string, unknown>, unknown]>([
  [{ a: '{x}' }, { x: 'b' }, { a: 'b' }],
  [{ a: '{x}' }, { x: '$gt' }, { a: '$gt' }],
  [{ a: 'n-{x}-{y}' }, { x: 1, y: null }, { a: 'n-1-' }],
  [{ a: '{x}' }, { x: 5 }, { a: { $numberInt: '5' } }],
  [{ a: '{x}' }, { x: 5_000_000_000 }, { a: { $numberLong: '5000000000' } }],
  [{ a: '{x}' }, { x: 1.5 }, { a: { $numberDouble: '1.5' } }],
  [{ a: '{x}' }, { x: true }, { a: true }],
  [{ a: '{x}' }, { x: null }, { a: null }],
  [{ a: '{x}' }, { x: new Date(0) }, { a: { $date: { $numberLong: '0' } } }],
  [{ a: '{x}' }, { x: new Fecha(1970, 1, 2) }, { a: { $date: { $numberLong: '86400000' } } }],
  [
    { a: '{x}' },
    { x: new Binario(Uint8Array.of(1, 2)) },
    { a: { $binary: { base64: 'AQI=', subType: '00' } } },
  ],
  [{ a: '{x}' }, { x: { b: ['c'] } }, { a: { b: ['c'] } }],
  [{ a: { $in: '{x}' } }, { x: ['b', 'c'] }, { a: { $in: ['b', 'c'] } }],
  [
    { $or: [{ a: { $gte: '{x}' } }, { b: { $exists: false } }] },
    { x: 'c' },
    { $or: [{ a: { $gte: 'c' } }, { b: { $exists: false } }] },
  ],
  [
    { a: { $regex: '^{x}$', $options: 'i' } },
    { x: 'a.*(b)' },
    { a: { $regex: String.raw`^a\.\*\(b\)$`, $options: 'i' } },
  ],
  [{ a: { $regex: '{x}' } }, { x: '.' }, { a: { $regex: String.raw`\.` } }],
  [{ _id: { $oid: '{x}' } }, { x: ID }, { _id: { $oid: ID } }],
  [{ _id: { $in: { $oid: '{x}' } } }, { x: [ID] }, { _id: { $in: [{ $oid: ID }] } }],
  [{ a: { $numberDecimal: '{x}' } }, { x: '1.10' }, { a: { $numberDecimal: '1.10' } }],
  [
    { a: { $numberLong: '{x}' } },
    { x: '9223372036854775807' },
    { a: { $numberLong: '9223372036854775807' } },
  ],
  [{ a: { $date: '{x}' } }, { x: '1970-01-01T00:00:01Z' }, { a: { $date: { $numberLong: '1000' } } }],
  [{ a: { $date: '1970-01-01' } }, {}, { a: { $date: { $numberLong: '0' } } }],
  [
    { $expr: { $gt: ['$a', '{x}'] } },
    { x: '$secreto' },
    { $expr: { $gt: ['$a', { $literal: '$secreto' }] } },
  ],
])('a filter %j with %j is sent as %j', (filtro, valores, sent) => {
  expect(write('consulta', filtro, valores)).toEqual(sent)
})

test.each<[Record<string, unknown>, unknown, string]>([
  [{ a: '{x}' }, { $ne: null }, 'x'],
  [{ a: '{x}' }, { b: { $gt: '' } }, 'x.b'],
  [{ a: { $in: '{x}' } }, ['ok', { $regex: '.*' }], 'x[1]'],
  [{ a: { $eq: '{x}' } }, { $where: 'true' }, 'x'],
  [{ _id: { $oid: '{x}' } }, { $gt: '' }, 'objeto.filtro._id'],
  [{ _id: { $oid: '{x}' } }, 'corto', 'objeto.filtro._id'],
  [{ a: { $numberLong: '{x}' } }, '9223372036854775808', 'objeto.filtro.a'],
])('a filter %j refuses that a call brings %j', (filtro, x, campo) => {
  expect(() => write('consulta', filtro, { x })).toThrow(
    expect.objectContaining({ codigo: 'DATOS_INVALIDOS', errores: [expect.objectContaining({ campo })] }),
  )
})

test.each<[Contexto, Record<string, unknown>, string]>([
  ['consulta', { $where: 'this.a' }, 'objeto.filtro'],
  ['consulta', { a: { $function: {} } }, 'objeto.filtro.a'],
  ['consulta', { $expr: { $function: { body: '', args: [], lang: 'js' } } }, 'objeto.filtro.$expr'],
  ['consulta', { a: { $set: 1 } }, 'objeto.filtro.a'],
  ['consulta', { '{x}': 1 }, 'objeto.filtro'],
  ['consulta', { a: '{nada}' }, 'objeto.filtro.a'],
  ['consulta', { a: { $oid: 'corto' } }, 'objeto.filtro.a.$oid'],
  ['valor', { a: { $gt: 1 } }, 'objeto.filtro.a'],
  ['valor', { a: { _bsontype: 'Long' } }, 'objeto.filtro.a'],
  ['cambios', { a: 1 }, 'objeto.filtro'],
  ['cambios', { $set: { a: { $gt: 1 } } }, 'objeto.filtro.$set.a'],
])('in %s %j is refused when it is published', (contexto, documento, campo) => {
  expect(() => write(contexto, documento, {})).toThrow(
    expect.objectContaining({ codigo: 'DATOS_INVALIDOS', errores: [expect.objectContaining({ campo })] }),
  )
})

test.each(Object.getOwnPropertyNames(Object.prototype))('a field may be called %s', (nombre) => {
  const documento = Object.fromEntries([[nombre, '{x}']])
  for (const contexto of ['consulta', 'valor'] as const)
    expect(JSON.stringify(write(contexto, { datos: documento }, { x: 'ACME' }))).toBe(
      `{"datos":{"${nombre}":"ACME"}}`,
    )
})

test('changes take values as data', () => {
  const cambios = {
    $set: { estado: '{estado}' },
    $push: { notas: { $each: ['{nota}'], $slice: -5 } },
    $inc: { n: 1 },
  }
  expect(write('cambios', cambios, { estado: '$otro', nota: { texto: 'x' } })).toEqual({
    $set: { estado: '$otro' },
    $push: { notas: { $each: [{ texto: 'x' }], $slice: { $numberInt: '-5' } } },
    $inc: { n: { $numberInt: '1' } },
  })
})

test('in a pipeline a filter compares values, and an expression takes them literally', () => {
  const etapas = [
    { $match: { ciudad: '{ciudad}' } },
    { $lookup: { from: 'otros', as: 'otros', pipeline: [{ $match: { b: '{ciudad}' } }] } },
    { $addFields: { ciudad: '{ciudad}', lista: '{lista}', fijo: '$campo' } },
    { $facet: { uno: [{ $limit: '{n}' }] } },
  ]
  expect(writeStages(etapas, { ciudad: '$clave', lista: ['$a'], n: 3 })).toEqual([
    { $match: { ciudad: '$clave' } },
    { $lookup: { from: 'otros', as: 'otros', pipeline: [{ $match: { b: '$clave' } }] } },
    { $addFields: { ciudad: { $literal: '$clave' }, lista: { $literal: ['$a'] }, fijo: '$campo' } },
    { $facet: { uno: [{ $limit: { $numberInt: '3' } }] } },
  ])
})

test.each<[unknown, string]>([
  [{ $out: 'otra' }, 'objeto.etapas[0]'],
  [{ $merge: { into: 'otra' } }, 'objeto.etapas[0]'],
  [{ $match: { a: 1 }, $limit: 1 }, 'objeto.etapas[0]'],
  [{ $match: { $where: 'x' } }, 'objeto.etapas[0].$match'],
  [{ $lookup: { from: 'b', pipeline: [{ $out: 'c' }] } }, 'objeto.etapas[0].$lookup.pipeline[0]'],
  [{ $group: { _id: { $accumulator: {} } } }, 'objeto.etapas[0].$group._id'],
  [{ $lookup: { from: '{x}', as: 'a' } }, 'objeto.etapas[0].$lookup.from'],
  [{ $unionWith: '{x}' }, 'objeto.etapas[0].$unionWith'],
])('the stage %j is refused when it is published', (etapa, campo) => {
  expect(() => writeStages([etapa], { x: 'usuarios' })).toThrow(
    expect.objectContaining({ codigo: 'DATOS_INVALIDOS', errores: [expect.objectContaining({ campo })] }),
  )
})
