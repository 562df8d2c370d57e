import { BaseDeDatosIncompatible, lookUp } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { up as initial } from './migrations/0001-initial.ts'
import { up as webApp } from './migrations/0002-web-app.ts'
import { up as clavesDeFilas } from './migrations/0003-claves-de-filas.ts'
import { up as casosPrueba } from './migrations/0004-casos-prueba.ts'
import { up as puntos } from './migrations/0005-puntos-y-presencia.ts'
import { up as asyncPool } from './migrations/0006-async-pool.ts'
import { up as avisos } from './migrations/0007-avisos.ts'
import { up as busqueda } from './migrations/0009-busqueda-de-ejecuciones.ts'
import { up as valoresDePrueba } from './migrations/0010-valores-de-prueba.ts'
import { up as durables } from './migrations/0011-durables.ts'
import { up as trazas } from './migrations/0012-trazas.ts'
import { up as esperas } from './migrations/0013-esperas.ts'
import { up as vivas } from './migrations/0014-vivas.ts'
import { up as datosEnOrden } from './migrations/0015-datos-en-orden.ts'
import { up as esperasEnOrden } from './migrations/0016-esperas-en-orden.ts'
import { up as compensaciones } from './migrations/0017-compensaciones.ts'
import { up as alertas } from './migrations/0019-alertas.ts'
import { up as calendarios } from './migrations/0020-calendarios.ts'
import { up as nodos } from './migrations/0022-nodos.ts'
import { up as ejecucionesBaratas } from './migrations/0025-ejecuciones-baratas.ts'
import { up as fallosDeAlertas } from './migrations/0030-fallos-de-alertas.ts'
import { up as alertasAlDia } from './migrations/0033-alertas-al-dia.ts'
import { up as turnos } from './migrations/0034-turnos.ts'
import { up as lugarEnLaCola } from './migrations/0035-lugar-en-la-cola.ts'
import { up as exportacion } from './migrations/0036-exportacion.ts'
import { up as senalesDeAntes } from './migrations/0037-senales-de-antes.ts'
import { up as historialApartado } from './migrations/0038-historial-apartado.ts'
import { up as eventos } from './migrations/0040-eventos.ts'
import { up as fallosDeUnProceso } from './migrations/0045-fallos-de-un-proceso.ts'
import { up as clavesDeApi } from './migrations/0060-claves-de-api.ts'
import { up as clienteDePruebas } from './migrations/0061-cliente-de-pruebas.ts'
import { up as duraciones } from './migrations/0070-duraciones.ts'
import { up as casosFijados } from './migrations/0071-casos-fijados.ts'
import { up as entornosDiv } from './migrations/0080-entornos-div.ts'
import { up as adjuntosDeCanal } from './migrations/0081-adjuntos-de-canal.ts'
import { up as primerosPasos } from './migrations/0085-primeros-pasos.ts'
import { up as capacidades } from './migrations/0086-capacidades.ts'
import { up as presupuestos } from './migrations/0093-presupuestos.ts'
import { up as rag } from './migrations/0096-rag.ts'
import { up as conversaciones } from './migrations/0099-conversaciones.ts'
import { up as capacidadesDeAgentes } from './migrations/0101-capacidades-de-agentes.ts'
import { up as agentes } from './migrations/0102-agentes.ts'
import { up as contextos } from './migrations/0103-contextos.ts'
import { up as fuentesDeRag } from './migrations/0105-fuentes-de-rag.ts'
import { up as mcp } from './migrations/0107-mcp.ts'
import { up as asistente } from './migrations/0109-asistente.ts'
import { up as evaluacionDeRag } from './migrations/0123-evaluacion-de-rag.ts'
import { up as horarioDeFuentes } from './migrations/0124-horario-de-fuentes.ts'
import { up as herramientasDeAgentes } from './migrations/0125-herramientas-de-agentes.ts'
import { up as contextosDeAgentes } from './migrations/0126-contextos-de-agentes.ts'
import { up as tokensEstimados } from './migrations/0127-tokens-estimados.ts'
import { up as duracionMaxima } from './migrations/0128-duracion-maxima.ts'
import type { Database } from './tables.ts'

