import { AppError, type Hallazgo, type LlamadaSpec, type Llamadas } from '@div/contract'
import type { Pools } from '../pools/pools.ts'

/** The same calls, telling of each that can be prepared. */
export function collectLlamadas(llamadas: Llamadas, found: (spec: LlamadaSpec) => void): Llamadas {
  return {
    prepare(spec) {
      const prepared = llamadas.prepare(spec)
      found(spec)
      return prepared
    },
    begin: (servidorId, options) => llamadas.begin(servidorId, options),
  }
}

/**
 * Calls of what the contract of their servidor no longer has, such as an operation that a new WSDL leaves out or a field of it. Asked when a person validates or
 * publishes, as what is wrong with subprocesos is: what is published goes on until somebody looks at it.
 */
export async function checkObjetos(
  specs: readonly LlamadaSpec[],
  pools: Pick<Pools, 'checkObjeto'>,
): Promise<Hallazgo[]> {
  const hallazgos: Hallazgo[] = []
  for (const spec of specs) {
    for (const wrong of await findWrong(spec, pools))
      hallazgos.push({ nodo: spec.nodo, ...wrong, gravedad: 'error' })
  }
  return hallazgos
}

async function findWrong(spec: LlamadaSpec, pools: Pick<Pools, 'checkObjeto'>) {
  try {
    return await pools.checkObjeto(spec)
  } catch (error) {
    // A contract that cannot be read is the servidor's own defect, and its test tells of it.
    if (error instanceof AppError) return []
    throw error
  }
}
