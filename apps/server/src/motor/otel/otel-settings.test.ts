import { expect, test } from 'vitest'
import { readOtelStart } from './otel-settings.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ana:clave@recolector:4318/base' }

function read(env: Record<string, string>) {
  const problems: string[] = []
  return { ...readOtelStart(env, problems), problems }
}

test.each<[string, Record<string, string>, boolean]>([
  ['without an address', {}, false],
  ['when it is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'True' }, true],
  ['when traces go nowhere', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, false],
])('nothing is exported %s', (_when, env, isDisabled) => {
  expect(read(env)).toEqual({ settings: null, isDisabled, problems: [] })
})

test('an address is enough; nobody is shown the password in it', () => {
  expect(read(ENDPOINT)).toEqual({
    settings: {
      destino: 'http://recolector:4318',
      envio: null,
      servicio: 'div',
      sampler: 'parentbased_always_on',
      ratio: 1,
      batch: { delayMs: 5_000, timeoutMs: 30_000, maxQueue: 2_048, maxBatch: 512 },
    },
    isDisabled: false,
    problems: [],
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'recolector:4318'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
])('%s cannot be %s', (name, value) => {
  const { settings, problems } = read({ ...ENDPOINT, [name]: value })
  expect(settings).toBeNull()
  expect(problems).toEqual([expect.stringContaining(`${name}: `)])
})
