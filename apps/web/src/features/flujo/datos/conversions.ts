import { fitTipo, type TipoDato } from '@div/contract'

/** How a value of one type becomes one of another, in functions of the catalogue. */
export interface Conversion {
  /** From the inside out. */
  funciones: readonly string[]
  /** What it does, for who reads a row. */
  label: string
  /** The type that comes of it. */
  tipo: TipoDato
}

const conversion = (tipo: TipoDato, label: string, ...funciones: readonly string[]): Conversion => ({
  tipo,
  label,
  funciones,
})

const AS_TEXT = conversion('texto', 'como texto', 'TEXTO')
const AS_JSON = conversion('texto', 'como JSON', 'A_JSON')
const AS_LOGIC = conversion('booleano', 'como sí o no', 'LOGICO')
const AS_DAY = conversion('fecha', 'como fecha', 'FECHA')
const AS_INSTANT = conversion('fechaHora', 'como fecha y hora', 'FECHAHORA')

/** By the declared type, then by the type that is given. */
const CONVERSIONS: Readonly<Partial<Record<TipoDato, Readonly<Partial<Record<TipoDato, Conversion>>>>>> = {
  texto: {
    entero: AS_TEXT,
    decimal: AS_TEXT,
    booleano: AS_TEXT,
    fecha: AS_TEXT,
    fechaHora: AS_TEXT,
    objeto: AS_JSON,
    lista: AS_JSON,
    binario: conversion('texto', 'en base64', 'A_BASE64'),
  },
  entero: {
    texto: conversion('entero', 'como número entero', 'NUMERO', 'TRUNCAR'),
    decimal: conversion('entero', 'sin decimales', 'TRUNCAR'),
  },
  decimal: { texto: conversion('decimal', 'como número', 'NUMERO') },
  booleano: { texto: AS_LOGIC, entero: AS_LOGIC, decimal: AS_LOGIC },
  fecha: { texto: AS_DAY, fechaHora: AS_DAY },
  fechaHora: { texto: AS_INSTANT, fecha: AS_INSTANT },
  objeto: { texto: conversion('cualquiera', 'leído como JSON', 'DE_JSON') },
  lista: { texto: conversion('cualquiera', 'leída como JSON', 'DE_JSON') },
  binario: { texto: conversion('binario', 'leído de base64', 'BINARIO') },
}

/** Null: it fits as it is, or nothing makes it fit. */
export function conversionFor(
  declared: TipoDato | undefined,
  given: TipoDato | undefined,
): Conversion | null {
  if (declared === undefined || given === undefined || fitTipo(declared, given) === 'igual') return null
  return CONVERSIONS[declared]?.[given] ?? null
}

export function convert(expresion: string, { funciones }: Pick<Conversion, 'funciones'>): string {
  return funciones.reduce((inner, name) => `${name}(${inner})`, expresion)
}

const ALL: readonly Conversion[] = Object.values(CONVERSIONS).flatMap((row) => Object.values(row))
/** Of two functions first, so that one of them alone does not stand for both. */
const LONGEST_FIRST = [...new Set(ALL)].toSorted(
  (left, right) => right.funciones.length - left.funciones.length,
)

/** A formula that only converts something: what it converts, and how. */
export function readConversion(expresion: string): { inner: string; conversion: Conversion } | null {
  const text = expresion.trim()
  for (const each of LONGEST_FIRST) {
    const start = each.funciones
      .toReversed()
      .map((name) => `${name}(`)
      .join('')
    const end = ')'.repeat(each.funciones.length)
    if (!text.startsWith(start) || !text.endsWith(end)) continue
    return { inner: text.slice(start.length, -end.length), conversion: each }
  }
  return null
}
