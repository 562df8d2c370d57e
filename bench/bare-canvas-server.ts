import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Flujo } from '@div/contract'
import { build } from 'vite'
import { bareGraph } from './canvas-graph.ts'

const ROOT = fileURLToPath(new URL('../apps/web/bench', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

interface BareCanvasServer {
  url: string
  stop(): void
}

/** The bare page, built as the product is, with a drawing on it. */
export async function serveBareCanvas(outDir: string, flujo: Flujo): Promise<BareCanvasServer> {
  await build({
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const graph = JSON.stringify(bareGraph(flujo))
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (path === '/graph.json') {
      response.setHeader('content-type', 'application/json').end(graph)
      return
    }
    const file = path === '/' ? '/index.html' : path
    const body = await readFile(join(outDir, file)).catch(() => null)
    if (body === null) response.statusCode = 404
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
