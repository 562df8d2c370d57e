import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate } from '../apps/server/src/db/testing.ts'
import { startEmbeddedPostgres } from '../apps/server/src/postgres/embedded-postgres.ts'
import { freePort } from '../e2e/free-port.ts'

/** One PostgreSQL for the whole suite, on loopback TCP so that connectors and whole products reach it too. */
export default async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'div-pruebas-'))
  // As root the database runs as another account, which must be able to enter.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, port: await freePort(), unsafe: true })
  process.env.DIV_TEST_POSTGRES = postgres.url
  await createTemplate(postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
