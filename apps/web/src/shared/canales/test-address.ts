/** Where a canal is tried: with one of its operations, where one is meant. */
export function testAddressOf(canalId: string, operacion: string | null = null): string {
  const params = new URLSearchParams({ canal: canalId, ...(operacion !== null && { operacion }) })
  return `/test-client?${params}`
}

/** State of a navigation there: the token with which it is called, which no address may say. */
export interface ToCall {
  token: string
}
