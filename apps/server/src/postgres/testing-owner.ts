import { lockDataFolder } from './data-lock.ts'
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Account } from './folders.ts'

/** The whole life of the process that is killed in the tests: it goes too when the tests go first. */
export async function holdPostgres(argument: string): Promise<void> {
  const { account, ...options }: EmbeddedOptions & { account?: Account } = JSON.parse(argument)
  if (account) {
    process.setgroups?.([account.gid])
    process.setgid?.(account.gid)
    process.setuid?.(account.uid)
  }
  try {
    await lockDataFolder(options.dataDir)
    const { url, pid, stop } = await startEmbeddedPostgres(options)
    process.stdin.on('end', () => stop().then(() => process.exit())).resume()
    process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
  } catch (error) {
    // The parent compares it with what it expects.
    const { codigo, message } = Object.assign({ codigo: '', message: '' }, error)
    process.stdout.write(
      `${JSON.stringify({ codigo, message: error instanceof Error ? error.message : message })}\n`,
    )
  }
}
