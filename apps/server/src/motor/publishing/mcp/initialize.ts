/** Revisions of the protocol that are spoken here, the latest first: of what this server does they differ in nothing. */
export const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18'] as const

const KNOWN: ReadonlySet<unknown> = new Set(PROTOCOL_VERSIONS)

const INSTRUCTIONS =
  'Cada herramienta es un proceso publicado. Las que no son de solo lectura cambian datos de verdad: pida confirmación antes de usarlas.'

/** What is agreed at the beginning (MCP, Lifecycle): the revision that the client asks for, else the latest. JSON text. */
export function initialize({ protocolVersion }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    protocolVersion: KNOWN.has(protocolVersion) ? protocolVersion : PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'div', title: 'DIV', version: SERVER_VERSION },
    instructions: INSTRUCTIONS,
  })
}

/** Of what is served here, not of the product. */
const SERVER_VERSION = '1'
