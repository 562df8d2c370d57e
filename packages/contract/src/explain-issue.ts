import { z } from 'zod'
import { lookUp } from './look-up.ts'

/** What is wrong with a value, as far as zod tells it to whoever words it. */
type Issue = z.core.$ZodRawIssue

/** Names that a sentence lists before it breaks off. */
const MAX_LISTED = 10
/** Values that it lists: what is not listed could not be guessed. */
const MAX_VALUES = 20

const NOUNS: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  bigint: 'un número entero',
  boolean: 'verdadero o falso',
  array: 'una lista',
  tuple: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
  date: 'una fecha',
  null: 'nulo',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'un UUID, como 0f0e7c1e-6d1f-4f43-8f0a-2c7b1a7f1d11',
  url: 'una dirección completa, como https://ejemplo.es/ruta',
  email: 'una dirección de correo, como ana@ejemplo.es',
  datetime: 'un momento ISO 8601, como 2026-11-21T10:30:00Z',
  date: 'una fecha AAAA-MM-DD',
  time: 'una hora HH:MM:SS',
  ipv4: 'una dirección IPv4',
  ipv6: 'una dirección IPv6',
  base64: 'un texto en base64',
  json_string: 'un texto con JSON',
}

/** Units of what has a length, one and many. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: ['carácter', 'caracteres'],
  array: ['elemento', 'elementos'],
  set: ['elemento', 'elementos'],
  file: ['byte', 'bytes'],
}

/** What a schema that has no sentence of its own says to people. Undefined where zod has an issue that is not known here. */
function explainIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return explainType(issue.expected, issue.input)
    case 'invalid_value':
      return explainValue(issue.values, issue.input)
    case 'too_small':
      return explainBound(issue, { bound: Number(issue.minimum), atLeast: true })
    case 'too_big':
      return explainBound(issue, { bound: Number(issue.maximum), atLeast: false })
    case 'invalid_format':
      return explainFormat(issue)
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}.`
    case 'unrecognized_keys':
      return explainUnknown(issue)
    case 'invalid_union':
      return explainUnion(issue)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message
    case 'custom':
      return 'Este dato no vale aquí.'
  }
}

// Every schema of the product speaks to people, in whichever process or browser it is asked.
z.config({ localeError: explainIssue })

const MISSING = 'Falta este dato.'

function explainType(expected: string, input: unknown): string {
  if (input === undefined) return MISSING
  const noun = lookUp(NOUNS, expected) ?? expected
  const received = nounOf(input)
  // What is not the number that it should be is a number all the same.
  const isAlike =
    received === undefined || (typeof input === 'number' && /^(int|number|bigint)$/.test(expected))
  return isAlike ? `Se esperaba ${noun}.` : `Se esperaba ${noun} y llegó ${received}.`
}

function nounOf(input: unknown): string | undefined {
  if (input === null) return 'nulo'
  if (typeof input === 'boolean') return String(input)
  return lookUp(NOUNS, Array.isArray(input) ? 'array' : typeof input)
}

function explainValue(values: readonly z.core.util.Primitive[], input: unknown): string {
  const wrong = input === undefined ? MISSING : 'Este valor no se admite.'
  return `${wrong} ${values.length === 1 ? 'Escriba' : 'Use uno de estos'}: ${list(values, MAX_VALUES)}`
}

/** To the end of the sentence. */
function list(values: readonly unknown[], most: number): string {
  const shown = values.slice(0, most).map((value) => (value === '' ? '«»' : String(value)))
  return `${shown.join(', ')}${values.length > most ? ' …' : '.'}`
}

interface Bound {
  bound: number
  atLeast: boolean
}

function explainBound(
  { origin, inclusive = true, exact = false }: { origin: string; inclusive?: boolean; exact?: boolean },
  { bound, atLeast }: Bound,
): string {
  if (exact) return `Debe tener exactamente ${count(bound, origin)}.`
  const whole = inclusive ? bound : bound + (atLeast ? 1 : -1)
  if (lookUp(UNITS, origin)) return explainLength(origin, { bound: whole, atLeast })
  if (!inclusive) return `Debe ser ${atLeast ? 'mayor' : 'menor'} que ${bound}.`
  return `El ${atLeast ? 'mínimo' : 'máximo'} es ${bound}.`
}

function explainLength(origin: string, { bound, atLeast }: Bound): string {
  if (!atLeast) return `Debe tener como mucho ${count(bound, origin)}.`
  if (bound !== 1) return `Debe tener al menos ${count(bound, origin)}.`
  return origin === 'string' ? 'No puede quedar vacío.' : 'Ponga al menos uno.'
}

/** `1 carácter`, `3 elementos` */
function count(length: number, origin: string): string {
  const [one, many] = lookUp(UNITS, origin) ?? ['', '']
  return `${length} ${length === 1 ? one : many}`
}

function explainFormat(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  switch (issue.format) {
    case 'starts_with':
      return `Debe empezar por «${issue.prefix}».`
    case 'ends_with':
      return `Debe terminar en «${issue.suffix}».`
    case 'includes':
      return `Debe contener «${issue.includes}».`
    case 'regex':
      return `No tiene la forma pedida: ${issue.pattern}`
    default:
      return `Debe ser ${lookUp(FORMATS, issue.format) ?? `del formato ${issue.format}`}.`
  }
}

/** First what is not there yet: it is more likely what was meant. */
function explainUnknown({ inst, input }: Issue): string {
  const unknown = 'Este dato no existe aquí.'
  if (!(inst instanceof z.ZodObject)) return unknown
  const names = Object.keys(inst.shape)
  const isGiven = (name: string) => isRecord(input) && Object.hasOwn(input, name)
  const known = [...names.filter((name) => !isGiven(name)), ...names.filter(isGiven)]
  return known.length === 0 ? unknown : `${unknown} Los que hay: ${list(known, MAX_LISTED)}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { input, discriminator, options } = issue
  if (discriminator !== undefined && Array.isArray(options)) {
    return explainValue(options, isRecord(input) ? input[discriminator] : undefined)
  }
  if (input === undefined) return MISSING
  const nouns = issue.errors.flatMap(([first]) => nounsOf(first))
  return nouns.length === 0 ? 'Este valor no se admite.' : `Se esperaba ${nouns.join(' o ')}.`
}

/** What a form of a union would have been. */
function nounsOf(issue: z.core.$ZodIssue | undefined): string[] {
  if (issue?.code === 'invalid_type') return [lookUp(NOUNS, issue.expected) ?? issue.expected]
  if (issue?.code === 'invalid_value') return issue.values.map((value) => `«${String(value)}»`)
  return []
}
