import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ConnectDeps, Connection, Operation, TipoObjeto } from './define-servidor.ts'
import { callContext, connectDeps, openSilentWay } from './sql/testing.ts'
import { makeCertificate } from './testing-certificate.ts'

/** Prepares an object as publishing does. */
export function preparerOf<Conn extends Connection>(objetos: Readonly<Record<string, TipoObjeto<Conn>>>) {
  return (tipoObjeto: string, objeto: object, parametros: readonly string[]): Operation<Conn> => {
    const tipo = objetos[tipoObjeto]
    if (!tipo) throw new Error(`no ${tipoObjeto}`)
    return tipo.prepare(tipo.objeto.parse(objeto), parametros, connectDeps())
  }
}

/** The refusal of what names that field. */
export const refusalOf = (campo: string) =>
  expect.objectContaining({ errores: [expect.objectContaining({ campo })] })

export const NOBODY_LISTENS = {
  codigo: 'SERVIDOR_NO_RESPONDE',
  message: expect.stringContaining('nadie escucha en ese puerto'),
}

interface Direccion {
  host: string
  puerto: number
}

/** Whoever gives up a call of a server that fell silent is told so at once; the connection is not used again. */
export async function expectLeft<Conn extends Connection>({
  target,
  open,
  operation,
  valores = {},
}: {
  target: Direccion
  open(config: Direccion): Promise<Conn>
  operation: Operation<Conn>
  valores?: Record<string, unknown>
}): Promise<void> {
  const way = await openSilentWay(target)
  const through = await open(way.config)
  way.fallSilent()
  const abort = new AbortController()
  const waiting = operation.run(through, valores, callContext({ signal: abort.signal }))
  abort.abort(new Error('bastante'))
  await expect(waiting).rejects.toThrow('bastante')
  expect(through.usable).toBe(false)
  await through.close()
  await way.close()
}

/** A connection that opens when nobody waits for it any more is closed. */
export async function expectLateClosed(
  target: Direccion,
  open: (config: Direccion, deps: ConnectDeps) => Promise<Connection>,
): Promise<void> {
  const way = await openSilentWay(target)
  way.fallSilent()
  const abort = new AbortController()
  const opening = open(way.config, connectDeps({ signal: abort.signal }))
  await expect.poll(way.connected, { timeout: 60_000 }).toBe(1)
  abort.abort(new Error('bastante'))
  await expect(opening).rejects.toThrow('bastante')
  way.speakAgain()
  await expect.poll(way.connected, { timeout: 60_000 }).toBe(0)
  await way.close()
}

interface StartTls<Conn extends Connection> {
  /** Starts a server with that certificate, which is of `localhost`. */
  start(files: { certificado: string; clave: string }): Promise<{
    config: { puerto: number }
    stop(): Promise<void>
  }>
  open(config: object, deps: ConnectDeps): Promise<Conn>
  expectWorks(connection: Conn): Promise<void>
  /** What the connection test says on a new socket. */
  startTls(socket: Socket): Promise<boolean>
  /** Port of a server without TLS. */
  clearPuerto: number
}

/** With STARTTLS a server is known by the name of its certificate, whatever its address; one that does not offer it is told. */
export async function expectStartTls<Conn extends Connection>({
  start,
  open,
  expectWorks,
  startTls,
  clearPuerto,
}: StartTls<Conn>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'div-starttls-'))
  const files = makeCertificate(folder)
  const secure = await start(files)
  const red = { ...connectDeps().red, resolve: async () => ({ address: '127.0.0.1', family: 4 as const }) }
  const sslCa = await readFile(files.certificado, 'utf8')
  const config = { ...secure.config, seguridad: 'starttls', sslCa }
  const through = await open({ ...config, host: 'localhost' }, connectDeps({ red }))
  await expectWorks(through)
  await through.close()
  await expect(open({ ...config, host: 'otro.ejemplo' }, connectDeps({ red }))).rejects.toThrow(
    'su certificado es de otro nombre',
  )
  for (const [puerto, isOffered] of [
    [secure.config.puerto, true],
    [clearPuerto, false],
  ] as const) {
    const socket = createConnection(puerto, '127.0.0.1')
    expect(await startTls(socket)).toBe(isOffered)
    socket.destroy()
  }
  await secure.stop()
  await rm(folder, { recursive: true })
}
