import { z } from 'zod'
import { anchoFijo, anchoFijoSchema } from './ancho-fijo/ancho-fijo.ts'
import { csv, dialectoSchema, SEPARADORES, separadorMeta } from './csv/csv.ts'
import type { Formato, Notacion } from './define-formato.ts'
import { edi, ediSchema } from './edi/edi.ts'
import { jsonl } from './jsonl.ts'
import { libroSchema } from './libro/libro.ts'
import { lineas } from './lineas.ts'

/** Every notation of records. A new one is one line here, and its options beside those of the others below. */
export const FORMATOS_DE_REGISTROS = { csv, anchoFijo, jsonl, lineas, edi } satisfies Record<
  string,
  Pick<Formato, 'label'>
>
export type FormatoDeRegistros = keyof typeof FORMATOS_DE_REGISTROS

export const NOMBRES_DE_FORMATOS = [
  'csv',
  'anchoFijo',
  'jsonl',
  'lineas',
  'edi',
] as const satisfies readonly FormatoDeRegistros[]

/** Workbooks hold records, too, and are bytes: they are read and written whole, and wait. */
export const LIBRO = 'xlsx'

/** What a form calls them. */
export const ETIQUETAS_DE_FORMATOS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FORMATOS_DE_REGISTROS).map(([nombre, { label }]) => [nombre, label])),
  [LIBRO]: 'Libro de Excel (XLSX)',
}

export function isFormatoDeRegistros(formato: string): formato is FormatoDeRegistros {
  return Object.hasOwn(FORMATOS_DE_REGISTROS, formato)
}

/** Only where the field beside it says so. */
const cuando = (...formato: (FormatoDeRegistros | typeof LIBRO)[]) => ({ cuando: { formato } })

/** The options of all, side by side: who holds them keeps `formato` beside them. */
export const opcionesDeFormatos = {
  separador: z
    .enum(SEPARADORES)
    .optional()
    .meta({ ...separadorMeta, ...cuando('csv') }),
  csv: dialectoSchema.optional().meta({ title: 'Dialecto del CSV', ...cuando('csv') }),
  anchoFijo: anchoFijoSchema.optional().meta({ title: 'Ancho fijo', ...cuando('anchoFijo') }),
  edi: ediSchema.optional().meta({ title: 'Signos', ...cuando('edi') }),
  xlsx: libroSchema.optional().meta({ title: 'Libro', ...cuando(LIBRO) }),
}

const opcionesSchema = z.object(opcionesDeFormatos)
export type OpcionesDeFormatos = z.output<typeof opcionesSchema>

/** Null: the options that it cannot do without are not there. */
export function compileFormato(formato: FormatoDeRegistros, opciones: OpcionesDeFormatos): Notacion | null {
  switch (formato) {
    case 'csv':
      return csv.compile({ separador: opciones.separador, csv: opciones.csv ?? dialectoSchema.parse({}) })
    case 'anchoFijo':
      return opciones.anchoFijo ? anchoFijo.compile({ anchoFijo: opciones.anchoFijo }) : null
    case 'edi':
      return edi.compile({ edi: opciones.edi ?? ediSchema.parse({}) })
    case 'jsonl':
      return jsonl.compile({})
    case 'lineas':
      return lineas.compile({})
  }
}
