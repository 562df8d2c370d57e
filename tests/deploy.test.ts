import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { canalSchema } from '@div/contract'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingsSchema } from '../apps/server/src/config.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FOLDER = fileURLToPath(new URL('../deploy/', import.meta.url))
/** Of the compose file alone: whoever starts it gives it, and no process of the product reads it. */
const OF_COMPOSE = ['DIV_POSTGRES_PASSWORD']
/** What the supervisor waits for at most when it is told to end, and for how long a node is left by balancers before. */
const LONGEST_END_SECONDS = 50 + 10

/** As docs/operations.md counts them. */
const CONNECTIONS_OF_A_PROCESS = 20
const CONNECTIONS_OF_PEOPLE = 20

const names = await readdir(FOLDER, { recursive: true })
const files = names.filter((name) => /\.(yaml|cfg|mjs)$|Dockerfile$/.test(name))
const texts = new Map(
  await Promise.all(files.map(async (name) => [name, await readFile(FOLDER + name, 'utf8')] as const)),
)
const findAll = (pattern: RegExp) =>
  [...texts.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found))

test.each([...texts].filter(([name]) => name.endsWith('.yaml')))('%s is YAML', (_name, text) => {
  for (const document of parseAllDocuments(text, { merge: true })) {
    expect(document.errors).toEqual([])
    expect(document.toJS()).toBeTypeOf('object')
  }
})

