import { type AiContexto, type PiezaDeContexto, ROLES } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'

export function toRow({ roles, variables, piezas, ...contexto }: AiContexto) {
  return {
    ...contexto,
    // Each once, in the order of the roles.
    roles: ROLES.filter((role) => roles.includes(role)),
    variables: JSON.stringify(variables),
    piezas: JSON.stringify(piezas),
  }
}

/** What is wrong with what a piece names, which stays until the transaction ends; null: nothing. */
export async function checkFuente(
  trx: Transaction<Database>,
  pieza: PiezaDeContexto,
): Promise<{ campo: string; mensaje: string } | null> {
  switch (pieza.tipo) {
    case 'texto':
      return null
    case 'parametro': {
      const row = await trx
        .selectFrom('parametros')
        .select('secreto')
        .where('id', '=', pieza.parametroId)
        .forKeyShare()
        .executeTakeFirst()
      if (!row) return { campo: 'parametroId', mensaje: 'No existe este parámetro.' }
      const mensaje = 'Es un parámetro secreto: a un modelo no se le dice.'
      return row.secreto ? { campo: 'parametroId', mensaje } : null
    }
    case 'tabla': {
      const isThere = await hold(trx, 'tablas', pieza.tablaId)
      return isThere ? null : { campo: 'tablaId', mensaje: 'No existe esta tabla.' }
    }
    case 'esquema': {
      const isThere = await hold(trx, 'servidores', pieza.servidorId)
      return isThere ? null : { campo: 'servidorId', mensaje: 'No existe este servidor.' }
    }
  }
}

async function hold(
  trx: Transaction<Database>,
  table: 'tablas' | 'servidores',
  id: string,
): Promise<boolean> {
  const row = await trx.selectFrom(table).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}
