import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureOverload } from '../../bench/measure-overload.ts'
import { computeFlujo } from '../../bench/workloads.ts'
import { stopProducts } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import {
  expectProductWhole,
  type FaultProduct,
  publishCounted,
  publishFlujo,
  startFaultProduct,
} from '../faults/fault-product.ts'
import { callFlujo } from '../faults/flujos.ts'

const STARTING_MS = 90_000
const MEASURING_MS = 300_000
const ROUNDS = 3
const SECONDS = 2
/** Of the throughput at its best. */
const KEPT = 0.9
/** Of the p99 at half of it. */
const MAX_TIMES_UNLOADED = 4
/** For those that operate; on a machine that is slower even without the load as many times more as the calls may take. */
const MAX_LOOK_MS = 250
/** Of the calls: what the generator did not make says nothing. */
const UNMADE = 0.01
/** Which each call waits for, of so many at the same time. */
const WAIT_MS = 20
const CONCURRENCIA = 8

let product: FaultProduct
const urls: Record<string, string> = {}

beforeAll(async () => {
  product = await startFaultProduct()
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as object[]
  const objeto = { ms: WAIT_MS }
  const node = { servidorId: idOf(interno), tipoServidor: 'interno', tipoObjeto: 'espera', objeto }
  const canal = { concurrencia: CONCURRENCIA }
  urls.waits = (await publishCounted(product, { nombre: 'Espera', flujo: callFlujo(node), canal })).url
  urls.computes = await publishFlujo(product, 'Cálculo', computeFlujo())
  await product.rememberMemory([urls.waits, urls.computes])
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
})

test.each([
  ['waits', ''],
  ['computes', '?cuantos=12000'],
])(
  'three times the calls that one worker answers at its best, of a canal that %s: what it keeps, and how late',
  async (what, query) => {
    const { motorUrl: motor, api } = product
    const workload = { nombre: what, metodo: 'GET', path: () => query } as const
    // Whatever is neither answered nor refused with the time to come back fails here.
    const { conservada, demora, holgada, triple } = await measureOverload(
      { base: urls[what] ?? '', motor, api },
      workload,
      { rounds: ROUNDS, seconds: SECONDS },
    )
    process.stdout.write(`${what}: ${JSON.stringify({ conservada, demora, holgada, triple })}\n`)
    expect(triple.sinHacer).toBeLessThanOrEqual(UNMADE)
    expect(triple.rechazadas).toBeGreaterThan(0)
    expect(conservada).toBeGreaterThanOrEqual(KEPT)
    expect(demora).toBeLessThanOrEqual(MAX_TIMES_UNLOADED)
    for (const look of ['saludMs', 'administracionMs'] as const)
      expect(triple[look]).toBeLessThanOrEqual(Math.max(MAX_LOOK_MS, MAX_TIMES_UNLOADED * holgada[look]))
    await expectProductWhole(product)
  },
  MEASURING_MS,
)
