import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import { BACK_MS } from './calls.ts'

const PROBE = new URL('./memory-probe.mjs', import.meta.url).href

/** What the processes of a product hold, told by themselves after a collection. */
export interface WorkerMemory {
  /** Of the product: with this its processes can be asked. */
  env: Record<string, string>
  /** Of each worker that it has now. */
  usedBytes(supervisorPid: number): Promise<number[]>
  close(): Promise<void>
}

export async function openWorkerMemory(): Promise<WorkerMemory> {
  const folder = await mkdtemp(join(tmpdir(), 'div-memoria-'))
  async function read(pid: number): Promise<number[]> {
    const text = await readFile(join(folder, String(pid)), 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean).map(Number)
  }
  async function ask(pid: number): Promise<number> {
    const before = (await read(pid)).length
    process.kill(pid, 'SIGUSR2')
    // Also in a hook, where `expect.poll` refuses to be called.
    return vi.waitFor(
      async () => {
        const told = (await read(pid))[before]
        if (told === undefined) throw new Error(`process ${pid} does not say what it holds`)
        return told
      },
      { timeout: BACK_MS },
    )
  }
  return {
    env: { NODE_OPTIONS: `--import=${PROBE}`, MEMORY_PROBE_FOLDER: folder },
    usedBytes: (supervisorPid) => Promise.all(motorsOf(supervisorPid).map(ask)),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
