import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { RutaNoEncontrada } from '@div/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const PAGE = 'index.html'
/** What the build names after its content, and so never changes. */
const HASHED = 'assets/'
/** Below them is what there is, and never a page: also for who spells them differently. */
const NO_PAGES = /^(assets|api)\//i
const YEAR = 31_536_000_000

const showing = { access: 'publico', answers: { 200: { mediaTypes: ['text/html'] } } } as const
const leading = { access: 'publico', answers: { 302: null } } as const

/**
 * The web application on every path that is not of the API: its files, and its page for each of its own routes. Only files that the
 * build left are served, by their names as found at the start: nothing that a caller names reaches the file system (security rule 2).
 */
export function registerWeb(app: FastifyInstance, { webDir }: { webDir: string }): void {
  const files = listFiles(webDir)
  if (!files.has(PAGE)) {
    // Run from its sources, before the first build.
    app.get('/', { config: leading }, (_request, reply) => reply.redirect('/api/docs'))
    return
  }
  app.register(fastifyStatic, { root: webDir, serve: false, preCompressed: true, cacheControl: false })
  app.get('/', { config: showing }, (_request, reply) => sendPage(reply))
  app.get<{ Params: { '*': string } }>('/*', { config: showing }, (request, reply) => {
    const name = request.params['*']
    if (files.has(name)) return sendFile(reply, name)
    if (NO_PAGES.test(name)) throw new RutaNoEncontrada({ metodo: request.method, ruta: `/${name}` })
    return sendPage(reply)
  })
}

/** Asked for again at every visit: it names the files of the newest build. */
function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(PAGE)
}

function sendFile(reply: FastifyReply, name: string): FastifyReply {
  if (!name.startsWith(HASHED)) return reply.header('cache-control', 'no-cache').sendFile(name)
  return reply.sendFile(name, { cacheControl: true, immutable: true, maxAge: YEAR })
}

function listFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')),
  )
}
