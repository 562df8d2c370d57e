import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AjusteInvalido, LIMITS, type LimitName, type Limits, PASSWORD_MIN } from '@div/contract'
import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { type OtelStart, readOtelStart } from './motor/otel/otel-settings.ts'

/** Who stops a service waits no longer for it. */
const MAX_RETIRADA_MS = 120_000

const integer = (min: number, max: number) => {
  const sentence = `debe ser un número entero entre ${min} y ${max}`
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence)
}
const port = (title: string, fallback: number) => integer(0, 65_535).default(fallback).meta({ title })
const texts = () =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    )
    .optional()
const list = (title: string) => texts().meta({ title })

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/')
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  // A network of every address would believe anybody.
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every setting of the product, by the name of its variable without `DIV_`. */
export const settingsSchema = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'debe empezar por postgres://')
    .optional()
    .meta({ title: 'PostgreSQL propio; sin él se usa el incluido' }),
  DATA_DIR: z.string().min(1).default('./datos').meta({ title: 'Carpeta de datos' }),
  API_PORT: port('Puerto de la API de administración', 30_000),
  MOTOR_PORT: port('Puerto del motor', 50_000),
  HOST: z.string().min(1).default('127.0.0.1').meta({ title: 'Dirección en la que se escucha' }),
  ROLE: z
    .enum(['todo', 'api', 'motor'], 'debe ser todo, api o motor')
    .default('todo')
    .meta({ title: 'Parte que arranca' }),
  RETIRADA_MS: integer(0, MAX_RETIRADA_MS).default(0).meta({
    title:
      'Milisegundos que, al detenerse, sigue atendiendo con /health/ready en 503: lo que un balanceador tarda en notarlo',
  }),
  WORKERS: integer(1, 256).optional().meta({ title: 'Motores; sin él, uno por núcleo' }),
  MASTER_KEY: z.string().min(1).optional().meta({ title: 'Clave maestra: 32 bytes en base64 o hexadecimal' }),
  MASTER_KEY_FILE: z.string().min(1).optional().meta({ title: 'Archivo con la clave maestra' }),
  ADMIN_PASSWORD: z
    .string()
    .min(PASSWORD_MIN, `debe tener al menos ${PASSWORD_MIN} caracteres`)
    .optional()
    .meta({ title: 'Contraseña del primer administrador' }),
  SAMPLES: z
    .enum(['0', '1'], 'debe ser 0 o 1')
    .default('1')
    .meta({ title: 'Datos de ejemplo en el primer arranque' }),
  LOG_LEVEL: z
    .enum(LEVELS, `debe ser uno de ${LEVELS.join(', ')}`)
    .default('info')
    .meta({ title: 'Detalle del registro' }),
  WEB_ORIGINS: list(
    'Orígenes de la aplicación web, separados por comas: pueden leer /admin del motor, y a ellos vuelve quien autorizó un servidor MCP',
  ),
  MCP_ORIGINS: list('Orígenes de páginas que pueden llamar a /mcp, separados por comas; si falta, ninguno'),
  PROXIES_DE_CONFIANZA: texts()
    .refine((proxies) => proxies === undefined || proxies.every(isNetwork), {
      message: 'deben ser direcciones IP o redes, como 10.0.0.0/8',
    })
    .meta({
      title: 'Proxies cuyo X-Forwarded-For dice quién llama: direcciones o redes, separadas por comas',
    }),
  SQLITE_DIRS: list('Carpetas en las que se pueden abrir archivos SQLite, separadas por comas'),
  ZONA_HORARIA: z
    .string()
    .refine(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
      'debe ser una zona IANA, como Europe/Madrid',
    )
    .default('UTC')
    .meta({ title: 'Zona horaria de HOY y de las partes de fecha' }),
  URL_BASE: z.url('debe ser una dirección').optional().meta({ title: 'Dirección pública del producto' }),
  URL_TRAZABILIDAD: z
    .url('debe ser una dirección')
    .optional()
    .meta({ title: 'Dirección de la página de trazabilidad' }),
})

export interface Config {
  databaseUrl: string | undefined
  dataDir: string
  apiPort: number
  motorPort: number
  host: string
  role: 'todo' | 'api' | 'motor'
  retiradaMs: number
  workers: number | undefined
  masterKey: string | undefined
  masterKeyFile: string | undefined
  adminPassword: string | undefined
  samples: boolean
  logLevel: string
  webOrigins: readonly string[]
  mcpOrigins: readonly string[]
  trustedProxies: readonly string[]
  sqliteDirs: readonly string[]
  zonaHoraria: string
  urlBase: string | null
  urlTrazabilidad: string | null
  /** Null: runs are exported nowhere. */
  otel: OtelStart
  limits: Limits
  version: string
  /** The built web application. */
  webDir: string
}

