import type { Api } from './api.ts'

/** Where a command writes and what it reads besides its arguments. */
export interface CommandContext {
  api: Api
  /** Names of processes or files, as the command says. */
  args: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
  /** A line of what was asked for. */
  print(line: string): void
}

export interface Command {
  /** After its name, for the help. */
  usage: string
  summary: string
  options?: Readonly<Record<string, { type: 'string' | 'boolean'; help: string }>>
  /** False: it did what it is for, and the answer is no. Throws CliError. */
  run(context: CommandContext): Promise<boolean>
}
