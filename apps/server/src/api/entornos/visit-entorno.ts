import { AppError, type Inventario, type Role, Saturado } from '@div/contract'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import type { Usado } from './comparar-vinculos.ts'
import { type EntornoAbierto, type EntornoClient, openEntorno } from './entorno-client.ts'
import { openRow, writeComprobacion } from './entornos.ts'
import { createLink, type Link } from './link-paquete.ts'
import { readPropio } from './read-inventario.ts'

/** Seconds until another DIV may be asked again. */
const SOON = 5

interface Use {
  accion: 'probar' | 'comparar' | 'promover'
  row: Row<'entornosDiv'>
  detalle?: object
}

/** What the routes that ask another DIV have alike: few at once, with an end, and noted on either side. */
export type Visitas = ReturnType<typeof createVisitas>

export function createVisitas({ db, secretos, config: { limits, version } }: ApiDeps) {
  let asking = 0

  /** Each holds what two DIVs have in memory: only so many do at once. */
  async function atOnce<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (asking >= limits.entornosALaVez)
      throw new Saturado({ segundos: SOON }, { extra: { reintentarEnSegundos: SOON } })
    asking++
    try {
      return await work()
    } finally {
      asking--
    }
  }

  /** What the list shows of it. */
  function note(
    { id }: Row<'entornosDiv'>,
    found: { error: string | null; version: string | null },
  ): Promise<void> {
    const momento = new Date().toISOString()
    return writeComprobacion(db, id, { momento, ok: found.error === null, ...found })
  }

  return {
    note,
    open: <Answer>(row: Row<'entornosDiv'>, work: (entorno: EntornoAbierto) => Promise<Answer>) =>
      atOnce(() => work(openRow(row, secretos))),

    visit: <Answer>(
      row: Row<'entornosDiv'>,
      work: (client: EntornoClient, link: Link) => Promise<Answer>,
    ): Promise<Answer> =>
      atOnce(async () => {
        const client = openEntorno(openRow(row, secretos), limits)
        try {
          return await work(client, createLink(row.vinculos))
        } catch (cause) {
          // What the other DIV is to blame for is what is known of it.
          if (cause instanceof AppError && cause.status >= 500)
            await note(row, { error: cause.message, version: null })
          throw cause
        } finally {
          await client.close()
        }
      }),

    /** What is here, under the names of there, and what is there. */
    async readBoth(
      client: EntornoClient,
      { link, role }: { link: Link; role: Role },
    ): Promise<{ aqui: Inventario; alli: Inventario; usados: Usado[] }> {
      const alli = await client.readInventario()
      const { inventario: aqui, usados } = await readPropio(db, { version, limits, role, link })
      return { aqui, alli, usados }
    },

    /** Whoever asks another DIV uses the secret that it is called with (security rule 21). */
    auditUse: (usuario: string, { accion, row: { id, nombre }, detalle }: Use): Promise<void> =>
      db.transaction().execute((trx) =>
        audit(trx, {
          usuario,
          accion,
          recurso: 'entornos',
          recursoId: id,
          detalle: { nombre, ...detalle },
        }),
      ),
  }
}
