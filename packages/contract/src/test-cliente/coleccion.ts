import { z } from 'zod'
import { FICHA, GUARDADO } from '../ficha.ts'
import { entornoGuardadoSchema, entornoSchema } from './entorno.ts'
import { peticionDePruebaSchema, withoutCredentials } from './peticion.ts'

/** Peticiones of one colección. */
export const MAX_PETICIONES = 500
/** Of one petición. */
export const MAX_ASERCIONES = 50

/** What the answer must be. */
export const asercionSchema = z.strictObject({
  que: z
    .enum(['estado', 'cabecera', 'campo', 'texto', 'tiempo'])
    .meta({ title: 'Qué', etiquetas: { estado: 'Estado HTTP', campo: 'Campo', texto: 'Texto del cuerpo' } }),
  /** The header, or the path of the field: `clientes[0].nombre`. */
  nombre: z.string().max(500).default(''),
  es: z.enum(['igual', 'distinto', 'contiene', 'existe', 'menor', 'mayor']),
  valor: z.string().max(10_000).default(''),
})
export type Asercion = z.infer<typeof asercionSchema>

export const peticionGuardadaSchema = z.strictObject({
  id: z.uuid(),
  nombre: z.string().trim().min(1).max(200),
  /** `Clientes/Altas`; empty: in none. */
  carpeta: z.string().max(500).default(''),
  peticion: peticionDePruebaSchema.transform(withoutCredentials),
  aserciones: z.array(asercionSchema).max(MAX_ASERCIONES).default([]),
})
export type PeticionGuardada = z.infer<typeof peticionGuardadaSchema>

/** Peticiones that are kept together, for everybody. */
export const coleccionSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  peticiones: z.array(peticionGuardadaSchema).max(MAX_PETICIONES).default([]),
})
export type Coleccion = z.infer<typeof coleccionSchema>

export const coleccionGuardadaSchema = coleccionSchema
  .extend({
    ...GUARDADO,
    peticiones: z.array(peticionGuardadaSchema.extend({ peticion: peticionDePruebaSchema })),
  })
  .meta({ id: 'ColeccionGuardada' })
export type ColeccionGuardada = z.infer<typeof coleccionGuardadaSchema>

export const coleccionResumenSchema = coleccionGuardadaSchema
  .omit({ peticiones: true })
  .extend({ total: z.int().meta({ description: 'Cuántas peticiones tiene.' }) })
  .meta({ id: 'ColeccionResumen' })
export type ColeccionResumen = z.infer<typeof coleccionResumenSchema>

/** A colección of another tool: the variables that it names become an entorno of who brings it. */
export const coleccionParaImportarSchema = z.strictObject({
  coleccion: coleccionSchema,
  variables: entornoSchema.shape.variables.default([]),
})
export type ColeccionParaImportar = z.infer<typeof coleccionParaImportarSchema>

export const coleccionImportadaSchema = z
  .strictObject({
    coleccion: coleccionGuardadaSchema,
    entorno: entornoGuardadoSchema.nullable().meta({ description: 'null: no traía variables.' }),
  })
  .meta({ id: 'ColeccionImportada' })
export type ColeccionImportada = z.infer<typeof coleccionImportadaSchema>