test('every setting that is named exists', () => {
  const known = [...Object.keys(settingsSchema.shape).map((name) => `DIV_${name}`), ...OF_COMPOSE]
  const named = findAll(/\b(DIV_[A-Z_]+)\b/g)
  expect(named).toContain('DIV_MASTER_KEY_FILE')
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('what is asked whether all is well is what the product answers', () => {
  const asked = findAll(/(\/(?:api\/ping|health\/\w+))/g)
  expect([...new Set(asked)].toSorted()).toEqual(['/api/ping', '/health/live', '/health/ready'])
})

test('a node is given more time to end than it takes', () => {
  const given = findAll(/(?:terminationGracePeriodSeconds|stop_grace_period): (\d+)/g).map(Number)
  expect(given).toHaveLength(3)
  for (const seconds of given) expect(seconds).toBeGreaterThan(LONGEST_END_SECONDS)
})

/** A file of deploy/ as what it says, of one document. */
const readYaml = (name: string) => parseAllDocuments(texts.get(name) ?? '', { merge: true })[0]?.toJS()

interface Compose {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>
  secrets: Record<string, { file: string }>
}
const compose = readYaml('compose.yaml') as Compose

test('what the compose file takes as a secret goes neither into git nor into the image', async () => {
  const files = Object.values(compose.secrets).map(({ file }) => join('deploy', file))
  expect(files).toContain('deploy/secretos/clave-maestra')
  const git = await promisify(execFile)('git', ['check-ignore', ...files], { cwd: ROOT })
  expect(git.stdout.trim().split('\n')).toEqual(files)
  const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n')
  for (const file of files) expect(ignored).toContain(dirname(file))
  expect(texts.get('compose.yaml')).toContain('mkdir -p -m 700 deploy/secretos')
})

test('PostgreSQL takes the connections of all processes that the compose file starts', () => {
  const processes = Object.values(compose.services).reduce((sum, { environment }) => {
    if (environment?.DIV_ROLE === undefined) return sum
    return sum + Number(environment.DIV_WORKERS ?? 1)
  }, 0)
  expect(processes).toBe(5)
  const [, most] = /max_connections=(\d+)/.exec(compose.services.postgres?.command?.join(' ') ?? '') ?? []
  expect(Number(most)).toBeGreaterThanOrEqual(CONNECTIONS_OF_A_PROCESS * processes + CONNECTIONS_OF_PEOPLE)
})

test('in Kubernetes a migration is a step of its own, which no probe ends', async () => {
  const parts = await readFile(join(ROOT, 'apps/server/src/run-part.ts'), 'utf8')
  expect(parts).toContain('async migrar(')
  for (const name of ['kubernetes/api.yaml', 'kubernetes/motor.yaml']) {
    const { initContainers, containers } = readYaml(name).spec.template.spec
    const [{ startupProbe, livenessProbe, args, env }] = initContainers
    expect([startupProbe, livenessProbe, args]).toEqual([undefined, undefined, ['migrar']])
    const [url] = env
    expect(containers[0].env).toContainEqual(url)
  }
})

test.each(['api', 'motor'])('in Kubernetes %s is asked how it is, and some of it always stays', (name) => {
  const documents = parseAllDocuments(texts.get(`kubernetes/${name}.yaml`) ?? '', { merge: true })
  const find = (wanted: string) => documents.map((each) => each.toJS()).find(({ kind }) => kind === wanted)
  const { replicas, selector, template } = find('Deployment').spec
  const [{ ports, startupProbe, readinessProbe, livenessProbe }] = template.spec.containers
  const names = ports.map((port: { name: string }) => port.name)
  for (const probe of [startupProbe, readinessProbe, livenessProbe])
    expect(names).toContain(probe.httpGet.port)
  // A database that is away is not mended by restarting everything that waits for it.
  expect(livenessProbe.httpGet.path).not.toBe('/health/ready')
  const { minAvailable, maxUnavailable, selector: kept } = find('PodDisruptionBudget').spec
  expect(kept).toEqual(selector)
  expect(minAvailable ?? replicas - maxUnavailable).toBeGreaterThanOrEqual(1)
  expect(minAvailable ?? replicas - maxUnavailable).toBeLessThan(replicas)
})

/** Everything that `kubectl apply -f deploy/kubernetes` applies. */
const manifests = [...texts]
  .filter(([name]) => /^kubernetes\/[^/]+\.yaml$/.test(name))
  .flatMap(([, text]) => parseAllDocuments(text, { merge: true }).map((document) => document.toJS()))
const ofKind = (wanted: string) => manifests.filter(({ kind }) => kind === wanted)
const namesOf = (wanted: string) => ofKind(wanted).map(({ metadata }) => metadata.name)

test('in Kubernetes every address is served with the certificate that the documentation has made', async () => {
  const ingresses = ofKind('Ingress')
  expect(ingresses).toHaveLength(3)
  for (const { metadata, spec } of ingresses) {
    const covered = spec.tls.flatMap(({ hosts }: { hosts: string[] }) => hosts)
    const served = spec.rules.map(({ host }: { host: string }) => host)
    expect([...new Set(covered)].toSorted(), metadata.name).toEqual([...new Set(served)].toSorted())
    for (const { secretName } of spec.tls) expect(secretName).toBe('div-tls')
  }
  const { DIV_URL_BASE } = ofKind('ConfigMap')[0].data
  expect(DIV_URL_BASE).toBe(`https://${ingresses[0].spec.rules[0].host}`)
  const operations = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  expect(operations).toContain('kubectl -n div create secret tls div-tls')
})

test('in Kubernetes a body is as large as its canal or the administration lets it be, by whichever address it comes', () => {
  const takeBodies = ofKind('Ingress').filter(({ metadata }) => metadata.name !== 'div-ws')
  expect(takeBodies.map(({ metadata }) => metadata.name)).toEqual(['div', 'div-motor'])
  for (const { metadata } of takeBodies)
    expect(metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'], metadata.name).toBe('0')
})

test('a canal decides how long a call takes, and no proxy before it', () => {
  const longest = Number(canalSchema.shape.tiempoMaximoMs.unwrap().maxValue)
  expect(longest).toBe(3_600_000)
  const ingresses = ofKind('Ingress')
  expect(ingresses.map(({ metadata }) => metadata.name)).toEqual(['div', 'div-motor', 'div-ws'])
  for (const { metadata } of ingresses)
    for (const way of ['read', 'send'])
      expect(
        Number(metadata.annotations[`nginx.ingress.kubernetes.io/proxy-${way}-timeout`]) * 1_000,
        `${metadata.name} ${way}`,
      ).toBeGreaterThan(longest)
  const [, minutes] = /timeout server (\d+)m/.exec(texts.get('haproxy.cfg') ?? '') ?? []
  expect(Number(minutes) * 60_000).toBeGreaterThan(longest)
})

interface Named {
  name: string
}
const nameOf = ({ name }: Named) => name
const pods = ofKind('Deployment').map(({ spec }) => spec.template)

test('in Kubernetes every address leads to a port of a pod', () => {
  const services = new Map(ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec]))
  const paths = ofKind('Ingress').flatMap(({ spec }) =>
    spec.rules.flatMap(({ http }: { http: { paths: unknown[] } }) => http.paths),
  )
  expect(paths.length).toBeGreaterThan(3)
  for (const { backend } of paths) {
    const { ports, selector } = services.get(backend.service.name)
    const { targetPort } = ports.find(({ name }: Named) => name === backend.service.port.name)
    const [pod] = pods.filter(({ metadata }) => metadata.labels.app === selector.app)
    expect(pod.spec.containers.flatMap((each: { ports: Named[] }) => each.ports.map(nameOf))).toContain(
      targetPort,
    )
  }
  for (const { spec } of ofKind('HorizontalPodAutoscaler'))
    expect(namesOf(spec.scaleTargetRef.kind)).toContain(spec.scaleTargetRef.name)
})

test('in Kubernetes everything stands in one namespace, and finds the settings, secrets and volumes that it names', () => {
  const { metadata, stringData } = readYaml('kubernetes/secretos/ejemplo.yaml')
  const keys = Object.keys(stringData)
  const namespaces = manifests.flatMap(({ kind, metadata }) =>
    kind === 'Namespace' ? metadata.name : metadata.namespace,
  )
  expect([...new Set([...namespaces, metadata.namespace])]).toEqual(['div'])
  const containers = pods.flatMap(({ spec }) =>
    [...spec.initContainers, ...spec.containers].map((each) => ({ ...each, volumes: spec.volumes })),
  )
  expect(containers).toHaveLength(4)
  for (const { envFrom, env, volumeMounts, volumes } of containers) {
    for (const { configMapRef } of envFrom) expect(namesOf('ConfigMap')).toContain(configMapRef.name)
    const refs = env.flatMap(
      ({ valueFrom }: { valueFrom?: { secretKeyRef: object } }) => valueFrom?.secretKeyRef ?? [],
    )
    const items = volumes.flatMap(({ secret }: { secret?: { secretName: string; items: object[] } }) =>
      (secret?.items ?? []).map((item) => ({ ...item, name: secret?.secretName })),
    )
    for (const { name, key } of [...refs, ...items]) {
      expect(name).toBe(metadata.name)
      expect(keys).toContain(key)
    }
    expect(volumes.map(nameOf)).toEqual(expect.arrayContaining(volumeMounts.map(nameOf)))
  }
})

test('applying the manifests again leaves the secrets of the cluster as they are', () => {
  // `kubectl apply -f <folder>` reads no folders below it.
  const applied = [...texts].filter(([name]) => /^kubernetes\/[^/]+$/.test(name))
  expect(applied.length).toBeGreaterThan(2)
  for (const [name, text] of applied) expect(text, name).not.toMatch(/kind: Secret|CAMBIAR/)
  expect(texts.get('kubernetes/secretos/ejemplo.yaml')).toContain('kind: Secret')
})

test('what the cluster grows by is told once, however many pods tell it', () => {
  const asked = findAll(/type: External\s+external:\s+metric:\s+name: (\w+)/g)
  const { external } = readYaml('prometheus-adapter.yaml').rules
  expect(asked).toEqual(['div_cola_espera_segundos'])
  expect(
    external.map(({ seriesQuery, metricsQuery }: Record<string, string>) => [seriesQuery, metricsQuery]),
  ).toEqual(
    asked.map((name) => [`{__name__="${name}",namespace!=""}`, 'max(<<.Series>>{<<.LabelMatchers>>})']),
  )
})
