import { FIRST_ADMIN } from '../api/access/set-password.ts'
import type { Config } from '../config.ts'
import type { Puertos } from './launch-parts.ts'

/** Listening on every address is reached under this name from the machine itself. */
const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** What whoever started the product reads once it answers. */
export function describeStart(
  { version, host, samples }: Pick<Config, 'version' | 'host' | 'samples'>,
  { api, motor }: Puertos,
): string {
  const name =
    EVERYWHERE.has(host) || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return [
    `DIV ${version} está en marcha.`,
    ...(api === undefined ? [] : [`  Administración  http://${name}:${api}`]),
    ...(motor === undefined ? [] : [`  Motor           http://${name}:${motor}`]),
    ...(motor === undefined || !samples
      ? []
      : [`  Pruebe          curl http://${name}:${motor}/rest/tienda/clientes/1`]),
    'Ctrl+C lo detiene.',
  ].join('\n')
}

/** Shown once, at the first start. */
export function describeFirstAdmin({ dataDir }: Pick<Config, 'dataDir'>, password: string): string {
  return [
    'Primer arranque: se ha creado el administrador.',
    `  usuario     ${FIRST_ADMIN.username}`,
    `  contraseña  ${password}`,
    `Queda en ${dataDir}/${FIRST_ADMIN.file} hasta que la cambie.`,
  ].join('\n')
}
