import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../apps/server/src/postgres/embedded-postgres.ts'
import { freePort } from '../../e2e/free-port.ts'

/** A PostgreSQL of the test, that canales call and that can be restarted at its place. */
export interface TargetPostgres {
  url: string
  /** SIGINT is the orderly way, SIGKILL the other one; it is away until `meanwhile` is over. */
  restart(signal: 'SIGINT' | 'SIGKILL', meanwhile: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** `unsafe`: quick to start, and what was stored may be gone after a SIGKILL. */
export async function startTargetPostgres({ unsafe = true } = {}): Promise<TargetPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'div-objetivo-'))
  // As root the database runs as another account, which must be able to enter.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const start = () => startEmbeddedPostgres({ dataDir, port, unsafe })
  let current = await start()
  return {
    url: current.url,
    async restart(signal, meanwhile) {
      if (signal === 'SIGINT') await current.stop()
      else {
        process.kill(current.pid, signal)
        await current.crashed
      }
      try {
        await meanwhile()
      } finally {
        current = await start()
      }
    },
    async close() {
      await current.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
