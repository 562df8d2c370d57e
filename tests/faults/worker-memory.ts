import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { motorsOf } from '../../bench/process-usage.ts'
import { BACK_MS } from './calls.ts'

const PROBE = new URL('./memory-probe.mjs', import.meta.url).href
/** What a worker compiles and opens after its first calls, and for a database that comes back, was 5.5 MB at most. */
const KEPT_BYTES = 8_388_608

/** What workers of products hold, told by themselves after a collection. Each product is named by its supervisor. */
export interface WorkerMemory {
  /** Of a product: with this its processes can be asked. */
  env: Record<string, string>
  /** What the workers hold now they may hold later. */
  remember(supervisors: readonly number[]): Promise<void>
  /** No worker holds much more, those neither that have come for others. */
  expectBack(supervisors: readonly number[]): Promise<void>
  close(): Promise<void>
}

export async function openWorkerMemory(keptBytes = KEPT_BYTES): Promise<WorkerMemory> {
  const folder = await mkdtemp(join(tmpdir(), 'div-memoria-'))
  let mayHold = Number.NaN

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
  /** Of one that has no worker: not a number, and no answer. */
  async function most(supervisors: readonly number[]): Promise<number> {
    const workers = supervisors.map(motorsOf)
    if (workers.some((each) => each.length === 0)) return Number.NaN
    return Math.max(...(await Promise.all(workers.flat().map(ask))))
  }

  return {
    env: { NODE_OPTIONS: `--import=${PROBE}`, MEMORY_PROBE_FOLDER: folder },
    async remember(supervisors) {
      mayHold = (await most(supervisors)) + keptBytes
    },
    async expectBack(supervisors) {
      await expect
        .poll(() => most(supervisors), { timeout: BACK_MS, interval: 1_000 })
        .toBeLessThanOrEqual(mayHold)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
