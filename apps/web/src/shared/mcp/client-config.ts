/** What clients of MCP read from their configuration to reach a server over HTTP; until there is a token, with a place for it. */
export function clientConfig(address: string, token = 'SU_TOKEN'): string {
  const div = { type: 'http', url: address, headers: { Authorization: `Bearer ${token}` } }
  return JSON.stringify({ mcpServers: { div } }, null, 2)
}
