import { Tooltip } from '@mantine/core'
import {
  type Icon,
  IconAddressBook,
  IconAntenna,
  IconApi,
  IconBrandGraphql,
  IconBrandMongodb,
  IconBrandMysql,
  IconBrandOpenai,
  IconBrandWindows,
  IconBroadcast,
  IconBucket,
  IconCpu,
  IconCylinder,
  IconDatabase,
  IconFileDatabase,
  IconFileTypeXml,
  IconFolderShare,
  IconFolderUp,
  IconHexagonLetterD,
  IconInbox,
  IconMailForward,
  IconMessages,
  IconPlugConnected,
  IconServer,
  IconSparkles,
  IconStack2,
  IconTools,
  IconTopologyStar3,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<string, Icon>> = {
  postgresql: IconDatabase,
  mysql: IconBrandMysql,
  sqlserver: IconBrandWindows,
  oracle: IconCylinder,
  sqlite: IconFileDatabase,
  mongodb: IconBrandMongodb,
  redis: IconStack2,
  rest: IconApi,
  soap: IconFileTypeXml,
  graphql: IconBrandGraphql,
  grpc: IconPlugConnected,
  rabbitmq: IconMessages,
  kafka: IconTopologyStar3,
  mqtt: IconAntenna,
  nats: IconBroadcast,
  sftp: IconFolderShare,
  ftp: IconFolderUp,
  smtp: IconMailForward,
  imap: IconInbox,
  ldap: IconAddressBook,
  s3: IconBucket,
  openai: IconBrandOpenai,
  anthropic: IconSparkles,
  ollama: IconCpu,
  mcp: IconTools,
  interno: IconHexagonLetterD,
}

/** One icon a server type; a type that came later has that of all servers. */
export function iconOfTipo(tipoServidor: string): Icon {
  return ICONS[tipoServidor] ?? IconServer
}

/** Beside the name of a servidor: of which type it is. */
export function TipoIcon({ tipo, label, size = 18 }: { tipo: string; label: string; size?: number }) {
  const Icon = iconOfTipo(tipo)
  return (
    <Tooltip label={label}>
      <Icon size={size} stroke={1.5} role="img" aria-label={label} style={{ flex: 'none' }} />
    </Tooltip>
  )
}
