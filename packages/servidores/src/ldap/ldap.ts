import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'
import { autenticacion } from './autenticacion.ts'
import { busqueda } from './busqueda.ts'
import { entrada } from './entrada.ts'
import { LdapConnection } from './ldap-connection.ts'
import { startLdapTls } from './start-tls.ts'

const { ssl: _, ...CERTIFICATE_FIELDS } = TLS_FIELDS

const configSchema = z
  .strictObject({
    ...addressFields({ puerto: 389, ejemplo: 'ldap.ejemplo.com' }),
    seguridad: z
      .enum(['starttls', 'tls', 'ninguna'])
      .default('starttls')
      .meta({
        title: 'Seguridad',
        etiquetas: {
          starttls: 'STARTTLS (389): se cifra antes de iniciar sesión',
          tls: 'LDAPS (636): TLS desde el principio',
          ninguna: 'Ninguna: todo viaja a la vista, también la contraseña',
        },
      }),
    ...CREDENTIAL_FIELDS,
    usuario: CREDENTIAL_FIELDS.usuario.meta({
      title: 'Usuario (DN)',
      description: 'Vacío: sin iniciar sesión.',
      examples: ['cn=integracion,ou=servicios,dc=ejemplo,dc=com'],
    }),
    base: z
      .string()
      .trim()
      .max(1_000)
      .default('')
      .meta({
        title: 'Base',
        description: 'Donde se busca cuando el nodo no dice otra.',
        examples: ['dc=ejemplo,dc=com'],
      }),
    ...CERTIFICATE_FIELDS,
  })
  .refine(({ usuario, contrasena }) => usuario === '' || contrasena !== '', {
    path: ['contrasena'],
    message: 'Escriba la contraseña: sin ella el servidor dejaría entrar como nadie.',
  })
export type LdapConfig = z.output<typeof configSchema>

export const ldap = defineServidor<typeof configSchema, LdapConnection>({
  tipoServidor: 'ldap',
  label: 'LDAP',
  grupo: 'servicio',
  summary: 'Un directorio: personas, grupos y equipos; OpenLDAP, Active Directory y otros.',
  config: configSchema,
  objetos: { busqueda, entrada, autenticacion },
  destino: ({ host, puerto, seguridad }) => ({
    host,
    puerto,
    tls: seguridad !== 'ninguna',
    ...(seguridad === 'starttls' && { startTls: startLdapTls }),
  }),
  connect: (config, deps) => LdapConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listEntradas(filtro, signal),
})
