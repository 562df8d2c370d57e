import type { Exportacion } from '@div/contract'
import { z } from 'zod'

/** The names of OpenTelemetry's own settings that decide whether, and which, runs are exported; the others its SDK reads itself. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const PROTOCOL = 'http/protobuf'

const count = (fallback: number) =>
  z.coerce.number('debe ser un número').int().min(1, 'debe ser mayor que cero').default(fallback)

const otelSchema = z.object({
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `debe ser uno de ${SAMPLERS.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('debe ser un número entre 0 y 1')
    .min(0, 'debe ser un número entre 0 y 1')
    .max(1, 'debe ser un número entre 0 y 1')
    .default(1),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal(PROTOCOL, `solo se exporta por ${PROTOCOL}`).default(PROTOCOL),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z
    .literal(PROTOCOL, `solo se exporta por ${PROTOCOL}`)
    .default(PROTOCOL),
  OTEL_SERVICE_NAME: z.string().min(1).default('div'),
  // Of the specification of OpenTelemetry.
  OTEL_BSP_SCHEDULE_DELAY: count(5_000),
  OTEL_BSP_EXPORT_TIMEOUT: count(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(512),
})

/** Where an admin has spans sent. */
export interface Envio {
  url: string
  cabeceras: Readonly<Record<string, string>>
  permitirRedPrivada: boolean
}

export interface OtelSettings {
  /** Where to, without what an address may hold of a password. */
  destino: string
  /** Null: the SDK reads the rest from the environment. */
  envio: Envio | null
  servicio: string
  sampler: (typeof SAMPLERS)[number]
  /** Of those that a sampler by ratio takes. */
  ratio: number
  batch: { delayMs: number; timeoutMs: number; maxQueue: number; maxBatch: number }
}

/** As the product was started. */
export interface OtelStart {
  settings: OtelSettings | null
  /** Whoever started it wants nothing exported, whatever an admin names: OTEL_SDK_DISABLED. */
  isDisabled: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** What is wrong is added to `problems`. */
export function readOtelStart(env: Environment, problems: string[]): OtelStart {
  const isDisabled = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
  return { settings: isDisabled ? null : readSettings(env, problems), isDisabled }
}

/** Null: nothing is exported, which is so until an address is given. */
function readSettings(env: Environment, problems: string[]): OtelSettings | null {
  const address = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!address || env.OTEL_TRACES_EXPORTER === 'none') return null
  const given = Object.entries(env).filter(([name, value]) => name in otelSchema.shape && value !== '')
  const parsed = otelSchema.safeParse(Object.fromEntries(given))
  const isAddress = /^https?:\/\//.test(address) && URL.canParse(address)
  if (!isAddress) problems.push('OTEL_EXPORTER_OTLP_ENDPOINT: debe ser una dirección http o https')
  for (const { path, message } of parsed.error?.issues ?? []) problems.push(`${path.join('.')}: ${message}`)
  if (!parsed.success || !isAddress) return null
  const { data } = parsed
  return {
    destino: new URL(address).origin,
    envio: null,
    servicio: data.OTEL_SERVICE_NAME,
    sampler: data.OTEL_TRACES_SAMPLER,
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
    batch: batchOf(data),
  }
}

const PERCENT = 100
const TRACES_PATH = '/v1/traces'

/** Of a collector that an admin has named; its headers are open. */
export function settingsOf({
  destino,
  servicio,
  porcentaje,
  cabeceras,
  permitirRedPrivada,
}: Exportacion): OtelSettings & { envio: Envio } {
  const { origin, pathname } = new URL(destino)
  const path = pathname.replace(/\/$/, '')
  return {
    destino: origin,
    envio: {
      url: `${origin}${path.endsWith(TRACES_PATH) ? path : path + TRACES_PATH}`,
      cabeceras: Object.fromEntries(cabeceras.map(({ nombre, valor }) => [nombre.toLowerCase(), valor])),
      permitirRedPrivada,
    },
    servicio,
    sampler: 'parentbased_traceidratio',
    ratio: porcentaje / PERCENT,
    batch: batchOf(otelSchema.parse({})),
  }
}

function batchOf(data: z.output<typeof otelSchema>): OtelSettings['batch'] {
  return {
    delayMs: data.OTEL_BSP_SCHEDULE_DELAY,
    timeoutMs: data.OTEL_BSP_EXPORT_TIMEOUT,
    maxQueue: data.OTEL_BSP_MAX_QUEUE_SIZE,
    maxBatch: Math.min(data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, data.OTEL_BSP_MAX_QUEUE_SIZE),
  }
}
