import { LIMITS, type ResultadoDeCarga } from '@div/contract'
import type { DrawnServer } from './drawn-server.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { ECHO } from './workloads.ts'

export interface TestClientResult {
  /** Calls a second that the load of the test client came to. */
  cargaPorSegundo: number
  /** Of the calls a second of the others, how much they keep beside it. */
  conservada: number
  /** Milliseconds, of the others. */
  p99Sola: number
  p99Junto: number
}

const CALLERS = 32
/** A machine that others use as well is at times too slow for so many: what is refused then counts for nothing. */
const OTHERS = { ...ECHO, mayRefuse: true } as const
const MS_PER_SECOND = 1_000

/** What a load of the test client, as fast as it is let, leaves to the callers of another canal. */
export async function measureTestClient(
  drawn: DrawnServer,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<TestClientResult> {
  const canalId = await publishApart(drawn)
  const calls = { connections: CALLERS, seconds }
  const measured: TestClientResult[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await load(drawn.base, OTHERS, calls)
    const loading = drawn.api('POST', '/test-cliente/carga', {
      canalId,
      metodo: 'GET',
      ruta: '/clientes/7',
      // Goes on for as long as the others call.
      veces: Math.min(LIMITS.cargaLlamadas, LIMITS.cargaPorSegundo * seconds),
      aLaVez: LIMITS.cargaALaVez,
    }) as Promise<ResultadoDeCarga>
    const beside = await load(drawn.base, OTHERS, calls)
    const { muestras, duracionMs } = await loading
    if (muestras.some(({ estado }) => estado !== 200)) throw new Error('the load of the test client failed')
    measured.push({
      cargaPorSegundo: (muestras.length / duracionMs) * MS_PER_SECOND,
      conservada: beside.porSegundo / alone.porSegundo,
      p99Sola: alone.p99,
      p99Junto: beside.p99,
    })
  }
  const medianOf = (name: keyof TestClientResult) => median(measured.map((each) => each[name]))
  return {
    cargaPorSegundo: medianOf('cargaPorSegundo'),
    conservada: medianOf('conservada'),
    p99Sola: medianOf('p99Sola'),
    p99Junto: medianOf('p99Junto'),
  }
}

/** In a canal of its own. */
async function publishApart({ api, motor }: DrawnServer): Promise<string> {
  const [proceso] = (await api('GET', '/procesos?q=db-lookup')) as { id: string }[]
  const canal = { nombre: 'Banco aparte', tipo: 'REST', ruta: 'banco-aparte' }
  const { id } = (await api('POST', '/canales', canal)) as { id: string }
  const asignado = { procesoId: proceso?.id, version: 'publicada', metodo: 'GET', ruta: '/clientes/{id}' }
  await api('PUT', `/canales/${id}/procesos`, [asignado])
  const path = `${motor}/rest/banco-aparte/clientes/7`
  while (!(await fetch(path)).ok) await new Promise((resolve) => setTimeout(resolve, 50))
  return id
}
