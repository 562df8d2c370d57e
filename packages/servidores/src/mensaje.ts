import { isCredentialHeader } from '@div/contract'
import { z } from 'zod'
import type { Plantillas, Valores } from './plantilla.ts'
import { refuse } from './refuse.ts'

/** Of the parameter that brings what is sent. */
export const MENSAJE = 'mensaje'

/** Publishing refuses a sending node that has nothing to send. */
export function checkMensaje(parametros: readonly string[]): void {
  if (!parametros.includes(MENSAJE))
    throw refuse('parametros', 'Añada un parámetro «mensaje» con lo que se envía.')
}

/** A parameter, after the name of a scheme at most: `Bearer {token}`. */
const GIVEN = /^(?:[A-Za-z]+ )?\{[^{}]+\}$/

export const cabecerasSchema = z
  .record(z.string().min(1).max(255), z.string().max(10_000))
  .superRefine((cabeceras, context) => {
    for (const [nombre, value] of Object.entries(cabeceras)) {
      if (isCredentialHeader(nombre) && !GIVEN.test(value))
        context.addIssue({
          code: 'custom',
          path: [nombre],
          message: `Lo que se escribe aquí se guarda y se muestra en claro. Tome ${nombre} de un parámetro secreto: {parametro}.`,
        })
    }
  })
  .default({})
  .meta({ title: 'Cabeceras', description: 'Sus valores admiten {parametro}.', avanzado: true })

/** The headers of a message, by its parameters. */
export function compileCabeceras(
  plantillas: Plantillas,
  cabeceras: z.output<typeof cabecerasSchema>,
): (valores: Valores) => [string, string][] {
  const compiled = Object.entries(cabeceras).map(
    ([nombre, text]) => [nombre, plantillas.compile(`objeto.cabeceras.${nombre}`, text)] as const,
  )
  return (valores) => compiled.map(([nombre, plantilla]) => [nombre, plantilla.write(valores)])
}

/** Of the messages that one call takes. */
export const maximoSchema = z.int().min(1).max(1_000).default(100).meta({ title: 'Máximo de mensajes' })
