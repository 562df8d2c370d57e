import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'

// The server written by hand in several processes on one port, as Node offers it. The address of the database and how many are its
// arguments; it prints the port when all of them listen.

const [url = '', workers = '2'] = process.argv.slice(2)
cluster.setupPrimary({ exec: fileURLToPath(new URL('limit-server.ts', import.meta.url)), args: [url] })
let listening = 0
cluster.on('listening', (_worker, { port }) => {
  if (++listening === Number(workers)) process.stdout.write(`${port}\n`)
})
for (let each = 0; each < Number(workers); each++) cluster.fork()
process.on('SIGTERM', () => process.exit(0))
