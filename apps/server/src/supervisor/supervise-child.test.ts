import { spawn } from 'node:child_process'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { PartNotStarted } from './child-life.ts'
import { type SupervisedChild, superviseChild } from './supervise-child.ts'

const LISTENS = `process.send({ type: 'div:ready', puerto: 1 }); process.on('message', () => process.exit())`
const HANGS = 'setInterval(() => {}, 1000)'

let child: SupervisedChild | undefined
afterEach(() => child?.kill())

test('one that never listens is killed in time, the one before it goes on, and a later replacement comes', async () => {
  const programs = [LISTENS, HANGS, LISTENS]
  const begun: ReturnType<typeof spawn>[] = []
  child = superviseChild({
    name: 'motor 1',
    log: pino({ level: 'silent' }),
    onRestartAsked: () => {},
    replaceWaitMs: 1_500,
    start() {
      const program = programs[begun.length] ?? LISTENS
      const process_ = spawn(process.execPath, ['-e', program], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      begun.push(process_)
      return process_
    },
  })
  expect(await child.ready).toBe(1)
  await expect(child.replace()).rejects.toThrow(PartNotStarted)
  await expect.poll(() => begun[1]?.signalCode).toBe('SIGKILL')
  expect(begun[0]?.exitCode).toBe(null)
  await child.replace()
  expect(begun[2]?.exitCode).toBe(null)
})
