import { type Entorno, LimiteSuperado, type Limits } from '@div/contract'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { findUsuario } from '../access/usuarios-repository.ts'
import { audit } from '../auditoria/audit.ts'
import { freeName } from '../resource/resource-repository.ts'
import { type EntornoRow, listEntornos, storeEntorno } from './entornos-repository.ts'

/** In the audit `entornos` are the other DIVs. */
export const RECURSO = 'entornos-de-prueba'

/** Characters of a name that leave room for a number behind it. */
const LONGEST = 190

interface AddOptions {
  usuario: { id: string; username: string }
  secretos: Secretos
  limits: Pick<Limits, 'entornos'>
  /** Where its name is taken it gets another one. */
  renames?: boolean
}

/** One more entorno of a person. Throws LimiteSuperado where they have as many as anybody may, and DatosInvalidos as storeEntorno does. */
export async function addEntorno(
  trx: Transaction<Database>,
  entorno: Entorno,
  { usuario, secretos, limits: { entornos: maximo }, renames = false }: AddOptions,
): Promise<EntornoRow> {
  // Held, so that two who add the last one do not both.
  await findUsuario(trx, usuario.id, { lock: true })
  const theirs = await listEntornos(trx, usuario.id)
  if (theirs.length >= maximo) throw new LimiteSuperado({ limite: 'entornos', maximo })
  const taken = new Set(theirs.map((each) => each.nombre.toLowerCase()))
  const nombre = renames
    ? freeName(entorno.nombre.slice(0, LONGEST), taken, (number) => ` (${number})`)
    : entorno.nombre
  const stored = await storeEntorno(trx, { id: uuid(), usuario, entorno: { ...entorno, nombre }, secretos })
  await audit(trx, {
    usuario: usuario.username,
    accion: 'crear',
    recurso: RECURSO,
    recursoId: stored.id,
    detalle: { nombre: stored.nombre },
  })
  return stored
}
