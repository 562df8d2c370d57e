import {
  type AjustesTrazas,
  ajustesTrazasSchema,
  cambioDeTrazabilidadSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type Limits,
  RevisionObsoleta,
  type Trazabilidad,
} from '@div/contract'
import type { Kysely } from 'kysely'
import {
  holdAjustes,
  readAjustes,
  type StoredAjustes,
  writeTrazas,
} from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { checkMascaras } from '../../motor/history/mascaras.ts'
import { measureHistory } from '../../motor/history/partitions.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'

/** What is kept of runs, as an admin sees and sets it; a change reaches every process by itself. */
export function createTrazabilidad({ db, limits }: { db: Kysely<Database>; limits: Limits }) {
  async function describe({ trazas, revision, historialDias }: StoredAjustes): Promise<Trazabilidad> {
    const { muestraBytes, muestraElementos, historialEjecucionBytes } = limits
    return {
      ajustes: ajustesTrazasSchema.parse(trazas),
      porDefecto: { muestraBytes, muestraElementos, historialEjecucionBytes },
      revision,
      historial: { ...(await measureHistory(db)), dias: historialDias ?? limits.historialDias },
    }
  }

  return {
    read: async () => describe(await readAjustes(db)),

    async change(usuario: string, body: unknown): Promise<Trazabilidad> {
      const { revision, ...trazas } = parseInput(cambioDeTrazabilidadSchema, body)
      const errores = [...checkMascaras(trazas), ...findRepeated(trazas)]
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      const stored = await db.transaction().execute(async (trx) => {
        const before = await holdAjustes(trx)
        if (before.revision !== revision) {
          const actual = await describe(before)
          throw new RevisionObsoleta(undefined, { extra: { actual, enviado: body } })
        }
        const written = await writeTrazas(trx, { trazas, actualizadoPor: usuario })
        await audit(trx, {
          usuario,
          accion: 'editar',
          recurso: 'configuracion',
          recursoId: null,
          detalle: { antes: before.trazas, ahora: trazas },
        })
        return written
      })
      return describe(stored)
    },
  }
}

/** Of two levels of one proceso nobody could tell which one holds. */
function findRepeated({ procesos }: AjustesTrazas): ErrorDeCampo[] {
  return procesos.flatMap(({ procesoId }, index) =>
    procesos.findIndex((each) => each.procesoId === procesoId) === index
      ? []
      : { campo: `procesos[${index}].procesoId`, mensaje: 'Este proceso ya tiene su nivel más arriba.' },
  )
}
