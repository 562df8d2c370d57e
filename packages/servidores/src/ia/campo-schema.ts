import { type Parametro, TIPOS_DATO, validacionSchema } from '@div/contract'
import { z } from 'zod'

/** A value that is asked of a model: declared as in an entrada, but that no call gives it. */
export const campoSchema: z.ZodType<Parametro> = z
  .lazy(() => describeCampo(nombreSchema))
  .meta({ id: 'Campo' })

/** The element of a list has no name to be called by. */
const elementoSchema: z.ZodType<Parametro> = z
  .lazy(() => describeCampo(nombreSchema.default('')))
  .meta({ id: 'ElementoDeCampo' })

const nombreSchema = z.string().max(200)

const describeCampo = <Nombre extends z.ZodType<string>>(nombre: Nombre) =>
  z.strictObject({
    nombre,
    tipo: z.enum(TIPOS_DATO).optional(),
    requerido: z.boolean().optional(),
    defecto: z.unknown().optional().meta({ description: 'Lo que vale si el modelo no lo encuentra.' }),
    descripcion: z.string().max(2_000).optional().meta({ description: 'Qué es, para el modelo.' }),
    ejemplo: z.unknown().optional(),
    validacion: validacionSchema.optional(),
    campos: z.array(campoSchema).optional().meta({ description: 'Los de un objeto.' }),
    elemento: elementoSchema.optional(),
  })