const PREFIX = 'DIV_'
const LIMIT_PREFIX = 'LIMITE_'
const DEV_SERVER = 'http://localhost:5173'

/** Reads the settings from the environment. Throws AjusteInvalido naming every unknown or bad one. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== undefined && value !== ''
      ? [[name.slice(PREFIX.length), value] as const]
      : [],
  )
  const { limits, problems } = readLimits(given.filter(([name]) => name.startsWith(LIMIT_PREFIX)))
  const otel = readOtelStart(env, problems)
  const settings = given.filter(([name]) => !name.startsWith(LIMIT_PREFIX))
  for (const [name] of settings) {
    if (!(name in settingsSchema.shape))
      problems.push(`${PREFIX}${name} no existe${suggest(name, Object.keys(settingsSchema.shape))}`)
  }
  const parsed = settingsSchema.safeParse(Object.fromEntries(settings))
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      problems.push(`${PREFIX}${path.join('.')}: ${message}`)
  }
  if (problems.length > 0 || !parsed.success) throw new AjusteInvalido({ ajustes: problems })
  return { ...toConfig(parsed.data, limits), otel }
}

function toConfig(settings: z.output<typeof settingsSchema>, limits: Limits): Omit<Config, 'otel'> {
  const dataDir = resolve(settings.DATA_DIR)
  const own = `http://localhost:${settings.API_PORT}`
  return {
    databaseUrl: settings.DATABASE_URL,
    dataDir,
    apiPort: settings.API_PORT,
    motorPort: settings.MOTOR_PORT,
    host: settings.HOST,
    role: settings.ROLE,
    retiradaMs: settings.RETIRADA_MS,
    workers: settings.WORKERS,
    masterKey: settings.MASTER_KEY,
    masterKeyFile: settings.MASTER_KEY_FILE,
    adminPassword: settings.ADMIN_PASSWORD,
    samples: settings.SAMPLES === '1',
    logLevel: settings.LOG_LEVEL,
    webOrigins: settings.WEB_ORIGINS ?? [own, own.replace('localhost', '127.0.0.1'), DEV_SERVER],
    mcpOrigins: settings.MCP_ORIGINS ?? [],
    trustedProxies: settings.PROXIES_DE_CONFIANZA ?? [],
    sqliteDirs: settings.SQLITE_DIRS?.map((folder) => resolve(folder)) ?? [resolve(dataDir, 'sqlite')],
    zonaHoraria: settings.ZONA_HORARIA,
    urlBase: settings.URL_BASE ?? null,
    urlTrazabilidad: settings.URL_TRAZABILIDAD ?? null,
    limits,
    version: packageJson.version,
    webDir: fileURLToPath(new URL('../../web/dist/', import.meta.url)),
  }
}

/** `DIV_LIMITE_FILAS_TABLA` is the limit `filasTabla`. */
export function limitVariable(name: LimitName): string {
  return LIMIT_PREFIX + name.replace(/[A-Z]/g, '_$&').toUpperCase()
}

function readLimits(given: readonly (readonly [string, string])[]): { limits: Limits; problems: string[] } {
  const names = new Map(Object.keys(LIMITS).map((name) => [limitVariable(name as LimitName), name]))
  const limits: Record<string, number> = { ...LIMITS }
  const problems: string[] = []
  for (const [variable, text] of given) {
    const name = names.get(variable)
    const value = Number(text)
    if (name === undefined)
      problems.push(`${PREFIX}${variable} no existe${suggest(variable, [...names.keys()])}`)
    else if (!Number.isSafeInteger(value) || value < 1)
      problems.push(`${PREFIX}${variable}: debe ser un número entero mayor que cero`)
    else limits[name] = value
  }
  return { limits: limits as Limits, problems }
}

/** The known name that is nearest to a misspelt one, when one is near. */
function suggest(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .toSorted((left, right) => left.distance - right.distance)
  return nearest && nearest.distance <= 4 ? ` (¿quiso decir ${PREFIX}${nearest.each}?)` : ''
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const change = left[i - 1] === right[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change))
    }
    row = next
  }
  return row[right.length] ?? 0
}
