import { Fecha } from '@div/contract'
import { z } from 'zod'
import { defineFormato } from '../define-formato.ts'
import { columnaFields, decimalField, tipoProblem } from '../tipo-de-columna.ts'
import { AnchoFijoLector } from './ancho-fijo-lector.ts'
import { rellenoProblem } from './columna-puesta.ts'
import { placeColumnas } from './place-columnas.ts'
import { writeAnchoFijo } from './write-ancho-fijo.ts'

/** Characters of one record. */
const MAX_ANCHO = 100_000

const columnaSchema = z
  .strictObject({
    ...columnaFields,
    largo: z
      .int()
      .min(1)
      .max(MAX_ANCHO)
      .meta({ title: 'Largo', examples: [10] }),
    inicio: z.int().min(1).max(MAX_ANCHO).optional().meta({
      title: 'Empieza en',
      description: 'La primera posición es la 1. Vacío: detrás de la anterior.',
      avanzado: true,
    }),
    alineacion: z
      .enum(['automatica', 'izquierda', 'derecha'])
      .default('automatica')
      .meta({
        title: 'Alineación',
        etiquetas: {
          automatica: 'Números a la derecha',
          izquierda: 'A la izquierda',
          derecha: 'A la derecha',
        },
        avanzado: true,
      }),
    relleno: z.string().length(1, { error: 'Es un solo carácter.' }).default(' ').meta({
      title: 'Relleno',
      description: 'El carácter que completa el largo: un espacio, un 0.',
      avanzado: true,
    }),
    decimales: z
      .int()
      .min(0)
      .max(20)
      .optional()
      .meta({
        title: 'Decimales sin punto',
        description: 'Con 2, 0001234 es 12.34.',
        cuando: { tipo: ['decimal'] },
      }),
    registro: z.string().trim().max(50).default('').meta({
      title: 'Del tipo de registro',
      description: 'El código de los registros que llevan esta columna. Vacío: todos.',
      avanzado: true,
    }),
  })
  .superRefine((columna, context) => {
    const message = tipoProblem(columna)
    if (message !== null) context.addIssue({ code: 'custom', message, path: ['patron'] })
    if (columna.decimales !== undefined && columna.tipo !== 'decimal')
      context.addIssue({
        code: 'custom',
        message: 'Solo los números decimales los llevan.',
        path: ['decimales'],
      })
    const problem = rellenoProblem(columna)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, path: ['relleno'] })
  })
export type ColumnaFija = z.output<typeof columnaSchema>

export const anchoFijoSchema = z
  .strictObject({
    columnas: z.array(columnaSchema).max(2_000).default([]).meta({ title: 'Columnas' }),
    decimal: decimalField.meta({ ...decimalField.meta(), avanzado: true }),
    registros: z
      .enum(['lineas', 'seguidos'])
      .default('lineas')
      .meta({
        title: 'Los registros van',
        avanzado: true,
        etiquetas: { lineas: 'Uno por línea', seguidos: 'Seguidos, sin fin de línea' },
      }),
    finDeLinea: z
      .enum(['crlf', 'lf'])
      .default('crlf')
      .meta({
        title: 'Fin de línea',
        avanzado: true,
        description: 'Al escribir.',
        etiquetas: { crlf: 'CR LF (Windows)', lf: 'LF (Unix)' },
      }),
    codigoInicio: z
      .int()
      .min(1)
      .max(MAX_ANCHO)
      .default(1)
      .meta({ title: 'El código del tipo empieza en', avanzado: true }),
    codigoLargo: z.int().min(0).max(50).default(0).meta({
      title: 'Largo del código del tipo',
      description: 'Cuando hay registros de varios tipos. Cero: todos son iguales.',
      avanzado: true,
    }),
  })
  .superRefine((opciones, context) => {
    for (const { message, path } of placeColumnas(opciones).problems)
      context.addIssue({ code: 'custom', message, path })
  })
  .meta({ title: 'Columnas de ancho fijo' })
export type OpcionesAnchoFijo = z.output<typeof anchoFijoSchema>

export const anchoFijo = defineFormato({
  label: 'Ancho fijo',
  summary: 'Cada dato en sus posiciones, como los archivos de bancos y de equipos grandes.',
  opciones: z.strictObject({ anchoFijo: anchoFijoSchema }),
  ejemplos: [
    {
      opciones: {
        anchoFijo: {
          columnas: [
            { nombre: 'cuenta', largo: 6 },
            { nombre: 'importe', largo: 8, tipo: 'decimal', relleno: '0', decimales: 2 },
            { nombre: 'dia', largo: 8, tipo: 'fecha', patron: 'aaaammdd' },
          ],
        },
      },
      texto: 'ES12  0001234520261121\r\nFR7   -000005020261122\r\n',
      registros: [
        { cuenta: 'ES12', importe: 123.45, dia: new Fecha(2026, 11, 21) },
        { cuenta: 'FR7', importe: -0.5, dia: new Fecha(2026, 11, 22) },
      ],
    },
    {
      opciones: {
        anchoFijo: {
          codigoLargo: 1,
          finDeLinea: 'lf',
          columnas: [
            { nombre: 'fecha', largo: 8, inicio: 2, registro: 'C' },
            { nombre: 'articulo', largo: 4, inicio: 2, registro: 'D' },
            { nombre: 'cantidad', largo: 3, tipo: 'entero', registro: 'D' },
          ],
        },
      },
      texto: 'C20261121\nDA-1   3\n',
      registros: [
        { registro: 'C', fecha: '20261121' },
        { registro: 'D', articulo: 'A-1', cantidad: 3 },
      ],
    },
  ],
  compile({ anchoFijo: opciones }) {
    const { tipos, ancho } = placeColumnas(opciones)
    return {
      openLector: (reglas) => new AnchoFijoLector({ opciones, tipos, ancho }, reglas),
      write: (registros, reglas) => writeAnchoFijo(registros, { opciones, tipos }, reglas),
    }
  },
})
