import { ExpresionFallida, type Parametro } from '@div/contract'
import { blankColumn } from '@div/formula'
import { checkTipo } from './check-tipo.ts'
import type { Scope } from './node-definition.ts'
import type { Read, ReadAll, Reading } from './plan.ts'
import { isLiteral, readLiteral } from './read-literal.ts'

/** The parameters as one object, in their order; a promise of it when one of them waits. */
export function compileParametros(
  parametros: readonly Parametro[],
  campo: string,
  scope: Scope,
): Omit<Reading, 'tipo'> {
  const readers = ordered(parametros).map(({ parametro, index }) => {
    const place = `${campo}[${index}]`
    checkNombre(parametro.nombre, `${place}.nombre`, scope)
    checkOrigen(parametro, place, scope)
    const { tipo, ...reading } = readParametro(parametro, place, scope)
    checkTipo(parametro.tipo, tipo, place, scope)
    readLiteral(parametro, parametro.defecto, `${place}.defecto`, scope)
    return { nombre: parametro.nombre, ...reading }
  })
  checkNames(readers, campo, scope)
  if (readers.some(({ waits }) => waits)) return { waits: true, read: (frame) => readLater(readers, frame) }
  const read = compileObject(readers)
  return readers.some(({ readAll }) => readAll)
    ? { waits: false, read, readAll: compileObjects(readers) }
    : { waits: false, read }
}

function readParametro(parametro: Parametro, place: string, scope: Scope): Reading {
  if (!isLiteral(parametro)) return scope.readOrigen(parametro, place)
  const constant = readLiteral(parametro, parametro.valor, `${place}.valor`, scope)
  return { read: () => constant, waits: false, tipo: 'cualquiera' }
}

/** One place that the value comes from. A form may leave a null literal behind, which says nothing. */
function checkOrigen(
  { nombre, valor, valorAsignado, expresion }: Parametro,
  place: string,
  scope: Scope,
): void {
  const given = [
    ...(valor === undefined || valor === null ? [] : ['un valor escrito']),
    ...(valorAsignado === undefined ? [] : ['un dato']),
    ...(expresion === undefined ? [] : ['una fórmula']),
  ]
  if (given.length > 1)
    scope.finding(
      place,
      `«${nombre}» tiene a la vez ${new Intl.ListFormat('es').format(given)}: deje solo uno.`,
    )
  if (given.length === 0 && valor === undefined) {
    const mensaje = `«${nombre}» no tiene valor y será nulo: escriba uno, elija un dato o use una fórmula.`
    scope.finding(place, mensaje, 'aviso')
  }
}

/** By `orden` when all have it, else as they stand. */
function ordered(parametros: readonly Parametro[]): { parametro: Parametro; index: number }[] {
  const numbered = parametros.map((parametro, index) => ({ parametro, index }))
  return parametros.every(({ orden }) => orden !== undefined)
    ? numbered.toSorted((left, right) => (left.parametro.orden ?? 0) - (right.parametro.orden ?? 0))
    : numbered
}

function checkNames(readers: readonly { nombre: string }[], campo: string, scope: Scope): void {
  const seen = new Set<string>()
  for (const { nombre } of readers) {
    if (seen.has(nombre)) scope.finding(campo, `El nombre «${nombre}» está repetido.`)
    seen.add(nombre)
  }
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/** A name under which a value can be put into an object: not empty, and none that reaches behind plain data. */
export function checkNombre(nombre: string, campo: string, scope: Pick<Scope, 'finding'>): void {
  if (nombre === '') scope.finding(campo, 'Falta el nombre.')
  if (RESERVED.has(nombre)) scope.finding(campo, `El nombre «${nombre}» está reservado.`)
}

interface NamedRead {
  nombre: string
  read: Read
  readAll?: ReadAll
}

/** The objects of several items, filled field by field. */
function compileObjects(readers: readonly NamedRead[]): ReadAll {
  const fields = readers.map(({ nombre, read, readAll = readEach(read) }) => ({ nombre, readAll }))
  const [first, second, ...others] = fields
  if (first && second && others.length === 0) return compilePairs(first, second)
  return (lote) => {
    const columns = fields.map(({ nombre, readAll }) => ({ nombre, values: readAll(lote) }))
    const objects = blankColumn(lote)
    for (let index = 0; index < objects.length; index++) {
      const object: Record<string, unknown> = {}
      for (const { nombre, values } of columns) object[nombre] = values[index]
      objects[index] = object
    }
    return objects
  }
}

interface NamedReadAll {
  nombre: string
  readAll: ReadAll
}

function compilePairs(
  { nombre: firstName, readAll: readFirst }: NamedReadAll,
  { nombre: secondName, readAll: readSecond }: NamedReadAll,
): ReadAll {
  return (lote) => {
    const firsts = readFirst(lote)
    const seconds = readSecond(lote)
    const objects = blankColumn(lote)
    for (let index = 0; index < objects.length; index++) {
      const object: Record<string, unknown> = {}
      object[firstName] = firsts[index]
      object[secondName] = seconds[index]
      objects[index] = object
    }
    return objects
  }
}

function readEach(read: Read): ReadAll {
  return (lote) => {
    const values = blankColumn(lote)
    for (let index = 0; index < values.length; index++) {
      lote.enter(index)
      values[index] = read(lote.frame)
    }
    return values
  }
}

/** Few parameters are the rule: two are read without a loop. */
function compileObject(readers: readonly NamedRead[]): Read {
  const [first, second, ...others] = readers
  if (!first) return () => ({})
  if (!second || others.length > 0) return compileFields(readers)
  const { nombre: firstName, read: readFirst } = first
  const { nombre: secondName, read: readSecond } = second
  return (frame) => {
    const object: Record<string, unknown> = {}
    let reading = firstName
    try {
      object[firstName] = readFirst(frame)
      reading = secondName
      object[secondName] = readSecond(frame)
    } catch (error) {
      throw sayParametro(error, reading)
    }
    return object
  }
}

function compileFields(readers: readonly NamedRead[]): Read {
  return (frame) => {
    const object: Record<string, unknown> = {}
    let reading = ''
    try {
      for (const { nombre, read } of readers) {
        reading = nombre
        object[nombre] = read(frame)
      }
    } catch (error) {
      throw sayParametro(error, reading)
    }
    return object
  }
}

/** Of a formula that failed: which parameter it computes. */
function sayParametro(error: unknown, parametro: string): unknown {
  return error instanceof ExpresionFallida ? error.with({ parametro }) : error
}

async function readLater(readers: readonly NamedRead[], frame: Parameters<Read>[0]): Promise<unknown> {
  const object: Record<string, unknown> = {}
  // One after another: sequences are taken in the order of the parameters.
  for (const { nombre, read } of readers) {
    try {
      object[nombre] = await read(frame)
    } catch (error) {
      throw sayParametro(error, nombre)
    }
  }
  return object
}
