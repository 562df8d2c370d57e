import { referenciaSchema } from '@div/contract'
import { defineNodo } from '@div/engine'
import { z } from 'zod'
import { reglaSchema } from '../regla.ts'
import { convertirSchema } from './convertir.ts'

const campo = (title: string) => z.string().min(1).meta({ title })

/** One step over the value that the one before left; the first works on `lista`. */
const pasoSchema = z.discriminatedUnion('tipo', [
  convertirSchema,
  z
    .strictObject({
      tipo: z.literal('filtrar'),
      expresion: z.string().optional().meta({ title: 'Fórmula' }),
      regla: reglaSchema.optional().meta({ title: 'Regla' }),
    })
    .refine(({ expresion, regla }) => (expresion === undefined) !== (regla === undefined), {
      error: 'Ponga una fórmula o una regla, solo una de las dos.',
    }),
  z.strictObject({
    tipo: z.literal('ordenar'),
    por: z
      .array(
        z.strictObject({
          campo: campo('Campo'),
          sentido: z.enum(['ascendente', 'descendente']).default('ascendente').meta({ title: 'Sentido' }),
        }),
      )
      .min(1)
      .meta({ title: 'Por estos campos', description: 'El primero manda; los demás deshacen empates.' }),
  }),
  z.strictObject({
    tipo: z.literal('agrupar'),
    por: z.array(campo('Campo')).min(1).meta({
      title: 'Por estos campos',
      description: 'Queda un elemento por cada combinación de sus valores.',
    }),
    agregados: z
      .array(
        z
          .strictObject({
            nombre: campo('Nombre'),
            funcion: z
              .enum(['cuenta', 'suma', 'promedio', 'minimo', 'maximo', 'primero', 'lista'])
              .meta({ title: 'Función', description: 'Qué se hace con los elementos del grupo.' }),
            campo: campo('Campo').optional(),
          })
          .refine(
            ({ funcion, campo: of }) => funcion === 'cuenta' || funcion === 'lista' || of !== undefined,
            {
              error: 'Diga de qué campo.',
              path: ['campo'],
            },
          ),
      )
      .default([])
      .meta({ title: 'Cuentas', description: 'Lo que se calcula de cada grupo.' }),
  }),
  z.strictObject({
    tipo: z.literal('unir'),
    con: referenciaSchema.meta({ title: 'Segunda lista' }),
    modo: z.enum(['interna', 'izquierda']).default('interna').meta({
      title: 'Cuáles quedan',
      description: 'Solo los que están en las dos listas, o todos los de la primera.',
    }),
    claves: z
      .array(z.strictObject({ izquierda: campo('De la primera'), derecha: campo('De la segunda') }))
      .min(1)
      .meta({ title: 'Claves', description: 'Los campos que deben ser iguales en las dos.' }),
    /** Where the row of the second list goes; its fields are put beside those of the first when absent. */
    en: campo('Campo de destino').optional(),
  }),
  z.strictObject({
    tipo: z.literal('limitar'),
    cantidad: z.int().min(0).meta({ title: 'Cuántos' }),
    desde: z.int().min(0).default(0).meta({ title: 'A partir de' }),
  }),
])
export type PasoDeTransformacion = z.infer<typeof pasoSchema>

export const transformacion = defineNodo({
  tipoNodo: 'transformacion',
  label: 'Transformación',
  summary: 'Construye datos nuevos a partir de los anteriores.',
  config: z.object({
    lista: referenciaSchema.optional().meta({ title: 'Lista' }),
    pasos: z.array(pasoSchema).default([]).meta({ title: 'Pasos' }),
  }),
})
