import type { AutorizacionDeMcp, McpServer } from '@div/contract'
import { readPermitidas } from '../../ai/mcp/permitidas-repository.ts'
import type { McpServidor } from './repository.ts'

/** As lists show it: nothing of its settings but where it is. */
export function describeServer(servidor: McpServidor): McpServer {
  const { id, nombre, activo, revision, config } = servidor
  const permitidas = readPermitidas(servidor)
  return {
    id,
    nombre,
    url: String(config.url),
    activo,
    revision,
    permitidas: permitidas.length,
    escriben: permitidas.filter(({ escribe }) => escribe).length,
    autorizacion: describeAutorizacion(servidor),
  }
}

function describeAutorizacion({ config, autorizadoPor, autorizadoEn }: McpServidor): AutorizacionDeMcp {
  const { autenticacion } = config
  const needs =
    typeof autenticacion === 'object' &&
    autenticacion !== null &&
    'tipo' in autenticacion &&
    autenticacion.tipo === 'oauthCodigo'
  if (!needs) return { estado: 'noHaceFalta', por: null, momento: null }
  return {
    estado: autorizadoEn ? 'vigente' : 'pendiente',
    por: autorizadoPor,
    momento: autorizadoEn?.toISOString() ?? null,
  }
}
