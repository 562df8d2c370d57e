import {
  type AjustesTrazas,
  ajustesTrazasSchema,
  cambioDeTrazabilidadSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type Exportacion,
  exportacionSchema,
  type Limits,
  type PruebaDeExportacion,
  type Trazabilidad,
} from '@div/contract'
import type { Red } from '@div/servidores'
import type { Kysely } from 'kysely'
import { readAjustes, type StoredAjustes, writeTrazas } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { checkMascaras } from '../../motor/history/mascaras.ts'
import { measureHistory } from '../../motor/history/partitions.ts'
import type { NodoVivo } from '../../motor/metrics/cluster.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { createSender } from '../../motor/otel/guarded-exporter.ts'
import { type OtelSettings, type OtelStart, settingsOf } from '../../motor/otel/otel-settings.ts'
import { EN_SU_PAGINA } from '../../red/red.ts'
import {
  keepCabeceras,
  maskCabeceras,
  openCabeceras,
  sealCabeceras,
} from '../../secretos/exportacion-secrets.ts'
import { isRecord } from '../../secretos/secret-fields.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { changeAjustes } from '../resource/change-ajustes.ts'
import { parseInput } from '../resource/parse-input.ts'

interface TrazabilidadDeps {
  db: Kysely<Database>
  limits: Limits
  secretos: Pick<Secretos, 'seal' | 'open'>
  createRed(options: { permitirRedPrivada: boolean; remedio?: string }): Pick<Red, 'fetch'>
  otel: OtelStart
}

/** A person waits for what becomes of it. */
const PRUEBA_MS = 10_000
/** A request of OTLP without a span is a message without a field. */
const NO_SPANS = new Uint8Array()

/** What is kept of runs, as an admin sees and sets it; a change reaches every process by itself. */
export function createTrazabilidad({ db, limits, secretos, createRed, otel }: TrazabilidadDeps) {
  const nodos = createNodosRepository(db)

  async function describe(stored: StoredAjustes): Promise<Trazabilidad> {
    const { trazas, exportacion, revision, historialDias } = stored
    const { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo } = limits
    return {
      ajustes: { ...ajustesTrazasSchema.parse(trazas), exportacion: maskCabeceras(exportacion) },
      porDefecto: { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo },
      revision,
      exportacion: await describeExportacion(exportacion),
      exportacionDesactivada: otel.isDisabled,
      historial: { ...(await measureHistory(db)), dias: historialDias ?? limits.historialDias },
    }
  }

  /** What holds now: an admin's choice before that of whoever started the product, and neither where that one wants none. */
  async function describeExportacion(chosen: Exportacion | null): Promise<Trazabilidad['exportacion']> {
    const settings = chosen ? settingsOf(chosen) : otel.settings
    if (!settings || otel.isDisabled) return null
    const { destino, servicio } = settings
    return {
      destino,
      servicio,
      muestreo: describeMuestreo(settings),
      origen: chosen ? 'ajustes' : 'arranque',
      fallo: lastFallo(await nodos.listAlive()),
    }
  }

  return {
    read: async () => describe(await readAjustes(db)),

    async change(usuario: string, body: unknown): Promise<Trazabilidad> {
      const { revision, exportacion, ...trazas } = parseInput(cambioDeTrazabilidadSchema, keepStored(body))
      const errores = [
        ...checkMascaras(trazas),
        ...findRepeated(trazas),
        ...findRepeatedCabecera(exportacion),
      ]
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      const stored = await changeAjustes(db, {
        usuario,
        revision,
        enviado: body,
        describe,
        antes: (before) => ({ ...before.trazas, exportacion: maskCabeceras(before.exportacion) }),
        ahora: { ...trazas, exportacion: maskCabeceras(exportacion) },
        write: async (trx, before) =>
          writeTrazas(trx, {
            trazas,
            exportacion: exportacion && sealCabeceras(exportacion, { before: before.exportacion, secretos }),
            actualizadoPor: usuario,
          }),
      })
      return describe(stored)
    },

    /** Sends nothing to a collector, as a form has it: whether it is there and takes the headers. */
    async test(body: unknown): Promise<PruebaDeExportacion> {
      const given = parseInput(exportacionSchema, keepCabeceras(body))
      const { exportacion: before } = await readAjustes(db)
      const { envio } = settingsOf(openCabeceras(sealCabeceras(given, { before, secretos }), secretos))
      try {
        await createSender({
          envio,
          red: createRed({ ...envio, remedio: EN_SU_PAGINA }),
          timeoutMs: PRUEBA_MS,
        })(NO_SPANS)
        return { ok: true, error: null }
      } catch (error) {
        // Whatever keeps it from arriving is what was asked for.
        return { ok: false, error: explainFailure(error) }
      }
    },
  }
}

function keepStored(body: unknown): unknown {
  return isRecord(body) ? { ...body, exportacion: keepCabeceras(body.exportacion) } : body
}

function lastFallo(alive: readonly NodoVivo[]) {
  const fallos = alive.flatMap(({ datos: { falloDeExportacion: fallo, host: equipo } }) =>
    fallo ? { ...fallo, equipo } : [],
  )
  return fallos.toSorted((left, right) => left.momento.localeCompare(right.momento)).at(-1) ?? null
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

/** Of two headers of one name nobody could tell which one is sent. */
function findRepeatedCabecera(exportacion: Exportacion | null): ErrorDeCampo[] {
  const nombres = exportacion?.cabeceras.map(({ nombre }) => nombre.toLowerCase()) ?? []
  return nombres.flatMap((nombre, index) =>
    nombres.indexOf(nombre) === index
      ? []
      : { campo: `exportacion.cabeceras[${index}].nombre`, mensaje: 'Esta cabecera ya está más arriba.' },
  )
}
