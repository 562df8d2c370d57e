import { AppError, lookUp } from '@div/contract'
import { type LoggerOptions, pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { createRedactor } from './motor/history/redactor.ts'

/** What the product does by the first argument of its command; without one it is the supervisor, which starts the others. */
const [part = 'supervisor'] = process.argv.slice(2)

/** Each part loads only what it needs. `main` is the file of the command. */
const PARTS: Readonly<Record<string, (config: Config, main: string) => Promise<void>>> = {
  async supervisor(config, main) {
    const { runSupervisor } = await import('./supervisor/run-supervisor.ts')
    const startedByNpm = process.env.npm_lifecycle_event === 'start'
    process.exit(await runSupervisor({ config, main, startedByNpm, print, log: createLog(config) }))
  },
  async api(config) {
    const { runChild } = await import('./supervisor/run-child.ts')
    const { startApi } = await import('./supervisor/start-api.ts')
    const { log, redactor } = createRedactedLog(config)
    await runChild({ log, start: () => startApi({ config, log, redactor, nodo: childNodo() }) })
  },
  async motor(config) {
    const { runChild } = await import('./supervisor/run-child.ts')
    const { startMotor } = await import('./supervisor/start-motor.ts')
    const { log, redactor } = createRedactedLog(config)
    await runChild({ log, start: () => startMotor({ config, log, redactor, nodo: childNodo() }) })
  },
  async migrar(config) {
    const { migrateCommand } = await import('./supervisor/migrate-command.ts')
    print(await migrateCommand({ config, log: createLog(config) }))
  },
  async 'rotar-clave'(config) {
    const { rotateKey } = await import('./supervisor/rotate-key.ts')
    print(await rotateKey({ config, log: createLog(config), newKeyFile: process.argv[3] }))
  },
}

/** The supervisor tells the processes that it starts which node they are of. */
const childNodo = () => process.argv[3] ?? ''

function createLog({ logLevel }: Config, options: LoggerOptions = {}) {
  return pino({ ...options, level: logLevel, base: { parte: part, pid: process.pid } })
}

/** What is opened of secrets while the process runs is hidden in every line (security rule 9). */
function createRedactedLog(config: Config) {
  const redactor = createRedactor()
  return {
    redactor,
    log: createLog(config, { hooks: { streamWrite: (line) => `${redactor.redactJson(line.trimEnd())}\n` } }),
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Runs the part that the command names. */
export async function runPart(main: string): Promise<void> {
  process.title = `div ${part}`
  try {
    const run = lookUp(PARTS, part)
    if (!run) throw new Error(`there is no part «${part}»: ${Object.keys(PARTS).join(', ')}`)
    await run(readConfig(process.env), main)
  } catch (error) {
    // What a person can mend is a sentence; anything else is a bug of ours and shows where.
    process.stderr.write(`${error instanceof AppError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
