import { type Flujo, type Hallazgo, listSinFirma } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { listCanalesFirmados } from './repository.ts'

/** What a draft takes from a header, where canales would publish it whose calls are signed: there it never comes. */
export async function findSinFirma(
  db: Kysely<Database>,
  { procesoId, flujo }: { procesoId: string; flujo: Flujo },
): Promise<Hallazgo[]> {
  const entrada = flujo.nodos.find(({ tipo }) => tipo === 'entrada')
  const datos = listSinFirma(entrada?.parametros ?? [])
  if (!entrada || datos.length === 0) return []
  const canales = await listCanalesFirmados(db, procesoId)
  return canales.flatMap((canal) =>
    datos.map(({ nombre, index, isMissed }) => ({
      nodo: entrada.id,
      campo: `parametros[${index}].origen`,
      mensaje: `El canal «${canal}» pide sobres firmados, y una cabecera no va firmada: «${nombre}» no llega por él. Tómelo del cuerpo.`,
      gravedad: isMissed ? ('error' as const) : ('aviso' as const),
    })),
  )
}
