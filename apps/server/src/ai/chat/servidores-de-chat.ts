import { lookUp, type ServidorDeChat } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'

const TIPOS = Object.keys(SERVIDORES).filter((tipo) => lookUp(SERVIDORES, tipo)?.converse)

/** What the settings of all of them have; of older ones a field may be missing. */
const configSchema = z.object({
  modelo: z.string().default(''),
  conImagenes: z.array(z.string()).default([]),
})

/** Those whose models can be talked to, in the order of their names. */
export async function listServidoresDeChat(
  db: Kysely<Database>,
  { id }: { id?: string } = {},
): Promise<ServidorDeChat[]> {
  const rows = await db
    .selectFrom('servidores')
    .select(['id', 'nombre', 'tipoServidor', 'activo', 'config'])
    .where('tipoServidor', 'in', TIPOS)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('nombre')
    .execute()
  return rows.map(({ config, ...servidor }) => ({ ...servidor, ...configSchema.parse(config) }))
}
