/** What our own database's driver throws when it is not there; those of servidores come as AppErrors. PostgreSQL's classes 08 and 57P. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:08|57P)/.test(code) || AWAY_CODES.has(code) || AWAY_MESSAGE.test(error.message)
}

const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
/** Of pg and pg-pool, which give these no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered a connection error))/
