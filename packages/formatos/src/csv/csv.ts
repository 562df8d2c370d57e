import { Fecha } from '@div/contract'
import { z } from 'zod'
import { defineFormato, type Notacion } from '../define-formato.ts'
import { columnaFields, decimalField, tipoProblem } from '../tipo-de-columna.ts'
import { CsvLector } from './csv-lector.ts'
import { writeCsv } from './write-csv.ts'

export const SEPARADORES = [',', ';', '\t', '|', ':', ' ', '^', '~'] as const

export const separadorMeta = {
  title: 'Separador',
  description: 'Sin elegir: se averigua al leer, y coma al escribir.',
  etiquetas: {
    ',': 'Coma',
    ';': 'Punto y coma',
    '\t': 'Tabulador',
    '|': 'Barra',
    ':': 'Dos puntos',
    ' ': 'Espacio',
    '^': 'Circunflejo (^)',
    '~': 'Virgulilla (~)',
  },
}

const columnaSchema = z.strictObject(columnaFields).superRefine((columna, context) => {
  const message = tipoProblem(columna)
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['patron'] })
})

/** All of a dialect but its separator, which stands beside it: most need nothing else. */
export const dialectoSchema = z
  .strictObject({
    cabecera: z.boolean().default(true).meta({
      title: 'La primera línea dice los nombres',
      description: 'Sin ella los dan las columnas, o se llaman c1, c2 …',
    }),
    decimal: decimalField,
    columnas: z.array(columnaSchema).max(2_000).default([]).meta({
      title: 'Columnas',
      description: 'Las que no son texto; con cabecera, en cualquier orden.',
    }),
    comillas: z
      .enum(['"', "'", ''])
      .default('"')
      .meta({
        avanzado: true,
        title: 'Comillas',
        etiquetas: { '"': 'Dobles (")', "'": "Simples (')", '': 'Ninguna' },
      }),
    escapado: z
      .enum(['doble', 'barra'])
      .default('doble')
      .meta({
        avanzado: true,
        title: 'Unas comillas dentro de un valor',
        etiquetas: { doble: 'Se escriben dos veces', barra: 'Llevan una barra inversa (\\)' },
      }),
    vacio: z
      .enum(['nulo', 'texto'])
      .optional()
      .meta({
        avanzado: true,
        title: 'Una celda vacía es',
        description: 'Sin elegir: nula en los archivos, un texto vacío en una conversión.',
        etiquetas: { nulo: 'Nula', texto: 'Un texto vacío' },
      }),
    irregulares: z
      .enum(['rechazar', 'completar'])
      .default('rechazar')
      .meta({
        avanzado: true,
        title: 'Filas con más o menos valores',
        etiquetas: { rechazar: 'Son un error', completar: 'Lo que falta es nulo y lo que sobra se deja' },
      }),
    recortar: z.boolean().default(false).meta({
      avanzado: true,
      title: 'Quitar los espacios de alrededor',
      description: 'De los valores sin comillas.',
    }),
    comentario: z
      .string()
      .regex(/^[^"'\s\\]?$/, { error: 'Es un solo carácter, y ni comillas ni espacio.' })
      .default('')
      .meta({
        avanzado: true,
        title: 'Las líneas que empiezan así son comentarios',
        description: 'Un carácter, como #. Vacío: no los hay.',
      }),
    finDeLinea: z
      .enum(['crlf', 'lf', 'cr'])
      .optional()
      .meta({
        avanzado: true,
        title: 'Fin de línea',
        description:
          'Al escribir; sin elegir, CR LF en una conversión y LF en un archivo. Al leer valen los dos.',
        etiquetas: { crlf: 'CR LF (Windows)', lf: 'LF (Unix)', cr: 'CR (Mac antiguo)' },
      }),
  })
  .superRefine(({ columnas }, context) => {
    const seen = new Set<string>()
    for (const [index, { nombre }] of columnas.entries()) {
      if (seen.has(nombre))
        context.addIssue({
          code: 'custom',
          message: 'Ya hay una columna con este nombre.',
          path: ['columnas', index, 'nombre'],
        })
      seen.add(nombre)
    }
  })
  .meta({ title: 'Dialecto del CSV' })
export type Dialecto = z.output<typeof dialectoSchema>

const opcionesSchema = z.strictObject({
  /** One character. Absent: found out from the first line, and a comma where something is written. */
  separador: z.string().optional(),
  csv: dialectoSchema.prefault({}),
})
export type OpcionesCsv = z.output<typeof opcionesSchema>

/** RFC 4180 and what systems write that do not keep to it. */
export const csv = defineFormato({
  label: 'CSV',
  summary: 'Valores separados, una línea por registro.',
  opciones: opcionesSchema,
  ejemplos: [
    { opciones: {}, texto: 'id,nombre\r\n1,"Ruiz, Ana"\r\n', registros: [{ id: '1', nombre: 'Ruiz, Ana' }] },
    {
      opciones: {
        separador: ';',
        csv: {
          decimal: 'coma',
          finDeLinea: 'lf',
          columnas: [
            { nombre: 'importe', tipo: 'decimal' },
            { nombre: 'dia', tipo: 'fecha', patron: 'dd/mm/aaaa' },
            { nombre: 'pagado', tipo: 'booleano', patron: 'S/N' },
          ],
        },
      },
      texto: 'importe;dia;pagado;nota\n1234,5;21/11/2026;S;hola\n;;N;"a ""b"""\n',
      registros: [
        { importe: 1234.5, dia: new Fecha(2026, 11, 21), pagado: true, nota: 'hola' },
        { importe: null, dia: null, pagado: false, nota: 'a "b"' },
      ],
    },
    {
      opciones: {
        separador: '|',
        csv: { cabecera: false, comillas: '', escapado: 'barra', finDeLinea: 'lf' },
      },
      texto: 'a\\|b|c\n',
      registros: [{ c1: 'a|b', c2: 'c' }],
    },
  ],
  compile: (opciones) => ({
    openLector: (reglas) => new CsvLector(opciones, reglas),
    write: (registros, reglas) => writeCsv(registros, opciones, reglas),
  }),
})

/** The usual dialect, with a separator of one character. */
export function compileCsv(separador: string | undefined): Notacion {
  return csv.compile({ separador, csv: dialectoSchema.parse({}) })
}
