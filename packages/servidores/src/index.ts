import { anthropic } from './anthropic/anthropic.ts'
import type { ServidorDefinition } from './define-servidor.ts'
import { ftp } from './ftp/ftp.ts'
import { graphql } from './graphql/graphql.ts'
import { grpc } from './grpc/grpc.ts'
import { imap } from './imap/imap.ts'
import { interno } from './interno/interno.ts'
import { kafka } from './kafka/kafka.ts'
import { ldap } from './ldap/ldap.ts'
import { mcp } from './mcp/mcp.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { mysql } from './mysql/mysql.ts'
import { nats } from './nats/nats.ts'
import { ollama } from './ollama/ollama.ts'
import { openai } from './openai/openai.ts'
import { oracle } from './oracle/oracle.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { rabbitmq } from './rabbitmq/rabbitmq.ts'
import { redis } from './redis/redis.ts'
import { rest } from './rest/rest.ts'
import { s3 } from './s3/s3.ts'
import { sftp } from './sftp/sftp.ts'
import { smtp } from './smtp/smtp.ts'
import { soap } from './soap/soap.ts'
import { sqlite } from './sqlite/sqlite.ts'
import { sqlserver } from './sqlserver/sqlserver.ts'

export * from './conversacion.ts'
export * from './define-servidor.ts'
export * from './eventos/define-evento.ts'
export type { Consumos, Maximo, Pedido, Reserva, Uso } from './ia/consumos.ts'
export { describeCampos } from './ia/describe-campos.ts'
export type { Guardadas } from './ia/guardadas.ts'
export { measureConversacion } from './ia/measure-conversacion.ts'
export { readDatos } from './ia/read-datos.ts'
export * from './interno/interno-ports.ts'
export { type McpConfig, mcpConfigSchema } from './mcp/mcp-config.ts'
export { ConcesionTerminada } from './mcp/oauth/ask-token.ts'
export {
  type Autorizacion,
  type AutorizacionGuardada,
  type AutorizacionPedida,
  askAutorizacion,
  takeAutorizacion,
} from './mcp/oauth/autorizacion.ts'
export type { OAuthDeps } from './mcp/oauth/oauth-http.ts'
export { spanIdOf, traceHeadersOf } from './trace-headers.ts'

/** The catalogue, by tipoServidor: one line a type. */
export const SERVIDORES: Readonly<Record<string, ServidorDefinition>> = {
  anthropic,
  ftp,
  graphql,
  grpc,
  imap,
  interno,
  kafka,
  ldap,
  mcp,
  mongodb,
  mqtt,
  mysql,
  nats,
  ollama,
  openai,
  oracle,
  postgresql,
  rabbitmq,
  redis,
  rest,
  s3,
  sftp,
  smtp,
  soap,
  sqlite,
  sqlserver,
}
