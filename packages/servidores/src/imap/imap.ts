import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, TLS_FIELDS } from '../network-fields.ts'
import { busqueda } from './busqueda.ts'
import { ImapConnection } from './imap-connection.ts'
import { mensaje } from './mensaje.ts'
import { mensajeNuevo } from './mensaje-nuevo.ts'
import { startImapTls } from './start-tls.ts'

const { ssl: _, ...CERTIFICATE_FIELDS } = TLS_FIELDS

const configSchema = z.strictObject({
  ...addressFields({ puerto: 993, ejemplo: 'imap.ejemplo.com' }),
  seguridad: z
    .enum(['tls', 'starttls', 'ninguna'])
    .default('tls')
    .meta({
      title: 'Seguridad',
      etiquetas: {
        tls: 'TLS desde el principio (993)',
        starttls: 'STARTTLS (143): se cifra antes de iniciar sesión',
        ninguna: 'Ninguna (143): todo viaja a la vista, también la contraseña',
      },
    }),
  usuario: z.string().min(1).max(320).meta({ title: 'Usuario' }),
  contrasena: z.string().min(1).max(1_000).meta({ title: 'Contraseña', secret: true }),
  ...CERTIFICATE_FIELDS,
})
export type ImapConfig = z.output<typeof configSchema>

export const imap = defineServidor<typeof configSchema, ImapConnection>({
  tipoServidor: 'imap',
  label: 'Buzón (IMAP)',
  grupo: 'servicio',
  summary: 'Un buzón de correo: busca, lee con sus archivos adjuntos, marca, mueve y elimina mensajes.',
  config: configSchema,
  objetos: { busqueda, mensaje },
  eventos: { mensajeNuevo },
  destino: ({ host, puerto, seguridad }) => ({
    host,
    puerto,
    tls: seguridad !== 'ninguna',
    ...(seguridad === 'starttls' && { startTls: startImapTls }),
  }),
  connect: (config, deps) => ImapConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listCarpetas(filtro, signal),
})
