import type { Limits } from '@div/contract'
import { compileCsv, type Notacion, type Reglas, readText } from '@div/formatos'
import { failFormula, type Meter, toTexto } from '@div/formula'

interface CsvOptions {
  /** One character; absent: found out from the first line. */
  separador?: string | undefined
}

/** RFC 4180: the first line names the fields, `a_1` is the second one that is called `a`; values are texts. */
export function readCsv(
  text: string,
  { separador }: CsvOptions,
  limits: Pick<Limits, 'profundidad' | 'elementos'>,
): unknown[] {
  return readText(text, csvOf(separador), { ...reglasOf(limits), maximo: limits.elementos })
}

/** The fields of all rows in their order of appearance; the last line has no end. */
export function writeCsv(
  rows: readonly unknown[],
  { separador }: CsvOptions,
  limits: Pick<Limits, 'profundidad'>,
  meter?: Meter,
): string {
  return csvOf(separador).write(rows, reglasOf(limits, meter)).replace(/\r\n$/, '')
}

function csvOf(separador = ''): Notacion {
  if (!/^[^"\r\n\ufeff]?$/.test(separador))
    failFormula('el separador del CSV es un carácter, y no puede ser una comilla ni un salto de línea')
  return compileCsv(separador === '' ? undefined : separador)
}

function reglasOf(limits: Pick<Limits, 'profundidad'>, meter?: Meter): Reglas {
  return {
    limits,
    // A formula holds its text already.
    maximoRegistro: Number.POSITIVE_INFINITY,
    vacio: 'texto',
    finDeLinea: 'crlf',
    textOf: (value) => toTexto(value, meter),
    refuse: (motivo) => failFormula(`CSV: ${motivo}`),
  }
}
