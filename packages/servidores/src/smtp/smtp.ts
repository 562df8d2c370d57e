import { defineServidor } from '../define-servidor.ts'
import { correo } from './correo.ts'
import { smtpConfigSchema } from './smtp-config.ts'
import { SmtpConnection } from './smtp-connection.ts'
import { startSmtpTls } from './start-tls.ts'

export const smtp = defineServidor<typeof smtpConfigSchema, SmtpConnection>({
  tipoServidor: 'smtp',
  label: 'Correo (SMTP)',
  grupo: 'servicio',
  summary: 'Un servidor de correo saliente: envía correos con copia, HTML y archivos adjuntos.',
  config: smtpConfigSchema,
  objetos: { correo },
  destino: ({ host, puerto, seguridad }) => ({
    host,
    puerto,
    tls: seguridad !== 'ninguna',
    ...(seguridad === 'starttls' && { startTls: startSmtpTls }),
  }),
  connect: (config, deps) => SmtpConnection.open(config, deps),
})
