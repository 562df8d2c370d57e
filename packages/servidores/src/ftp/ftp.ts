import { z } from 'zod'
import { archivo } from '../archivos/archivo.ts'
import { archivoNuevo } from '../archivos/archivo-nuevo.ts'
import { ArchivosConnection } from '../archivos/archivos-connection.ts'
import { carpetaSchema } from '../archivos/ruta.ts'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, TLS_FIELDS } from '../network-fields.ts'
import { openFtp } from './open-ftp.ts'
import { startFtpTls } from './start-tls.ts'

const { ssl: _, ...CERTIFICATE_FIELDS } = TLS_FIELDS

const configSchema = z.strictObject({
  ...addressFields({ puerto: 21, ejemplo: 'ftp.ejemplo.com' }),
  seguridad: z
    .enum(['explicita', 'implicita', 'ninguna'])
    .default('explicita')
    .meta({
      title: 'Seguridad',
      etiquetas: {
        explicita: 'FTPS explícito (21): se cifra después de saludar',
        implicita: 'FTPS implícito (990): TLS desde el principio',
        ninguna: 'Ninguna: todo viaja a la vista, también la contraseña',
      },
    }),
  usuario: z.string().min(1).max(320).default('anonymous').meta({ title: 'Usuario' }),
  contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
  carpeta: carpetaSchema,
  ...CERTIFICATE_FIELDS,
})
export type FtpConfig = z.output<typeof configSchema>

export const ftp = defineServidor<typeof configSchema, ArchivosConnection>({
  tipoServidor: 'ftp',
  label: 'FTP y FTPS',
  grupo: 'servicio',
  summary:
    'Archivos de otro equipo por FTP, cifrado o no: leer, escribir, mover, borrar y recorrer grandes CSV.',
  config: configSchema,
  objetos: { archivo },
  eventos: { archivoNuevo },
  destino: ({ host, puerto, seguridad }) => ({
    host,
    puerto,
    tls: seguridad !== 'ninguna',
    ...(seguridad === 'explicita' && { startTls: startFtpTls }),
  }),
  connect: (config, deps) => ArchivosConnection.open(deps, (more) => openFtp(config, more), config),
  listObjetos: (connection, filtro, signal) => connection.listRutas(filtro, signal),
})
