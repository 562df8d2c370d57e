/** What clients of MCP read from their configuration to reach a server over HTTP, with a place for the token. */
export function clientConfig(address: string): string {
  const div = { type: 'http', url: address, headers: { Authorization: 'Bearer SU_TOKEN' } }
  return JSON.stringify({ mcpServers: { div } }, null, 2)
}
