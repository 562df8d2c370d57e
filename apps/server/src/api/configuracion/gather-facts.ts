import { stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Config } from '../../config.ts'
import { masterKeyFileOf } from '../../secretos/master-key.ts'
import { FIRST_ADMIN } from '../access/set-password.ts'
import type { ApiDeps } from '../api-deps.ts'
import { findLastTime } from '../auditoria/repository.ts'
import { verifyChain } from '../auditoria/verify-chain.ts'
import type { Facts } from './check-seguridad.ts'
import { readDefinitionFacts } from './seguridad-repository.ts'

/** The whole chain is verified on its own page; here nobody waits for years of it. */
const LAST_ENTRIES = 10_000
const IDLE_DAYS = 90
const OTHERS = 0o077
const OTHERS_WRITE = 0o002

/** Looks at the settings, the folders and the database as they are now. */
export async function gatherFacts({ db, config }: Pick<ApiDeps, 'db' | 'config'>): Promise<Facts> {
  const { dataDir, host, trustedProxies, webOrigins, sqliteDirs } = config
  const file = keyFileOf(config)
  const [stored, auditoria, ultimaCopia, adminInicial, claveLegible, datosLegibles, abiertas] =
    await Promise.all([
      readDefinitionFacts(db, { idleDays: IDLE_DAYS }),
      verifyChain(db, { last: LAST_ENTRIES }),
      findLastTime(db, { recurso: 'configuracion', accion: 'copiar' }),
      modeOf(join(dataDir, FIRST_ADMIN.file)),
      file === null ? null : isOpenTo(file, OTHERS),
      isOpenTo(dataDir, OTHERS),
      Promise.all(sqliteDirs.map(async (folder) => ((await isOpenTo(folder, OTHERS_WRITE)) ? [folder] : []))),
    ])
  return {
    ...stored,
    auditoria,
    ultimaCopia: ultimaCopia ?? null,
    adminInicial: adminInicial !== null,
    claveMaestra: placeOfKey(config),
    claveLegible,
    datosLegibles,
    host,
    proxies: trustedProxies.length,
    origenesWeb: webOrigins,
    baseDeDatosSinTls: hostWithoutTls(config.databaseUrl),
    diasSinEntrar: IDLE_DAYS,
    sqliteSobreDatos: sqliteDirs.filter((folder) => holds(folder, dataDir)),
    sqliteAbiertas: abiertas.flat(),
    now: new Date(),
  }
}

function keyFileOf(config: Config): string | null {
  if (config.masterKey !== undefined) return null
  return config.masterKeyFile ?? masterKeyFileOf(config)
}

function placeOfKey(config: Config): Facts['claveMaestra'] {
  const file = keyFileOf(config)
  if (file === null) return 'ajuste'
  return holds(config.dataDir, resolve(file)) ? 'junto-a-los-datos' : 'archivo'
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Null where it is not there. */
async function modeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.mode ?? null
}

/** Null where the system has no such rights, or nothing is there. */
async function isOpenTo(path: string, rights: number): Promise<boolean | null> {
  const mode = process.platform === 'win32' ? null : await modeOf(path)
  return mode === null ? null : (mode & rights) !== 0
}

const LOCAL = new Set(['', 'localhost', '127.0.0.1', '[::1]'])

function hostWithoutTls(databaseUrl: string | undefined): string | null {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return null
  const { hostname, searchParams } = new URL(databaseUrl)
  const mode = searchParams.get('sslmode')
  const isSafe = mode !== null && mode !== 'disable' && mode !== 'allow' && mode !== 'prefer'
  return LOCAL.has(hostname) || isSafe ? null : hostname
}
