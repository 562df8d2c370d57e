import type { Tarea } from '@div/contract'
import { v7 as uuid } from 'uuid'
import type { TestMotor } from '../testing.ts'

const EVERY_SECOND = '* * * * * *'

export async function addTarea(
  { database }: Pick<TestMotor, 'database'>,
  procesoId: string,
  changes: Partial<Tarea> = {},
): Promise<string> {
  const id = uuid()
  await database.db
    .insertInto('tareasProgramadas')
    .values({
      id,
      nombre: `Tarea ${id}`,
      descripcion: '',
      categoriaId: null,
      cron: EVERY_SECOND,
      zonaHoraria: 'UTC',
      activo: true,
      solapamiento: 'permitir',
      alPerder: 'omitir',
      actualizadoPor: null,
      ...changes,
      procesoId,
      entrada: JSON.stringify(changes.entrada ?? {}),
      evento: changes.evento ? JSON.stringify(changes.evento) : null,
    })
    .execute()
  return id
}

/** Its first entries: more come as time goes on. */
export function readLedger({ database }: TestMotor, tareaId: string, count: number) {
  return database.db
    .selectFrom('disparos')
    .selectAll()
    .where('tareaId', '=', tareaId)
    .orderBy('previsto')
    .limit(count)
    .execute()
}
