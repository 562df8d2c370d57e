import type { Hallazgo, Role } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { Runtime } from '../../motor/runtime.ts'
import { findForbidden } from '../access/find-forbidden.ts'
import { findMissing } from './dependencias-repository.ts'
import { findSinFirma } from './find-sin-firma.ts'

type Draft = Pick<Row<'procesos'>, 'id' | 'flujo' | 'modo'>

/** Everything that is wrong with a draft, for who asks. */
export function createDraftValidator(runtime: Pick<Runtime, 'definitions' | 'validate'>) {
  return async (
    reader: Kysely<Database>,
    { id: procesoId, flujo, modo }: Draft,
    role: Role,
  ): Promise<{ valido: boolean; hallazgos: Hallazgo[] }> => {
    // What was saved a moment ago must be known here too.
    await runtime.definitions.catchUp()
    const hallazgos = [
      ...(await runtime.validate({ procesoId, flujo, modo })),
      ...(await findMissing(reader, flujo)),
      ...(await findForbidden(reader, flujo, role)),
      ...(await findSinFirma(reader, { procesoId, flujo })),
    ]
    return { valido: hallazgos.every(({ gravedad }) => gravedad !== 'error'), hallazgos }
  }
}
