import { createHash } from 'node:crypto'

/** A short name of what it is given, the same for the same. */
export function huellaOf(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  // Each ends where it ends: `ab` and `c` are not `a` and `bc`.
  for (const piece of pieces) hash.update(`${piece.length}:`).update(piece)
  return hash.digest('base64url')
}
