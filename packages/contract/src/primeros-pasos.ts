import { z } from 'zod'

/** What somebody new does, in this order. */
export const PRIMEROS_PASOS = ['contrasena', 'servidor', 'proceso', 'canal', 'llamada'] as const
export type PrimerPaso = (typeof PRIMEROS_PASOS)[number]

/** How far a person has come: found in what is stored, whoever did it and from wherever. */
export const primerosPasosSchema = z
  .strictObject({
    /** This person does not want to see them. */
    ocultos: z.boolean(),
    pasos: z.array(z.strictObject({ paso: z.enum(PRIMEROS_PASOS), hecho: z.boolean() })),
    /** The newest that never answered. */
    servidorSinProbarId: z.uuid().nullable(),
    /** Of the sample shop, while it is there. */
    servidorDeEjemploId: z.uuid().nullable(),
    /** The newest proceso of this person, preferably one that is not published in any canal. */
    procesoId: z.uuid().nullable(),
    /** Where one of this person's answers. */
    publicado: z.strictObject({ canalId: z.uuid(), operacion: z.string() }).nullable(),
  })
  .meta({ id: 'PrimerosPasos' })
export type PrimerosPasos = z.infer<typeof primerosPasosSchema>

export const cambioDePrimerosPasosSchema = z.strictObject({ ocultos: z.boolean() })
