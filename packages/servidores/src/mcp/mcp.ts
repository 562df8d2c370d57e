import { defineServidor } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import type { Autenticacion } from '../http/autenticacion.ts'
import { HttpService } from '../http/http-service.ts'
import { compareHerramientas } from './compare-herramientas.ts'
import { describeEntry, describeHerramienta, tipoObjetoOf } from './describe-herramienta.ts'
import { accion, consulta } from './herramienta.ts'
import { findPermitida, type McpConfig, mcpConfigSchema } from './mcp-config.ts'
import { McpConnection } from './mcp-connection.ts'
import { openCredencial } from './open-credencial.ts'

export const mcp = defineServidor<typeof mcpConfigSchema, McpConnection>({
  tipoServidor: 'mcp',
  label: 'Servidor MCP',
  grupo: 'inteligencia-artificial',
  summary: 'Herramientas de otros por el Model Context Protocol (Streamable HTTP), permitidas una a una.',
  config: mcpConfigSchema,
  objetos: { consulta, accion },
  compartida: true,
  destino: ({ url }) => destinoOfUrl(url),
  async connect(config, deps) {
    const http = new HttpService({ ...config, autenticacion: fixedOf(config) }, deps)
    const connection = new McpConnection(config, deps, { http, credencial: openCredencial(config, deps) })
    try {
      await connection.open(deps.signal)
      return connection
    } catch (cause) {
      await connection.close()
      throw cause
    }
  },
  async checkObjeto(config, { tipoObjeto, objeto }) {
    const { nombre } = objeto
    const permitida = typeof nombre === 'string' ? findPermitida(config, nombre) : null
    const refuse = (mensaje: string) => [{ campo: 'objeto.nombre', mensaje }]
    if (!permitida) return refuse(`Nadie permitió la herramienta «${nombre}» en MCP.`)
    return permitida.escribe && tipoObjeto === 'consulta'
      ? refuse(`La herramienta «${nombre}» cambia datos: úsela como «${accion.label}».`)
      : []
  },
  async listHerramientas(connection, signal) {
    const { herramientas } = await connection.listHerramientas(signal)
    return compareHerramientas(connection.config.herramientas, herramientas)
  },
  async listObjetos({ config: { herramientas } }, { q = '', tipoObjeto, limite }) {
    const wanted = q.toLowerCase()
    return herramientas
      .filter(
        (each) => tipoObjeto === undefined || tipoObjeto === 'accion' || tipoObjetoOf(each) === tipoObjeto,
      )
      .filter(({ nombre, titulo }) => `${nombre} ${titulo}`.toLowerCase().includes(wanted))
      .slice(0, limite)
      .map(describeEntry)
  },
  async describeObjeto({ config }, { nombre }) {
    const permitida = findPermitida(config, nombre)
    return permitida ? describeHerramienta(permitida) : undefined
  },
})

/** What is the same in every message. */
function fixedOf({ autenticacion }: McpConfig): Autenticacion {
  switch (autenticacion.tipo) {
    case 'bearer':
      return autenticacion
    case 'cabecera': {
      const { nombre, clave } = autenticacion
      return { tipo: 'apiKey', lugar: 'cabecera', nombre, clave }
    }
    default:
      return { tipo: 'ninguna' }
  }
}
