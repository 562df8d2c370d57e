import { compileCoercion, type ErrorDeCampo, Fecha } from '@div/contract'
import { z } from 'zod'
import { compileDia, type Dia } from './dia.ts'
import { isReserved } from './nombres.ts'

const TIPOS_DE_COLUMNA = ['texto', 'entero', 'decimal', 'booleano', 'fecha'] as const
export type TipoDeColumna = (typeof TIPOS_DE_COLUMNA)[number]

const ETIQUETAS: Readonly<Record<TipoDeColumna, string>> = {
  texto: 'Texto',
  entero: 'Número entero',
  decimal: 'Número decimal',
  booleano: 'Sí o no',
  fecha: 'Fecha',
}

/** What a column of any notation says of itself. */
export const columnaFields = {
  nombre: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((nombre) => !isReserved(nombre), { error: 'Este nombre está reservado.' })
    .meta({ title: 'Nombre', examples: ['importe'] }),
  tipo: z.enum(TIPOS_DE_COLUMNA).default('texto').meta({ title: 'Tipo', etiquetas: ETIQUETAS }),
  patron: z
    .string()
    .max(100)
    .default('')
    .meta({
      title: 'Cómo se escribe',
      description:
        'De una fecha, como dd/mm/aaaa. De un sí o no, los dos textos, como S/N. Vacío: aaaa-mm-dd y true/false.',
      examples: ['dd/mm/aaaa'],
      cuando: { tipo: ['fecha', 'booleano'] },
    }),
}

export const decimalField = z
  .enum(['punto', 'coma'])
  .default('punto')
  .meta({
    title: 'Decimales',
    description: 'El otro signo puede separar los millares al leer.',
    etiquetas: { punto: 'Con punto (1234.5)', coma: 'Con coma (1234,5)' },
  })
export type Decimal = z.output<typeof decimalField>

export interface TipoColumna {
  tipo: TipoDeColumna
  patron: string
}

/** Why a column cannot be as it is declared; null: it can. */
export function tipoProblem({ tipo, patron }: TipoColumna): string | null {
  if (patron === '') return null
  if (tipo === 'fecha') {
    const dia = compileDia(patron)
    return typeof dia === 'string' ? `No sirve: ${dia}.` : null
  }
  if (tipo !== 'booleano') return 'Solo las fechas y los sí o no se escriben de otro modo.'
  const [si, no, ...others] = patron.split('/')
  return si && no && others.length === 0 && si !== no
    ? null
    : 'Escriba los dos textos separados por «/», como S/N.'
}

/** A text and what it stands for; what is neither is told as a sentence. */
export interface Celda {
  /** Of a text that is not blank. */
  read(text: string): unknown
  write(value: unknown): string
}

/** Thrown by a cell; who knows the line and the name says them. */
export class CeldaInvalida extends Error {}

const quote = (text: string) => `«${text.length > 40 ? `${text.slice(0, 40)}…` : text}»`

export function compileCelda(columna: TipoColumna, decimal: Decimal): Celda {
  switch (columna.tipo) {
    case 'texto':
      return TEXTO
    case 'fecha':
      return compileFecha(columna.patron)
    case 'booleano':
      return compileBooleano(columna.patron)
    case 'entero':
      return compileNumero('entero', 'un número entero', decimal)
    case 'decimal':
      return compileNumero('decimal', 'un número', decimal)
  }
}

/** Texts are what they are: who reads and writes them knows what null is. */
const TEXTO: Celda = { read: (text) => text, write: String }

function compileFecha(patron: string): Celda {
  const dia: Dia | string = compileDia(patron === '' ? 'aaaa-mm-dd' : patron)
  // The schema refuses it; without a schema it is a mistake of ours.
  if (typeof dia === 'string') throw new Error(dia)
  const shown = patron === '' ? 'aaaa-mm-dd' : patron
  return {
    read: (text) => dia.read(text) ?? refuse(text, `una fecha ${shown}`),
    write(value) {
      const fecha = value instanceof Fecha ? value : Fecha.parse(String(value))
      return fecha ? dia.write(fecha) : refuse(String(value), 'una fecha')
    },
  }
}

function compileBooleano(patron: string): Celda {
  const coerce = coercionTo('booleano', 'verdadero o falso')
  if (patron === '') return { read: coerce, write: (value) => String(coerce(value)) }
  const [si = '', no = ''] = patron.split('/')
  return {
    read(text) {
      const given = text.trim()
      if (given === si) return true
      return given === no ? false : refuse(text, `${quote(si)} o ${quote(no)}`)
    },
    write: (value) => (coerce(value) === true ? si : no),
  }
}

/** Thousands set apart by the sign that is not of the decimals. */
const GROUPED: Readonly<Record<Decimal, RegExp>> = {
  punto: /^\s*[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?\s*$/,
  coma: /^\s*[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?\s*$/,
}

function compileNumero(tipo: 'entero' | 'decimal', name: string, decimal: Decimal): Celda {
  const coerce = coercionTo(tipo, name)
  const group = decimal === 'coma' ? '.' : ','
  const grouped = GROUPED[decimal]
  return {
    read(text) {
      const plain = grouped.test(text) ? text.replaceAll(group, '') : text
      if (plain.includes(group)) return refuse(text, name)
      return coerce(decimal === 'coma' ? plain.replace(',', '.') : plain, text)
    },
    write(value) {
      const text = String(coerce(value))
      return decimal === 'coma' ? text.replace('.', ',') : text
    },
  }
}

/** As an entrada takes what it is called with. */
function coercionTo(tipo: TipoDeColumna, name: string): (value: unknown, shown?: string) => unknown {
  const coerce = compileCoercion({ nombre: '', tipo })
  return (value, shown) => {
    const errores: ErrorDeCampo[] = []
    const coerced = coerce(value, '', errores)
    return errores.length === 0 && coerced !== null ? coerced : refuse(shown ?? String(value), name)
  }
}

function refuse(text: string, name: string): never {
  throw new CeldaInvalida(`${quote(text)} no es ${name}`)
}
