import {
  type AjustesTrazas,
  ajustesTrazasSchema,
  cambioDeTrazabilidadSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type Limits,
  type Trazabilidad,
} from '@div/contract'
import type { Kysely } from 'kysely'
import { readAjustes, type StoredAjustes, writeTrazas } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { checkMascaras } from '../../motor/history/mascaras.ts'
import { measureHistory } from '../../motor/history/partitions.ts'
import type { OtelSettings } from '../../motor/otel/otel-settings.ts'
import { changeAjustes } from '../resource/change-ajustes.ts'
import { parseInput } from '../resource/parse-input.ts'

/** What is kept of runs, as an admin sees and sets it; a change reaches every process by itself. */
export function createTrazabilidad({
  db,
  limits,
  otel,
}: {
  db: Kysely<Database>
  limits: Limits
  otel: OtelSettings | null
}) {
  async function describe({ trazas, revision, historialDias }: StoredAjustes): Promise<Trazabilidad> {
    const { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo } = limits
    return {
      ajustes: ajustesTrazasSchema.parse(trazas),
      porDefecto: { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo },
      revision,
      exportacion: otel && {
        destino: otel.destino,
        servicio: otel.servicio,
        muestreo: describeMuestreo(otel),
      },
      historial: { ...(await measureHistory(db)), dias: historialDias ?? limits.historialDias },
    }
  }

  return {
    read: async () => describe(await readAjustes(db)),

    async change(usuario: string, body: unknown): Promise<Trazabilidad> {
      const { revision, ...trazas } = parseInput(cambioDeTrazabilidadSchema, body)
      const errores = [...checkMascaras(trazas), ...findRepeated(trazas)]
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      const stored = await changeAjustes(db, {
        usuario,
        revision,
        enviado: body,
        describe,
        antes: (before) => before.trazas,
        ahora: trazas,
        write: (trx) => writeTrazas(trx, { trazas, actualizadoPor: usuario }),
      })
      return describe(stored)
    },
  }
}

/** As OpenTelemetry spells it. */
function describeMuestreo({ sampler, ratio }: OtelSettings): string {
  return sampler.endsWith('traceidratio') ? `${sampler} ${ratio}` : sampler
}

/** Of two levels of one proceso nobody could tell which one holds. */
function findRepeated({ procesos }: AjustesTrazas): ErrorDeCampo[] {
  return procesos.flatMap(({ procesoId }, index) =>
    procesos.findIndex((each) => each.procesoId === procesoId) === index
      ? []
      : { campo: `procesos[${index}].procesoId`, mensaje: 'Este proceso ya tiene su nivel más arriba.' },
  )
}
