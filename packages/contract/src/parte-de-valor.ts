import { z } from 'zod'

/** Of what a node took, or of what it put out. */
const ladoSchema = z.enum(['entrada', 'salida'])
export type Lado = z.infer<typeof ladoSchema>

/** A part of a value of a test run that is too large to be shown with the rest: it is asked for by page. */
export const parteDeValorSchema = z
  .strictObject({
    parte: z.int().meta({ description: 'Su número en la ejecución.' }),
    paso: z
      .int()
      .nullable()
      .meta({ description: 'El lugar del paso en la traza; sin él, la respuesta de la ejecución.' }),
    lado: ladoSchema,
    ruta: z.array(z.union([z.string(), z.int()])).meta({ description: 'Dónde está en el valor.' }),
    clase: z.enum(['lista', 'texto', 'campos']),
    total: z.int().meta({ description: 'Elementos, caracteres o campos que tenía.' }),
    guardados: z.int().meta({ description: 'Los que se pueden ver.' }),
    paginas: z.int(),
  })
  .meta({ id: 'ParteDeValor' })
export type ParteDeValor = z.infer<typeof parteDeValorSchema>

/** What can be seen by page of a test run by who made it; nothing once it was let go. */
export const partesDeEjecucionSchema = z.strictObject({
  partes: z.array(parteDeValorSchema),
  completas: z.boolean().meta({ description: 'No: algo pasaba del límite y de ello solo hay el comienzo.' }),
  minutos: z.int().meta({ description: 'Cuánto se guardan.' }),
})
export type PartesDeEjecucion = z.infer<typeof partesDeEjecucionSchema>

export const paginaDeValorSchema = z.strictObject({
  desde: z.int().meta({ description: 'El lugar del primero, desde cero.' }),
  cuantos: z.int(),
  valor: z.unknown(),
})
export type PaginaDeValor = z.infer<typeof paginaDeValorSchema>
