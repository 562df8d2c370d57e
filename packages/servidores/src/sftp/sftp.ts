import { z } from 'zod'
import { archivo } from '../archivos/archivo.ts'
import { archivoNuevo } from '../archivos/archivo-nuevo.ts'
import { ArchivosConnection } from '../archivos/archivos-connection.ts'
import { carpetaSchema } from '../archivos/ruta.ts'
import { defineServidor } from '../define-servidor.ts'
import { addressFields } from '../network-fields.ts'
import { huellaSchema } from './huella.ts'
import { openSftp } from './open-sftp.ts'

const configSchema = z.strictObject({
  ...addressFields({ puerto: 22, ejemplo: 'sftp.ejemplo.com' }),
  usuario: z.string().min(1).max(320).meta({ title: 'Usuario' }),
  contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
  clavePrivada: z
    .string()
    .max(100_000)
    .default('')
    .meta({ title: 'Clave privada', description: 'Texto PEM u OpenSSH.', secret: true }),
  fraseClave: z.string().max(1_000).default('').meta({ title: 'Frase de la clave privada', secret: true }),
  huella: huellaSchema,
  carpeta: carpetaSchema,
})
export type SftpConfig = z.output<typeof configSchema>

export const sftp = defineServidor<typeof configSchema, ArchivosConnection>({
  tipoServidor: 'sftp',
  label: 'SFTP',
  grupo: 'servicio',
  summary: 'Archivos de otro equipo por SSH: leer, escribir, mover, borrar y recorrer grandes CSV.',
  config: configSchema,
  objetos: { archivo },
  eventos: { archivoNuevo },
  destino: ({ host, puerto }) => ({ host, puerto, tls: false }),
  connect: (config, deps) => ArchivosConnection.open(deps, (more) => openSftp(config, more), config),
  listObjetos: (connection, filtro, signal) => connection.listRutas(filtro, signal),
})
