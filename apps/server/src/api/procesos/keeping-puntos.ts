import type { Limits, Proceso } from '@div/contract'
import type { Row } from '../../db/tables.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { keepPunto } from './puntos-repository.ts'

type Definition = ResourceDefinition<Row<'procesos'>, Proceso>

/** Whoever writes a draft over another one leaves that behind as a restore point; `isReplaced`: however short it stood. */
export function keepingPuntos(
  definition: Definition,
  { limits, isReplaced = false }: { limits: Limits; isReplaced?: boolean },
): Definition {
  return {
    ...definition,
    async afterWrite(row, context) {
      await definition.afterWrite?.(row, context)
      const { trx, before, usuario } = context
      if (before !== undefined)
        await keepPunto(trx, { before, usuario: usuario.username, limits, isReplaced })
    },
  }
}
