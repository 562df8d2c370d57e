import {
  autenticacionDePruebaSchema,
  type Limits,
  MAX_CABECERAS,
  metodoDePruebaSchema,
  type Parte,
  type PeticionDePrueba,
  partesSchema,
} from '@div/contract'
import { z } from 'zod'

const entornoId = z.uuid().nullable().default(null)

/** What is kept may name a file and not bring it; what is sent brings it. */
const sentPartesSchema = partesSchema.superRefine((partes, { addIssue }) => {
  for (const [index, { nombre, valor, archivo, vacio, activa }] of partes.entries()) {
    if (!activa || archivo === undefined || isBase64(valor) || (vacio && valor === '')) continue
    const message =
      valor === ''
        ? `Elija otra vez el archivo «${archivo}» del campo «${nombre}»: de él solo se conoce el nombre.`
        : `Los bytes del archivo «${archivo}» del campo «${nombre}» no están en base64: elíjalo otra vez.`
    addIssue({ code: 'custom', path: [index, 'valor'], message })
  }
})

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[a-z\d+/]+={0,2}$/i.test(text)
}

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
  partes: sentPartesSchema.optional(),
  /** Whose variables stand in it. */
  entornoId,
})

interface WithBody {
  metodo: string
  cuerpo?: string | undefined
  partes?: readonly Parte[] | undefined
}

function checkBody({ metodo, cuerpo, partes }: WithBody, { addIssue }: z.RefinementCtx): void {
  const refuse = (campo: keyof WithBody, message: string) =>
    addIssue({ code: 'custom', path: [campo], message })
  if (cuerpo !== undefined && partes !== undefined)
    refuse('cuerpo', 'Quite «cuerpo» o «partes»: una petición lleva solo uno de los dos.')
  if (metodo !== 'GET' && metodo !== 'HEAD') return
  const message = 'GET y HEAD no llevan cuerpo: quítelo, o elija otro método.'
  if (cuerpo !== undefined) refuse('cuerpo', message)
  if (partes !== undefined) refuse('partes', message)
}

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
export const describeTestCliente = (limits: Limits) => describeCanalCall(limits).superRefine(checkBody)
export const describeCarga = (limits: Limits) =>
  describeCanalCall(limits)
    .extend({
      veces: z.int().min(1).max(limits.cargaLlamadas),
      aLaVez: z.int().min(1).max(limits.cargaALaVez).default(1),
    })
    .superRefine(checkBody)
export const describeSolicitud = (limits: Limits) =>
  z
    .strictObject({
      ...describeCall(limits),
      url: z
        .url({ protocol: /^https?$/, error: 'Use una dirección http:// o https:// completa.' })
        .max(limits.direccionBytes),
    })
    .superRefine(checkBody)
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
