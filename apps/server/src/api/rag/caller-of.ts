import type { FastifyRequest } from 'fastify'
import { SecretScope } from '../../motor/history/secret-scope.ts'

/** What a person searches for is no secret of the product. */
const NO_SECRETS = SecretScope.of([])

/** To whom the vectors of what a person searches for are charged. */
export function callerOf({ usuario }: FastifyRequest) {
  return { secretos: NO_SECRETS, consumidor: { usuarioId: usuario.id } }
}
