import type { Command } from '../command.ts'
import { diffCommand } from './diff.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { publishCommand } from './publish.ts'
import { runCommand } from './run.ts'
import { testCommand } from './test.ts'

/** What `div` does, by what is written after it. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  export: exportCommand,
  import: importCommand,
  diff: diffCommand,
  test: testCommand,
  publish: publishCommand,
  run: runCommand,
}
