import { AppError, type ResultadoDePrueba } from '@div/contract'
import { describeCause } from '../../red/describe-cause.ts'

type PasoDePrueba = ResultadoDePrueba['pasos'][number]
export type Layer = [nombre: string, work: () => Promise<void>]

/** Stops at the first layer that fails: the later ones could only fail too. */
export async function runLayers(layers: readonly Layer[]): Promise<PasoDePrueba[]> {
  const pasos: PasoDePrueba[] = []
  let failed = false
  for (const [nombre, work] of layers) {
    if (failed) {
      pasos.push({ nombre, ok: false, duracionMs: 0, error: 'No se hizo: falló un paso anterior.' })
      continue
    }
    const began = performance.now()
    try {
      await work()
      pasos.push({ nombre, ok: true, duracionMs: performance.now() - began })
    } catch (cause) {
      // The failure of a layer is the answer of the test.
      failed = true
      pasos.push({ nombre, ok: false, duracionMs: performance.now() - began, ...explain(cause) })
    }
  }
  return pasos
}

/** Where fields are to blame, what is wrong with them is the sentence. */
function explain(cause: unknown): Pick<PasoDePrueba, 'error' | 'errores'> {
  if (!(cause instanceof AppError)) return { error: describeCause(cause) }
  const { message, errores } = cause
  if (errores.length === 0) return { error: message }
  return { error: errores.map(({ mensaje }) => mensaje).join(' '), errores: [...errores] }
}
