import type { Posicion } from '../document/flujo-command.ts'
import type { LayoutRequest } from './layout-request.ts'

/** Finds places in a worker that lives as long as the question. */
export function runLayout(request: LayoutRequest): Promise<ReadonlyMap<string, Posicion>> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadonlyMap<string, Posicion>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadonlyMap<string, Posicion>>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
