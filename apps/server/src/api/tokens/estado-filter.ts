import { AVISO_TOKENS_DIAS, ESTADOS_TOKEN } from '@div/contract'
import { type SqlBool, sql } from 'kysely'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import { describeFilter } from '../resource/list-query.ts'
import type { ListFilter } from '../resource/resource-definition.ts'

/** As the list says it of each token: one that is revoked is nothing else, and the warning begins when the settings say. */
export const estadoFilter: ListFilter = {
  schema: describeFilter(ESTADOS_TOKEN),
  async where(estado, db) {
    if (estado === 'revocado') return sql<SqlBool>`revocado_en is not null`
    const { avisoTokensDias } = await readAjustes(db)
    const warned = sql`now() + make_interval(days => ${avisoTokensDias ?? AVISO_TOKENS_DIAS}::int)`
    switch (estado) {
      case 'vencido':
        return sql<SqlBool>`revocado_en is null and expira_en <= now()`
      case 'porVencer':
        return sql<SqlBool>`revocado_en is null and expira_en > now() and expira_en <= ${warned}`
      default:
        return sql<SqlBool>`revocado_en is null and (expira_en is null or expira_en > ${warned})`
    }
  },
}
