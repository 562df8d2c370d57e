import { DatosInvalidos, listSinFirma } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { listEntradas } from './repository.ts'

type Entrada = Awaited<ReturnType<typeof listEntradas>>[number]

/** Of a canal whose calls are signed nothing may be required that only a header could bring. Throws DatosInvalidos. */
export async function refuseSinFirma(
  trx: Transaction<Database>,
  { id, acceso }: Pick<Row<'canales'>, 'id' | 'acceso'>,
  campoOf: (entrada: Entrada) => string,
): Promise<void> {
  if (acceso.tipo !== 'firma') return
  const entradas = await listEntradas(trx, id)
  const errores = entradas.flatMap((entrada) =>
    listSinFirma(entrada.parametros)
      .filter(({ isMissed }) => isMissed)
      .map(({ nombre }) => ({
        campo: campoOf(entrada),
        mensaje: `El proceso «${entrada.proceso}» pide «${nombre}» en una cabecera, y las de un sobre firmado no van firmadas: tómelo del cuerpo.`,
      })),
  )
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
}
