import { type HerramientaPermitida, herramientaPermitidaSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'

const herramientasSchema = z.array(herramientaPermitidaSchema).default([])

/** The tools that were allowed of it; no other part of its settings. */
export function readPermitidas({ config }: Pick<Row<'servidores'>, 'config'>): HerramientaPermitida[] {
  return herramientasSchema.parse(config.herramientas)
}

interface Permitida {
  servidor: Pick<Row<'servidores'>, 'nombre' | 'activo'>
  /** Undefined: nobody has allowed it, or not any more. */
  herramienta: HerramientaPermitida | undefined
}

/** Undefined: there is no such servidor of MCP. `hold`: it stays until the transaction ends. */
export async function findPermitida(
  db: Kysely<Database>,
  { servidorId, herramienta }: { servidorId: string; herramienta: string },
  { hold = false }: { hold?: boolean } = {},
): Promise<Permitida | undefined> {
  const row = await db
    .selectFrom('servidores')
    .select(['nombre', 'activo', 'config'])
    .where('id', '=', servidorId)
    .where('tipoServidor', '=', 'mcp')
    .$if(hold, (query) => query.forKeyShare())
    .executeTakeFirst()
  return (
    row && { servidor: row, herramienta: readPermitidas(row).find(({ nombre }) => nombre === herramienta) }
  )
}
