import { DatosInvalidos, type Entorno, type EntornoGuardado } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { Database, Row } from '../../db/tables.ts'
import { DEFINIDO } from '../../secretos/given-secret.ts'
import type { Secretos } from '../../secretos/secretos.ts'

export type EntornoRow = Row<'entornos'>

export function listEntornos(db: Kysely<Database>, usuarioId: string): Promise<EntornoRow[]> {
  return db
    .selectFrom('entornos')
    .selectAll()
    .where('usuarioId', '=', usuarioId)
    .orderBy(sql`lower(nombre)`)
    .execute()
}

/** Of others there is none. */
export function findEntorno(
  db: Kysely<Database>,
  { id, usuarioId }: { id: string; usuarioId: string },
  options: { lock?: boolean } = {},
): Promise<EntornoRow | undefined> {
  const query = db.selectFrom('entornos').selectAll().where('id', '=', id).where('usuarioId', '=', usuarioId)
  return (options.lock ? query.forUpdate() : query).executeTakeFirst()
}

interface Written {
  id: string
  usuario: { id: string; username: string }
  entorno: Entorno
  before?: EntornoRow
  secretos: Secretos
}

/** Throws DatosInvalidos where a secret is to be kept and none is stored, or the name is taken. */
export function storeEntorno(trx: Transaction<Database>, written: Written): Promise<EntornoRow> {
  const { id, usuario, entorno } = written
  const values = {
    nombre: entorno.nombre,
    variables: JSON.stringify(sealVariables(written)),
    actualizadoPor: usuario.username,
  }
  const stored = written.before
    ? trx
        .updateTable('entornos')
        .set({
          ...values,
          revision: written.before.revision + 1,
          actualizadoEn: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : trx
        .insertInto('entornos')
        .values({ id, usuarioId: usuario.id, ...values })
        .returningAll()
        .executeTakeFirstOrThrow()
  return translateDuplicate(stored)
}

function sealVariables({ id, entorno, before, secretos }: Written): EntornoRow['variables'] {
  const stored = new Map(before?.variables.map((variable) => [variable.nombre, variable]))
  return entorno.variables.map(({ nombre, secreto, valor }, index) => {
    if (typeof valor === 'string')
      return { nombre, secreto, valor: secreto ? secretos.seal(id, valor) : valor }
    const kept = stored.get(nombre)
    // A secret that becomes readable would be a secret no longer.
    if (secreto && kept?.secreto) return kept
    throw new DatosInvalidos(undefined, {
      errores: [
        {
          campo: `variables[${index}].valor`,
          mensaje: 'Falta este dato: un secreto que cambia de nombre se escribe otra vez.',
        },
      ],
    })
  })
}

export async function deleteEntorno(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('entornos').where('id', '=', id).execute()
}

/** As its owner sees it. */
export function showEntorno({ id, nombre, variables, revision, actualizadoEn }: EntornoRow): EntornoGuardado {
  return {
    id,
    nombre,
    revision,
    actualizadoEn: actualizadoEn.toISOString(),
    variables: variables.map(({ nombre, secreto, valor }) => ({
      nombre,
      secreto,
      valor: secreto ? DEFINIDO : valor,
    })),
  }
}

/** Its values, secrets opened. */
export function openEntorno(
  { id, variables }: EntornoRow,
  secretos: Pick<Secretos, 'open'>,
): ReadonlyMap<string, string> {
  return new Map(
    variables.map(({ nombre, secreto, valor }) => [nombre, secreto ? secretos.open(id, valor) : valor]),
  )
}

async function translateDuplicate<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement
  } catch (cause) {
    if (sqlStateOf(cause) !== '23505') throw cause
    throw new DatosInvalidos(undefined, {
      cause,
      errores: [{ campo: 'nombre', mensaje: 'Ya tiene un entorno con este nombre.' }],
    })
  }
}
