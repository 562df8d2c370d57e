import { z } from 'zod'
import { archivosField, documentosField } from '../contrato/contrato-fields.ts'
import { tlsField } from '../pem.ts'

const usuario = z.string().min(1).meta({ title: 'Usuario' })
const contrasena = z.string().meta({ title: 'Contraseña', secret: true })

const seguridadSchema = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('ninguna') }).meta({ title: 'Ninguna' }),
  z
    .object({ tipo: z.literal('basico'), usuario, contrasena })
    .meta({ title: 'Usuario y contraseña de HTTP' }),
  z
    .object({
      tipo: z.literal('usernameToken'),
      usuario,
      contrasena,
      clase: z
        .enum(['texto', 'digest'])
        .default('texto')
        .meta({
          title: 'Cómo viaja la contraseña',
          etiquetas: { texto: 'En claro (PasswordText)', digest: 'Resumida (PasswordDigest)' },
        }),
      vigenciaS: z.int().min(0).max(3_600).default(0).meta({
        title: 'Vigencia (s)',
        description: 'Con más de 0 el mensaje lleva Timestamp y vence tras ese tiempo.',
        avanzado: true,
      }),
    })
    .meta({ title: 'WS-Security UsernameToken' }),
  z
    .object({
      tipo: z.literal('x509'),
      certificado: z.string().min(1).max(100_000).meta({ title: 'Certificado', description: 'Texto PEM.' }),
      clave: z.string().min(1).max(100_000).meta({
        title: 'Clave del certificado',
        description: 'Texto PEM, de una clave RSA o de curva elíptica.',
        secret: true,
      }),
      vigenciaS: z.int().min(1).max(3_600).default(300).meta({
        title: 'Vigencia (s)',
        description: 'El mensaje lleva Timestamp y vence tras ese tiempo.',
        avanzado: true,
      }),
    })
    .meta({ title: 'WS-Security X.509', description: 'Firma el cuerpo y el Timestamp de cada mensaje.' }),
])

/** Empty, or a whole address without credentials. */
const addressSchema = z
  .string()
  .trim()
  .max(2_000)
  .default('')
  .refine(isHttpOrEmpty, 'Use una dirección http:// o https:// completa.')
  .refine((url) => !URL.canParse(url) || new URL(url).username === '', 'Ponga el usuario en Seguridad.')

function isHttpOrEmpty(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

export const soapConfigSchema = z.object({
  wsdl: addressSchema.meta({
    title: 'Dirección del WSDL',
    description:
      'Se lee al guardar, y otra vez cuando cambie o se pida. Publicar y ejecutar no lo necesitan.',
    examples: ['https://servicios.ejemplo.com/clientes?wsdl'],
  }),
  archivos: archivosField({
    description: 'En lugar de la dirección: el WSDL y los esquemas que importa, en cualquier orden.',
    ejemplo: 'servicio.wsdl',
    extensiones: ['.wsdl', '.xsd', '.xml'],
  }),
  servicio: z
    .string()
    .default('')
    .meta({ title: 'Servicio', description: 'Vacío: el primero.', avanzado: true }),
  puerto: z
    .string()
    .default('')
    .meta({ title: 'Puerto', description: 'El nombre que le da el WSDL. Vacío: el primero.' }),
  direccion: addressSchema.meta({
    title: 'Dirección del servicio',
    description: 'Vacía: la que dice el WSDL.',
    avanzado: true,
  }),
  seguridad: seguridadSchema.default({ tipo: 'ninguna' }).meta({ title: 'Seguridad' }),
  adjuntos: z
    .enum(['sobre', 'mtom'])
    .default('sobre')
    .meta({
      title: 'Datos binarios',
      etiquetas: { sobre: 'Dentro del sobre (base64)', mtom: 'Junto al sobre (MTOM)' },
      description:
        'Cómo viajan los datos xsd:base64Binary de una petición. Los de una respuesta se leen de ambos modos.',
      avanzado: true,
    }),
  firmaDeRespuestas: z.string().max(100_000).default('').meta({
    title: 'Certificados que firman las respuestas',
    description:
      'Texto PEM, de quien firma o de su autoridad. Con ellos solo se toma una respuesta cuyo cuerpo y Timestamp estén firmados (WS-Security). A qué petición responden lo prueba «Identificar los mensajes»; sin ello, solo su hora.',
    avanzado: true,
  }),
  identificarMensajes: z.boolean().default(false).meta({
    title: 'Identificar los mensajes',
    description:
      'WS-Addressing: cada petición lleva su MessageID, y solo se toma la respuesta que dice ser suya (RelatesTo). Donde las respuestas van firmadas, también RelatesTo tiene que ir firmado.',
    avanzado: true,
  }),
  tls: tlsField,
  /** Written with what was read: where the secrets go when nobody says otherwise. */
  direccionDelWsdl: z
    .string()
    .max(4_000)
    .default('')
    .meta({ title: 'Dirección que dice el WSDL', oculto: true }),
  documentos: documentosField,
})
export type SoapConfig = z.output<typeof soapConfigSchema>
