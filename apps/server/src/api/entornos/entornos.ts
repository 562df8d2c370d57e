import {
  type ComprobacionDeEntorno,
  DatosInvalidos,
  type EntornoDiv,
  entornoDivGuardadoSchema,
  entornoDivSchema,
  LimiteSuperado,
} from '@div/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import { DEFINIDO, keepMask, sealGiven } from '../../secretos/given-secret.ts'
import { isRecord } from '../../secretos/secret-fields.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import type { EntornoAbierto } from './entorno-client.ts'

export function describeEntornos({
  secretos,
  config: { limits },
}: Pick<ApiDeps, 'secretos' | 'config'>): ResourceDefinition<Row<'entornosDiv'>, EntornoDiv> {
  return {
    resource: 'entornos',
    label: 'el entorno',
    table: 'entornosDiv',
    schema: z.preprocess(
      (body) => (isRecord(body) && 'clave' in body ? keepMask(body, 'clave') : body),
      entornoDivSchema,
    ),
    answer: entornoDivGuardadoSchema,
    derived: ['comprobacion'],
    async toRow(input, { trx, id, before }) {
      if (before === undefined) await refuseTooMany(trx, limits.entornosDiv)
      const clave = sealGiven(input.clave, { id, before: before?.clave, campo: 'clave', secretos })
      // What proves who calls one address is not sent to another because somebody mistyped.
      const isKept = before !== undefined && clave === before.clave
      const isSame = isKept && input.urlBase === before.urlBase
      if (isKept && originOf(input.urlBase) !== originOf(before.urlBase)) {
        const mensaje = 'La dirección es otra: escriba la clave de API de ese DIV.'
        throw new DatosInvalidos(undefined, { errores: [{ campo: 'clave', mensaje }] })
      }
      return {
        ...input,
        clave,
        vinculos: JSON.stringify(input.vinculos),
        // What was known was of another address, or of another key.
        ...(!isSame && { comprobacion: null }),
      }
    },
    toJson: ({ id, revision, creadoEn, actualizadoEn, actualizadoPor, ...entorno }) => ({
      ...entorno,
      clave: DEFINIDO,
    }),
    // Nothing of this DIV refers to an entorno.
    listUsos: async () => [],
  }
}

const originOf = (url: string) => new URL(url).origin

async function refuseTooMany(db: Kysely<Database>, maximo: number): Promise<void> {
  const { total } = await db
    .selectFrom('entornosDiv')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) >= maximo) throw new LimiteSuperado({ limite: 'entornosDiv', maximo })
}

/** As it is called. */
export function openRow(
  { id, nombre, urlBase, clave, permitirRedPrivada }: Row<'entornosDiv'>,
  secretos: Pick<ApiDeps['secretos'], 'open'>,
): EntornoAbierto {
  return { nombre, urlBase, clave: secretos.open(id, clave), permitirRedPrivada }
}

/** What was last known of it; the entorno itself stays as it is. */
export async function writeComprobacion(
  db: Kysely<Database>,
  id: string,
  comprobacion: ComprobacionDeEntorno,
): Promise<void> {
  await db
    .updateTable('entornosDiv')
    .set({ comprobacion: JSON.stringify(comprobacion) })
    .where('id', '=', id)
    .execute()
}
