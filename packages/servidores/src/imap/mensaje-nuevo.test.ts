import type { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { connectDeps } from '../sql/testing.ts'
import { imap } from './imap.ts'
import type { ImapConnection } from './imap-connection.ts'
import { mensajeNuevo } from './mensaje-nuevo.ts'
import { hasDovecot, putMensaje, signInTo, startDovecot, type TestMailbox } from './testing.ts'

describe.skipIf(!hasDovecot)('with Dovecot', { timeout: 120_000 }, () => {
  let server: TestMailbox
  let setup: ImapFlow
  let connection: ImapConnection
  const put = (carpeta: string, asunto: string) => putMensaje(setup, carpeta, asunto)
  const fuenteOf = (carpeta: string, desde: 'ahora' | 'principio') =>
    mensajeNuevo.prepare({ carpeta, desde, cadaSegundos: 1 })
  const asuntosOf = (datos: readonly Readonly<Record<string, unknown>>[]) => datos.map(({ asunto }) => asunto)

  beforeAll(async () => {
    server = await startDovecot()
    setup = await signInTo(server)
    connection = await imap.connect(imap.config.parse(server.config), connectDeps())
  })
  afterAll(async () => {
    await connection.close()
    await setup.logout()
    await server.stop()
  })

  test('messages are told in the order in which they came, a few at a time, and later ones from there on', async () => {
    await setup.mailboxCreate('Uno')
    for (const asunto of ['a', 'b', 'c']) await put('Uno', asunto)
    const fuente = fuenteOf('Uno', 'principio')
    const first = await listenFor(fuente, connection, { count: 3, maximo: 2 })
    expect(asuntosOf(first.datos)).toEqual(['a', 'b', 'c'])
    expect(first.datos[0]).toMatchObject({
      uid: 1,
      carpeta: 'Uno',
      de: [{ nombre: '', direccion: 'ana@ejemplo.es' }],
      idMensaje: '<a@x>',
    })
    await put('Uno', 'd')
    const second = await listenFor(fuente, connection, { count: 1, cursor: first.cursor })
    expect(asuntosOf(second.datos)).toEqual(['d'])
  })

  test('what is there already is left alone where only what comes is wanted', async () => {
    await setup.mailboxCreate('Dos')
    await put('Dos', 'viejo')
    let looks = 0
    const { datos, cursor } = await listenFor(fuenteOf('Dos', 'ahora'), connection, {
      count: 1,
      onOpened: () => void (++looks === 1 && put('Dos', 'nuevo')),
    })
    expect(asuntosOf(datos)).toEqual(['nuevo'])
    expect(cursor).toMatchObject({ uid: 2 })
  })

  test('what is to be told again is, with all that came after it, under the same name', async () => {
    await setup.mailboxCreate('Tres')
    for (const asunto of ['a', 'b', 'c']) await put('Tres', asunto)
    const { told, datos } = await listenFor(fuenteOf('Tres', 'principio'), connection, {
      count: 5,
      decide: (_datos, count) => (count === 2 ? 'devuelto' : 'hecho'),
    })
    expect(asuntosOf(datos)).toEqual(['a', 'b', 'c', 'b', 'c'])
    expect(told.map(({ clave }) => clave).slice(3)).toEqual(told.map(({ clave }) => clave).slice(1, 3))
  })

  test('a folder that is numbered anew begins anew, and its messages are others', async () => {
    const fuente = fuenteOf('Cuatro', 'principio')
    await setup.mailboxCreate('Cuatro')
    await put('Cuatro', 'a')
    const first = await listenFor(fuente, connection, { count: 1 })
    await setup.mailboxDelete('Cuatro')
    await setup.mailboxCreate('Cuatro')
    await put('Cuatro', 'b')
    const second = await listenFor(fuente, connection, { count: 1, cursor: first.cursor })
    expect(asuntosOf(second.datos)).toEqual(['b'])
    expect(second.told[0]?.clave).not.toBe(first.told[0]?.clave)
  })

  test('a folder that is not there is told as such', async () => {
    const listening = listenFor(fuenteOf('Ninguna', 'ahora'), connection, { count: 1 })
    await expect(listening).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
  })
})
