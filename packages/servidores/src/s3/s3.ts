import { archivo } from '../archivos/archivo.ts'
import { archivoNuevo } from '../archivos/archivo-nuevo.ts'
import { ArchivosConnection } from '../archivos/archivos-connection.ts'
import { defineServidor } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import { objeto } from './objeto.ts'
import { endpointOf, s3ConfigSchema } from './s3-config.ts'
import { openS3 } from './s3-sistema.ts'

export const s3 = defineServidor<typeof s3ConfigSchema, ArchivosConnection>({
  tipoServidor: 's3',
  label: 'S3',
  grupo: 'servicio',
  summary: 'Archivos de Amazon S3 y de los servicios que hablan como él: MinIO, Ceph y otros.',
  config: s3ConfigSchema,
  objetos: { archivo, objeto },
  eventos: { archivoNuevo },
  destino: (config) => destinoOfUrl(endpointOf(config)),
  connect: (config, deps) => ArchivosConnection.open(deps, (more) => openS3(config, more), config),
  listObjetos: (connection, filtro, signal) => connection.listRutas(filtro, signal),
})