/** In order, forward only. Listed by hand so that a bundle holds them. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': { up: initial },
  '0002-web-app': { up: webApp },
  '0003-claves-de-filas': { up: clavesDeFilas },
  '0004-casos-prueba': { up: casosPrueba },
  '0005-puntos-y-presencia': { up: puntos },
  '0006-async-pool': { up: asyncPool },
  '0007-avisos': { up: avisos },
  '0009-busqueda-de-ejecuciones': { up: busqueda },
  '0010-valores-de-prueba': { up: valoresDePrueba },
  '0011-durables': { up: durables },
  '0012-trazas': { up: trazas },
  '0013-esperas': { up: esperas },
  '0014-vivas': { up: vivas },
  '0015-datos-en-orden': { up: datosEnOrden },
  '0016-esperas-en-orden': { up: esperasEnOrden },
  '0017-compensaciones': { up: compensaciones },
  '0019-alertas': { up: alertas },
  '0020-calendarios': { up: calendarios },
  '0022-nodos': { up: nodos },
  '0025-ejecuciones-baratas': { up: ejecucionesBaratas },
  '0030-fallos-de-alertas': { up: fallosDeAlertas },
  '0033-alertas-al-dia': { up: alertasAlDia },
  '0034-turnos': { up: turnos },
  '0035-lugar-en-la-cola': { up: lugarEnLaCola },
  '0036-exportacion': { up: exportacion },
  '0037-senales-de-antes': { up: senalesDeAntes },
  '0038-historial-apartado': { up: historialApartado },
  '0040-eventos': { up: eventos },
  '0045-fallos-de-un-proceso': { up: fallosDeUnProceso },
  '0060-claves-de-api': { up: clavesDeApi },
  '0061-cliente-de-pruebas': { up: clienteDePruebas },
  '0070-duraciones': { up: duraciones },
  '0071-casos-fijados': { up: casosFijados },
  '0080-entornos-div': { up: entornosDiv },
  '0081-adjuntos-de-canal': { up: adjuntosDeCanal },
  '0085-primeros-pasos': { up: primerosPasos },
  '0086-capacidades': { up: capacidades },
  '0093-presupuestos': { up: presupuestos },
  '0096-rag': { up: rag },
  '0099-conversaciones': { up: conversaciones },
  '0101-capacidades-de-agentes': { up: capacidadesDeAgentes },
  '0102-agentes': { up: agentes },
  '0103-contextos': { up: contextos },
  '0105-fuentes-de-rag': { up: fuentesDeRag },
  '0107-mcp': { up: mcp },
  '0109-asistente': { up: asistente },
  '0123-evaluacion-de-rag': { up: evaluacionDeRag },
  '0124-horario-de-fuentes': { up: horarioDeFuentes },
  '0125-herramientas-de-agentes': { up: herramientasDeAgentes },
  '0126-contextos-de-agentes': { up: contextosDeAgentes },
  '0127-tokens-estimados': { up: tokensEstimados },
  '0128-duracion-maxima': { up: duracionMaxima },
}

/** Each migration is one transaction under an advisory lock, so that several nodes may start at once. */
export function createMigrator(db: Kysely<Database>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableName: 'migraciones',
    migrationLockTableName: 'migraciones_cerrojo',
  })
}

/**
 * Brings the database to the present version. Answers the migrations that it lacked. Throws BaseDeDatosIncompatible when the database is
 * newer than the product or was changed by something else.
 */
export async function migrateDatabase(db: Kysely<Database>): Promise<string[]> {
  await refuseForeign(db)
  const { error, results } = await createMigrator(db).migrateToLatest()
  if (error === undefined) return results?.map(({ migrationName }) => migrationName) ?? []
  const failed = results?.find(({ status }) => status === 'Error')
  const subject = failed ? `la migración ${failed.migrationName} falló y se deshizo entera` : null
  throw new BaseDeDatosIncompatible(
    {
      motivo: [subject, describeRefusal(error)].filter((part) => part !== null).join(': '),
    },
    { cause: error },
  )
}

/** PostgreSQL's codes (Appendix A of its manual) that whoever runs the server can mend. */
const REFUSALS: Readonly<Record<string, string>> = {
  '25006': 'solo admite lecturas',
  '3F000': 'el usuario no tiene en ella un esquema donde crear tablas',
  '42501': 'el usuario no puede crear en ella tablas o extensiones',
  '53100': 'el disco de su servidor está lleno',
  '0A000': 'su servidor no tiene todas las extensiones que hacen falta',
  '58P01': 'su servidor no tiene todas las extensiones que hacen falta',
  '42P07': 'ya tiene una tabla con el nombre de una de DIV',
}

/** Kysely reports migrations that do not fit as a plain error; everything else comes from the server. */
function describeRefusal(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'sus migraciones no son las de esta versión'
  return lookUp(REFUSALS, String(error.code)) ?? error.message
}

/**
 * A database with our tables but without our record of them was restored or changed by hand: half of it may be missing. Another node
 * may be migrating meanwhile: what a migration makes last is looked at first, and its tables after its record.
 */
async function refuseForeign(db: Kysely<Database>): Promise<void> {
  const before = await isOurs(db)
  const { rows } = await sql<{ recorded: boolean }>`
    select to_regclass('migraciones') is not null as recorded`.execute(db)
  const recorded = rows[0]?.recorded
  if (before && !recorded) {
    throw new BaseDeDatosIncompatible({
      motivo: 'tiene tablas de DIV pero no el registro de sus migraciones',
    })
  }
  if (!recorded) return
  const applied = await sql<{ name: string }>`select name from migraciones order by name`.execute(db)
  const unknown = applied.rows.find(({ name }) => !Object.hasOwn(MIGRATIONS, name))
  if (unknown) {
    throw new BaseDeDatosIncompatible({
      motivo: `la usó una versión más nueva de DIV (migración ${unknown.name})`,
    })
  }
  if (applied.rows.length > 0 && !(await isOurs(db))) {
    throw new BaseDeDatosIncompatible({ motivo: 'consta como migrada, pero le faltan tablas' })
  }
}

async function isOurs(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select to_regclass('procesos') is not null as ours`.execute(
    db,
  )
  return rows[0]?.ours ?? false
}
