import { z } from 'zod'
import { usoSchema } from './uso.ts'

/** What an operation of a new contract is to the stored one. */
const cambiosSchema = z
  .strictObject({
    agregadas: z.array(z.string()),
    quitadas: z.array(z.string()),
    cambiadas: z.array(z.string()),
    /** Of those that changed, by name: what they take and answer that is new, gone or of another kind. */
    diferencias: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: 'CambiosDeContrato' })

/** What a foreign service says of itself (WSDL, OpenAPI, GraphQL's introspection, proto files), read for settings that are not stored yet. */
export const contratoLeidoSchema = z
  .strictObject({
    /** Over the settings: what storing them would keep of it. */
    config: z.record(z.string(), z.unknown()),
    puertos: z.array(
      z.strictObject({
        servicio: z.string(),
        nombre: z.string(),
        version: z.string(),
        direccion: z.string(),
        operaciones: z.array(z.string()),
      }),
    ),
    /** What else it leaves to choose, such as how callers prove who they are: `config` over the settings is that choice. */
    opciones: z.array(
      z.strictObject({ grupo: z.string(), titulo: z.string(), config: z.record(z.string(), z.unknown()) }),
    ),
    /** What it is, in one line, where no port says it. */
    resumen: z.string().exactOptional(),
    /** What was not taken, and why. */
    avisos: z.array(z.string()),
    /** Null: nothing was stored before. */
    cambios: cambiosSchema.nullable(),
  })
  .meta({ id: 'ContratoLeido' })
export type ContratoLeido = z.infer<typeof contratoLeidoSchema>

/** With the processes whose nodes name an operation that changed or is gone. */
export const contratoRevisadoSchema = contratoLeidoSchema
  .extend({ afectados: z.array(usoSchema) })
  .meta({ id: 'ContratoRevisado' })
export type ContratoRevisado = z.infer<typeof contratoRevisadoSchema>
