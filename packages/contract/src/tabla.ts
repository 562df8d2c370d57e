import { z } from 'zod'
import { FICHA, GUARDADO, nombreDeFormulaSchema, USADO } from './ficha.ts'
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

export const tablaGuardadaSchema = tablaSchema
  .extend({ ...GUARDADO, columnas: z.array(columnaSchema.omit({ antes: true })) })
  .meta({ id: 'TablaGuardada' })
export type TablaGuardada = z.infer<typeof tablaGuardadaSchema>

export const tablaResumenSchema = tablaGuardadaSchema
  .extend({ filas: z.int().meta({ description: 'Cuántas filas tiene.' }), ...USADO })
  .meta({ id: 'TablaResumen' })
export type TablaResumen = z.infer<typeof tablaResumenSchema>

/** A row: beside its id and revision, a field for each column. */
export const filaSchema = z.looseObject({ id: z.string(), revision: z.int() }).meta({ id: 'Fila' })
export type Fila = z.infer<typeof filaSchema>

export const paginaDeFilasSchema = z
  .strictObject({
    filas: z.array(filaSchema),
    /** `desde` of the next page; null: this is the last. */
    siguiente: z.string().nullable(),
    total: z.int(),
  })
  .meta({ id: 'PaginaDeFilas' })
export type PaginaDeFilas = z.infer<typeof paginaDeFilasSchema>

export const loteEscritoSchema = z.strictObject({
  /** How many were written. */
  filas: z.int(),
})
export type LoteEscrito = z.infer<typeof loteEscritoSchema>

/** Rows that one call may change. */
export const MAX_CAMBIOS_DE_FILAS = 1_000

const idDeFilaSchema = z.string().regex(/^\d{1,18}$/)
const valoresSchema = z.record(z.string(), z.unknown())

/** What a person has changed in a grid: of a row that there is only the columns that changed, and the revision that was seen. */
export const cambiosDeFilasSchema = z.strictObject({
  cambios: z
    .array(
      z.discriminatedUnion('accion', [
        z.strictObject({
          accion: z.literal('crear'),
          datos: valoresSchema,
          /** Chosen by who sends it: the same row sent again, because the answer was lost, is not made twice. */
          clave: z.uuid().exactOptional(),
        }),
        z.strictObject({
          accion: z.literal('editar'),
          id: idDeFilaSchema,
          revision: z.int(),
          datos: valoresSchema,
        }),
        z.strictObject({ accion: z.literal('eliminar'), id: idDeFilaSchema, revision: z.int() }),
      ]),
    )
    .min(1)
    .max(MAX_CAMBIOS_DE_FILAS)
    .refine((cambios) => {
      const ids = cambios.flatMap((cambio) => (cambio.accion === 'crear' ? (cambio.clave ?? []) : cambio.id))
      return new Set(ids).size === ids.length
    }, 'Cada fila cambia una sola vez en cada llamada.'),
})
export type CambioDeFila = z.infer<typeof cambiosDeFilasSchema>['cambios'][number]

/** What became of each, in the order in which they were sent: each is decided for itself. */
export const cambiosHechosSchema = z
  .strictObject({
    resultados: z.array(
      z.union([
        /** As it is stored now; null: it is gone. */
        z.strictObject({ ok: z.literal(true), fila: filaSchema.nullable() }),
        z.strictObject({
          ok: z.literal(false),
          codigo: z.string(),
          mensaje: z.string(),
          /** `campo` is the column. */
          errores: z.array(z.strictObject({ campo: z.string(), mensaje: z.string() })),
          /** Of REVISION_OBSOLETA: as somebody else stored it meanwhile; null: it is gone. */
          actual: filaSchema.nullable().exactOptional(),
        }),
      ]),
    ),
  })
  .meta({ id: 'CambiosHechos' })
export type CambioHecho = z.infer<typeof cambiosHechosSchema>['resultados'][number]

/** What became of the rows of a file, or would become of them. */
export const importacionSchema = z
  .strictObject({
    /** Rows that are right; of an import that was refused, 0. */
    filas: z.int(),
    cantidadErrores: z.int(),
    /** The first of them; rows are counted as a spreadsheet does: the header is 1. */
    errores: z.array(
      z.strictObject({
        /** `filas[12].precio`: the first row below the header is 0. */
        campo: z.string(),
        fila: z.int(),
        /** Empty: the row as a whole. */
        columna: z.string(),
        mensaje: z.string(),
      }),
    ),
    /** The first rows, where nothing was written yet. */
    muestra: z.array(z.record(z.string(), z.unknown())).exactOptional(),
  })
  .meta({ id: 'Importacion' })
export type Importacion = z.infer<typeof importacionSchema>
