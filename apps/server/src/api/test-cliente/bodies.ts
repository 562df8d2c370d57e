import {
  autenticacionDePruebaSchema,
  type Limits,
  MAX_CABECERAS,
  metodoDePruebaSchema,
  type PeticionDePrueba,
  partesSchema,
} from '@div/contract'
import { z } from 'zod'

const entornoId = z.uuid().nullable().default(null)

const MAX_NOMBRE = 200
const describeCall = ({ cuerpoBytes }: Limits) => ({
  metodo: metodoDePruebaSchema.default('GET'),
  cabeceras: z
    .record(
      z
        .string()
        .max(MAX_NOMBRE)
        .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'No es un nombre de cabecera.'),
      z
        .string()
        .max(8_192)
        .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Tiene caracteres que HTTP no admite.'),
    )
    .refine(
      (cabeceras) => Object.keys(cabeceras).length <= MAX_CABECERAS,
      `Como mucho ${MAX_CABECERAS} cabeceras.`,
    )
    .default({}),
  autenticacion: autenticacionDePruebaSchema.default({ tipo: 'ninguna' }),
  cuerpo: z.string().max(cuerpoBytes).optional(),
  partes: partesSchema.optional(),
  /** Whose variables stand in it. */
  entornoId,
})
const refuseBody = {
  path: ['cuerpo'],
  message: 'GET y HEAD no llevan cuerpo.',
}
const takesBody = ({ metodo, cuerpo, partes }: { metodo: string; cuerpo?: unknown; partes?: unknown }) =>
  (cuerpo === undefined && partes === undefined) || (metodo !== 'GET' && metodo !== 'HEAD')

const describeCanalCall = (limits: Limits) =>
  z.strictObject({
    ...describeCall(limits),
    canalId: z.uuid(),
    operacion: z.string().max(2_000).nullable().default(null),
    /** Path and query below the canal. */
    ruta: z
      .string()
      .regex(/^(?:$|[/?])/, 'Empiece por / o por ?.')
      .max(limits.direccionBytes)
      .default('/'),
  })
export const describeTestCliente = (limits: Limits) => describeCanalCall(limits).refine(takesBody, refuseBody)
export const describeCarga = (limits: Limits) =>
  describeCanalCall(limits)
    .extend({
      veces: z.int().min(1).max(limits.cargaLlamadas),
      aLaVez: z.int().min(1).max(limits.cargaALaVez).default(1),
    })
    .refine(takesBody, refuseBody)
export const describeSolicitud = (limits: Limits) =>
  z
    .strictObject({
      ...describeCall(limits),
      url: z
        .url({ protocol: /^https?$/, error: 'Use una dirección http:// o https:// completa.' })
        .max(limits.direccionBytes),
    })
    .refine(takesBody, refuseBody)
export const sobreSchema = z.strictObject({
  canalId: z.uuid(),
  operacion: z.string().min(1).max(2_000),
  version: z.enum(['1.1', '1.2']).default('1.1'),
  entrada: z.record(z.string(), z.unknown()).default({}),
})
export const withEntornoSchema = z.looseObject({ entornoId })

/** A body that was taken, as it came. */
const writtenSchema = z.object({
  canalId: z.uuid().optional(),
  operacion: z.string().nullable().default(null),
  ruta: z.string().default('/'),
  url: z.string().default(''),
  metodo: metodoDePruebaSchema.default('GET'),
  cabeceras: z.record(z.string(), z.string()).default({}),
  autenticacion: autenticacionDePruebaSchema.default({ tipo: 'ninguna' }),
  cuerpo: z.string().nullable().default(null),
  partes: partesSchema.optional(),
  entornoId,
})

/** What was sent, before its variables were filled in: with them it would hold secrets. */
export function asWritten(body: unknown): { peticion: PeticionDePrueba; entornoId: string | null } {
  const { canalId, operacion, ruta, url, metodo, cabeceras, autenticacion, cuerpo, partes, entornoId } =
    writtenSchema.parse(body)
  return {
    entornoId,
    peticion: {
      destino: canalId === undefined ? { tipo: 'externa', url } : { tipo: 'canal', canalId, operacion, ruta },
      metodo,
      cabeceras: Object.entries(cabeceras).map(([nombre, valor]) => ({ nombre, valor, activa: true })),
      autenticacion,
      cuerpo,
      ...(partes && { partes }),
    },
  }
}
