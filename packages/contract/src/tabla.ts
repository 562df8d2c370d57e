import { z } from 'zod'
import { FICHA, nombreDeFormulaSchema } from './ficha.ts'
import { TIPOS_DATO } from './flujo.ts'

export const columnaSchema = z.strictObject({
  nombre: z
    .string()
    .regex(/^[\p{L}_][\p{L}\p{N}_]{0,62}$/u, 'Empiece por una letra y use letras, dígitos y guion bajo.')
    .refine((nombre) => !RESERVED.has(nombre), 'Este nombre está reservado.')
    .meta({ title: 'Nombre' }),
  tipo: z.enum(TIPOS_DATO).default('texto').meta({ title: 'Tipo' }),
  requerido: z.boolean().default(false).meta({ title: 'Requerido' }),
  /** No two rows may hold the same value; empty values do not count. */
  unico: z.boolean().default(false).meta({ title: 'Único' }),
  descripcion: z.string().max(1_000).default('').meta({ title: 'Descripción' }),
  /** Only in a change: the name that the column had, so that its values go with it. */
  antes: z.string().optional(),
})
export type Columna = z.infer<typeof columnaSchema>

/** `id` and `revision` are fields of every row; the others could reach the prototype of an object. */
const RESERVED = new Set(['id', 'revision', '__proto__', 'constructor', 'prototype'])

export const tablaSchema = z.strictObject({
  ...FICHA,
  nombre: nombreDeFormulaSchema,
  columnas: z
    .array(columnaSchema)
    .min(1)
    .max(200)
    .superRefine((columnas, context) => {
      columnas.forEach(({ nombre }, index) => {
        if (columnas.findIndex((other) => other.nombre === nombre) === index) return
        context.addIssue({
          code: 'custom',
          path: [index, 'nombre'],
          message: `La columna «${nombre}» está repetida.`,
        })
      })
    })
    .meta({ title: 'Columnas' }),
})
export type Tabla = z.infer<typeof tablaSchema>
