import { type ChildProcess, spawn } from 'node:child_process'
import { createConnection, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Somebody listens there: a test that needs it is skipped where nobody does. */
export function canConnect({ host, puerto }: { host: string; puerto: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(puerto, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** A server that stays in the foreground; it is there when its port answers. */
export async function startServer(
  command: string,
  args: readonly string[],
  puerto: number,
): Promise<ChildProcess> {
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const output of [server.stdout, server.stderr])
    output.on('data', (data) => {
      words += String(data)
    })
  while (!(await canConnect({ host: '127.0.0.1', puerto }))) {
    if (server.exitCode !== null) throw new Error(`${command} ended: ${words}`)
    await setTimeout(20)
  }
  return server
}

export async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
