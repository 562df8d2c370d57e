import { type TokenInput, tokenSchema } from '@div/contract'

const MAX_NOMBRE = 60

/** State of a navigation to a new token: one that opens these tools of MCP, and no canal. */
export function toPreparedToken(herramientas: readonly { id: string; nombre: string }[]) {
  const [first, second] = herramientas
  const de = first && !second ? `: ${first.nombre}` : ''
  const nombre = `Asistente MCP${de}`.slice(0, MAX_NOMBRE)
  return { token: { nombre, canales: [], capacidades: herramientas.map(({ id }) => id) } }
}

/** What whoever led to a new token has prepared; null: nothing, or something else. */
export function readPreparedToken(state: unknown): TokenInput | null {
  const given = state !== null && typeof state === 'object' && 'token' in state ? state.token : null
  return tokenSchema.safeParse(given).data ?? null
}
