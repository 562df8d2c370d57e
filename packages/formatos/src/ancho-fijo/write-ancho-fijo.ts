import type { Reglas } from '../define-formato.ts'
import { checkRegistros } from '../registros.ts'
import { type Celda, CeldaInvalida, compileCelda } from '../tipo-de-columna.ts'
import type { ColumnaFija, OpcionesAnchoFijo } from './ancho-fijo.ts'
import { CODIGO, type ColumnaPuesta, isRightAligned } from './columna-puesta.ts'
import { writeImplied } from './implied-decimals.ts'

interface Campo extends ColumnaPuesta {
  write: (value: unknown) => string
}

/** A value that does not fit its columns is refused, never cut. */
export function writeAnchoFijo(
  registros: readonly unknown[],
  { opciones, tipos }: { opciones: OpcionesAnchoFijo; tipos: ReadonlyMap<string, readonly ColumnaPuesta[]> },
  reglas: Reglas,
): string {
  const { codigoInicio, codigoLargo } = opciones
  const campos = new Map(
    [...tipos].map(([code, placed]) => [code, placed.map((each) => openCampo(each, opciones, reglas))]),
  )
  const lineEnd = opciones.registros === 'seguidos' ? '' : opciones.finDeLinea === 'lf' ? '\n' : '\r\n'
  return checkRegistros(registros, reglas)
    .map((registro, index) => {
      const code = codigoLargo === 0 ? '' : String(registro[CODIGO] ?? '')
      const fields = campos.get(code)
      if (!fields)
        return reglas.refuse(`elemento ${index + 1}: no hay columnas para el tipo de registro «${code}»`)
      const parts = fields.map(({ inicio, columna, write }) => ({
        inicio,
        text: writeCampo(write, registro[columna.nombre], { index, columna, reglas }),
      }))
      if (codigoLargo > 0) parts.push({ inicio: codigoInicio - 1, text: code })
      return layOut(parts) + lineEnd
    })
    .join('')
}

/** Positions of nobody are blank. */
function layOut(parts: { inicio: number; text: string }[]): string {
  return parts
    .sort((one, other) => one.inicio - other.inicio)
    .reduce((line, { inicio, text }) => line.padEnd(inicio) + text, '')
}

function writeCampo(
  write: Campo['write'],
  value: unknown,
  { index, columna, reglas }: { index: number; columna: ColumnaFija; reglas: Reglas },
): string {
  try {
    return write(value)
  } catch (cause) {
    if (!(cause instanceof CeldaInvalida)) throw cause
    return reglas.refuse(`elemento ${index + 1}, campo «${columna.nombre}»: ${cause.message}`, cause)
  }
}

function openCampo(puesta: ColumnaPuesta, { decimal }: OpcionesAnchoFijo, { textOf }: Reglas): Campo {
  const { columna } = puesta
  const celda = columna.tipo === 'texto' ? null : compileCelda(columna, decimal)
  return {
    ...puesta,
    write(value) {
      const isNothing = value === null || value === undefined
      if (isNothing || (celda !== null && value === '')) return ' '.repeat(columna.largo)
      return pad(celda ? writeTyped(celda, value, columna) : (textOf(value) ?? ''), columna)
    },
  }
}

function writeTyped(celda: Celda, value: unknown, { decimales }: ColumnaFija): string {
  if (decimales === undefined) return celda.write(value)
  return writeImplied(celda.write(value).replace(',', '.'), decimales)
}

function pad(text: string, columna: ColumnaFija): string {
  const { largo, relleno } = columna
  if (text.length > largo) throw new CeldaInvalida(`«${text.slice(0, 40)}» no cabe en ${largo} caracteres`)
  if (/[\r\n]/.test(text)) throw new CeldaInvalida('tiene varias líneas')
  if (!isRightAligned(columna)) return text.padEnd(largo, relleno)
  // The sign stands before the zeros.
  return relleno === '0' && text.startsWith('-')
    ? `-${text.slice(1).padStart(largo - 1, relleno)}`
    : text.padStart(largo, relleno)
}
