/** What our own database's driver throws when it is not there; those of servidores come as AppErrors. PostgreSQL's classes 08 and 57P, and a session that it ended. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:08|57P|25P0[34])/.test(code) || AWAY_CODES.has(code) || AWAY_MESSAGE.test(error.message)
}

const AWAY_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Of pg, pg-pool and `openPool`, which give these no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|the database says nothing|Client (?:was closed|has encountered a connection error))/
