import { ApiError, ConnectionError } from '../../shared/api-error.ts'

const GATEWAY = [502, 503, 504]

/** What the form says (spec, 5): the server's text, else the one sentence of each kind of failure. */
export function describeLoginFailure(error: unknown): string {
  if (error instanceof ConnectionError) return error.message
  if (!(error instanceof ApiError)) return 'Error de conexión'
  const { detail } = error.problem
  if (typeof detail === 'string' && detail !== '') return detail
  // A proxy that reaches nobody answers without a word of ours.
  return GATEWAY.includes(error.status) ? 'Error de conexión' : 'Credenciales inválidas'
}
