import { parseArgs } from 'node:util'
import { createApi } from './api.ts'
import { CliError } from './cli-error.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands/commands.ts'

const URL_BY_DEFAULT = 'http://localhost:30000'

export interface Terminal {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  print(line: string): void
  complain(line: string): void
}

/** What a shell is told: done; done, and the answer is no; not done. */
const EXIT = { yes: 0, no: 1, failed: 2 } as const
type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export async function runCli({ args, env, print, complain }: Terminal): Promise<ExitCode> {
  const [name = '', ...rest] = args
  if (name === '' || name === '--help' || name === 'help') {
    print(describeCommands())
    return name === '' ? EXIT.failed : EXIT.yes
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw new CliError(`No existe la orden «${name}». «div help» dice cuáles hay.`)
    const { positionals, values } = readArgs(command, rest)
    const { url = env.DIVCLI_URL ?? URL_BY_DEFAULT, ...options } = values
    const clave = env.DIVCLI_CLAVE ?? ''
    if (clave === '') throw new CliError('Falta DIVCLI_CLAVE: una clave de API, que se crea en «Mi perfil».')
    const api = createApi({ url: readUrl(String(url)), clave })
    return (await command.run({ api, args: positionals, options, print })) ? EXIT.yes : EXIT.no
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    complain(error.message)
    return EXIT.failed
  }
}

function readArgs({ options = {} }: Command, args: string[]) {
  const known = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  try {
    return parseArgs({
      args,
      options: { url: { type: 'string' }, ...Object.fromEntries(known) },
      allowPositionals: true,
    })
  } catch (cause) {
    const given = args.find((arg) => arg.startsWith('--')) ?? ''
    throw new CliError(`No se entiende «${given}». «div help» dice qué admite cada orden.`, { cause })
  }
}

function readUrl(given: string): string {
  if (URL.canParse(given)) return given
  throw new CliError(`«${given}» no es una dirección. Escriba, por ejemplo, ${URL_BY_DEFAULT}.`)
}

function describeCommands(): string {
  const lines = Object.entries(COMMANDS).flatMap(([name, { usage, summary, options = {} }]) => [
    `  div ${name} ${usage}`,
    `      ${summary}`,
    ...Object.entries(options).map(([option, { help }]) => `      --${option}  ${help}`),
  ])
  return [
    'Procesos de un DIV en marcha, para canalizaciones.',
    '',
    ...lines,
    '',
    `  --url           La dirección de DIV; si no, DIVCLI_URL, o ${URL_BY_DEFAULT}.`,
    '  DIVCLI_CLAVE    Una clave de API, que se crea en «Mi perfil».',
    '',
    'Termina con 0 si todo está bien, con 1 si algo difiere, falta o no pasa, y con 2 si no se pudo hacer.',
  ].join('\n')
}
