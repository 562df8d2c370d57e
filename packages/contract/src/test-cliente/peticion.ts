import { z } from 'zod'
import { isCredentialHeader } from '../credential-header.ts'
import { LIMITS } from '../limits.ts'
import { isOnlyVariables } from './variables.ts'

export const METODOS_DE_PRUEBA = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export const metodoDePruebaSchema = z.enum(METODOS_DE_PRUEBA)
export type MetodoDePrueba = z.infer<typeof metodoDePruebaSchema>

/** Headers that one petición may have. */
export const MAX_CABECERAS = 100
/** Parts that a form sent as multipart/form-data may have. */
export const MAX_PARTES = 100
/** Characters of a header or a credential. */
const MAX_VALOR = 8_192

const valorSchema = z.string().max(MAX_VALOR)

/** What proves who calls. */
export const autenticacionDePruebaSchema = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('ninguna') }),
  z.strictObject({ tipo: z.literal('token'), token: valorSchema }),
  z.strictObject({ tipo: z.literal('basico'), usuario: valorSchema, contrasena: valorSchema }),
])
export type AutenticacionDePrueba = z.infer<typeof autenticacionDePruebaSchema>

const destinoSchema = z.discriminatedUnion('tipo', [
  z.strictObject({
    tipo: z.literal('canal'),
    canalId: z.uuid().nullable().meta({ description: 'null: el canal al que apuntaba ya no está.' }),
    /** `GET /clientes/{id}`, or the name of an operation of SOAP; null: typed by hand. */
    operacion: z.string().max(2_000).nullable().default(null),
    ruta: z.string().max(LIMITS.direccionBytes),
  }),
  z.strictObject({ tipo: z.literal('externa'), url: z.string().max(LIMITS.direccionBytes) }),
])

/** A part of a form (RFC 7578). */
const parteSchema = z.strictObject({
  nombre: z.string().max(200),
  valor: z.string().meta({ description: 'De un archivo, sus bytes en base64.' }),
  archivo: z
    .string()
    .max(255)
    // Who reads it beside a program, or keeps what it receives, must not be led to another folder.
    .regex(/^[^/\\]*$/, 'Escriba solo el nombre del archivo, sin su carpeta.')
    .exactOptional()
    .meta({ description: 'El nombre del archivo, si lo es.' }),
  vacio: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'El archivo no tiene bytes; si no se dice, sin «valor» falta elegirlo.' }),
  activa: z.boolean(),
})
export type Parte = z.infer<typeof parteSchema>
export const partesSchema = z.array(parteSchema).max(MAX_PARTES)

/** What the test client sends, as a person wrote it: its variables are not filled in. */
export const peticionDePruebaSchema = z.strictObject({
  destino: destinoSchema,
  metodo: metodoDePruebaSchema,
  cabeceras: z
    .array(z.strictObject({ nombre: z.string().max(200), valor: valorSchema, activa: z.boolean() }))
    .max(MAX_CABECERAS),
  autenticacion: autenticacionDePruebaSchema,
  /** Null: none. */
  cuerpo: z.string().nullable(),
  partes: partesSchema.exactOptional().meta({
    description: 'En lugar del cuerpo: lo que va como multipart/form-data.',
  }),
})
export type PeticionDePrueba = z.infer<typeof peticionDePruebaSchema>

/** The petición as it may be kept for others to read: what proves who calls stays only where a variable stands for it. */
export function withoutCredentials(peticion: PeticionDePrueba): PeticionDePrueba {
  const { destino } = peticion
  return {
    ...peticion,
    destino:
      destino.tipo === 'externa'
        ? { ...destino, url: withoutQuerySecrets(destino.url) }
        : { ...destino, ruta: withoutQuerySecrets(destino.ruta) },
    autenticacion: keepReferences(peticion.autenticacion),
    cabeceras: peticion.cabeceras.map((cabecera) =>
      isCredentialHeader(cabecera.nombre) ? { ...cabecera, valor: keepReference(cabecera.valor) } : cabecera,
    ),
  }
}

/** Whether keeping it would lose something that its author typed. */
export function holdsCredentials(peticion: PeticionDePrueba): boolean {
  return JSON.stringify(withoutCredentials(peticion)) !== JSON.stringify(peticion)
}

function keepReferences(autenticacion: AutenticacionDePrueba): AutenticacionDePrueba {
  if (autenticacion.tipo === 'token') return { ...autenticacion, token: keepReference(autenticacion.token) }
  if (autenticacion.tipo === 'basico')
    return { ...autenticacion, contrasena: keepReference(autenticacion.contrasena) }
  return autenticacion
}

/** Parameters of a query that systems take credentials in, and who calls before the host. */
function withoutQuerySecrets(address: string): string {
  return address
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, '$1')
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, nombre: string, valor: string) =>
      namesQuerySecret(nombre) && !isOnlyVariables(valor) ? `${mark}${nombre}=` : whole,
    )
}

function namesQuerySecret(nombre: string): boolean {
  return /^(?:key|sig|signature|code)$/i.test(nombre) || isCredentialHeader(nombre.replaceAll('_', '-'))
}

/** `Bearer {{token}}` names a secret and tells none. */
function keepReference(valor: string): string {
  const [, rest = ''] = /^(?:(?:bearer|basic)\s+)?(.*)$/is.exec(valor) ?? []
  return isOnlyVariables(rest) ? valor : ''
}
