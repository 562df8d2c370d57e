import type { MuestraDeCarga, ResultadoDeCarga } from '@div/contract'
import type { Turnstile } from './turnstile.ts'

interface CargaOptions {
  veces: number
  aLaVez: number
  /** All loads of this process go through it. */
  enter: Turnstile
  maximoMs: number
  /** Of whoever waits for it. */
  signal: AbortSignal
}

/** Makes a call many times, and tells of each. What `call` throws beside refusals is a bug of ours. */
export async function runCarga(
  call: () => Promise<Pick<MuestraDeCarga, 'estado' | 'error'>>,
  { veces, aLaVez, enter, maximoMs, signal }: CargaOptions,
): Promise<ResultadoDeCarga> {
  const began = performance.now()
  const muestras: MuestraDeCarga[] = []
  let begun = 0
  const isOver = () => signal.aborted || performance.now() - began >= maximoMs

  async function goOn(): Promise<void> {
    while (begun < veces && !isOver()) {
      begun++
      const leave = await enter()
      try {
        if (isOver()) return
        const inicio = performance.now()
        const outcome = await call()
        muestras.push({ inicioMs: inicio - began, duracionMs: performance.now() - inicio, ...outcome })
      } finally {
        leave()
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(aLaVez, veces) }, goOn))
  return { muestras, duracionMs: performance.now() - began, incompleta: muestras.length < veces }
}
