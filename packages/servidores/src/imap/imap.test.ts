import { Binario, LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { hasOpenssl } from '../testing-certificate.ts'
import { expectLeft, expectStartTls, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { imap } from './imap.ts'
import type { ImapConnection } from './imap-connection.ts'
import { startImapTls } from './start-tls.ts'
import { fillMailbox, hasDovecot, startDovecot, type TestMailbox } from './testing.ts'

const open = (config: object, deps = connectDeps()) => imap.connect(imap.config.parse(config), deps)

const prepare = preparerOf(imap.objetos)

/** What becomes of a search, as the tests look at it. */
interface Encontrados {
  mensajes: { uid: number; asunto: string }[]
}

const MENSAJES = [
  { from: 'Ana Ruiz <ana@ejemplo.es>', subject: 'Pedido 7 – año', text: 'Va el pedido ñ', html: '<p>Va</p>' },
  {
    from: 'luis@ejemplo.es',
    subject: 'Factura',
    text: 'Adjunta',
    attachments: [{ filename: 'factura ñ.bin', content: Buffer.of(0, 255, 13, 10) }],
  },
  { from: 'eva@ejemplo.es', subject: 'Grande', text: 'x'.repeat(300_000) },
]

describe.skipIf(!hasDovecot)('with Dovecot', () => {
  let server: TestMailbox
  let connection: ImapConnection
  const call = (tipoObjeto: string, objeto: object, valores: Record<string, unknown> = {}, on = connection) =>
    prepare(tipoObjeto, objeto, Object.keys(valores)).run(on, valores, callContext())
  const find = async (objeto: object, valores: Record<string, unknown> = {}) =>
    (await call('busqueda', objeto, valores)) as Encontrados
  const uidOf = async (asunto: string) => (await find({ asunto: '{asunto}' }, { asunto })).mensajes[0]?.uid

  beforeAll(async () => {
    server = await startDovecot()
    await fillMailbox(server, { mensajes: MENSAJES, carpetas: ['Hecho'] })
    connection = await open(server.config)
  })
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })

  test.each([
    [{ asunto: '{x}' }, 'año', ['Pedido 7 – año']],
    [{ de: '{x}' }, 'luis@', ['Factura']],
    [{ texto: '{x}' }, 'pedido ñ', ['Pedido 7 – año']],
    [{ leidos: 'si', asunto: '{x}' }, '', []],
    [{ desde: '{x}' }, '2001-01-01', ['Grande', 'Factura', 'Pedido 7 – año']],
    [{ hasta: '{x}' }, '2001-01-01', []],
    // What would be another criterion of the protocol is looked for as it is.
    [{ asunto: '{x}' }, '" UNSEEN SUBJECT "', []],
  ])('a search for %j with %j finds %j, the newest first', async (objeto, x, asuntos) => {
    const { mensajes } = await find(objeto, { x })
    expect(mensajes.map(({ asunto }) => asunto)).toEqual(asuntos)
  })

  test('that there are more than were asked for is told', async () => {
    expect(await find({ maximo: 1 })).toMatchObject({
      mensajes: [{ asunto: 'Grande' }],
      total: 1,
      hayMas: true,
    })
    expect(await find({})).toMatchObject({ total: 3, hayMas: false })
  })

  test('a message is read with its text, its HTML and its files, and is not marked', async () => {
    const uid = await uidOf('Pedido')
    expect(await call('mensaje', {}, { uid })).toMatchObject({
      uid,
      asunto: 'Pedido 7 – año',
      de: [{ nombre: 'Ana Ruiz', direccion: 'ana@ejemplo.es' }],
      para: [{ nombre: '', direccion: 'buzon@ejemplo.es' }],
      texto: expect.stringContaining('Va el pedido ñ'),
      html: '<p>Va</p>',
      adjuntos: [],
    })
    const factura = await uidOf('Factura')
    const adjunto = { nombre: 'factura ñ.bin', tipo: 'application/octet-stream' }
    expect(await call('mensaje', {}, { uid: factura })).toMatchObject({
      html: null,
      adjuntos: [{ ...adjunto, contenido: new Binario(Buffer.of(0, 255, 13, 10)) }],
    })
    expect(await call('mensaje', { adjuntos: false }, { uid: factura })).toMatchObject({
      adjuntos: [{ ...adjunto, contenido: null }],
    })
    expect(await find({ leidos: 'si' })).toMatchObject({ total: 0 })
  })

  test('messages are marked, moved and removed, as many as are there', async () => {
    const uids = (await find({})).mensajes.map(({ uid }) => uid)
    const change = (operacion: string, objeto: object, uid: unknown) =>
      call('mensaje', { operacion, ...objeto }, { uid })
    expect(await change('marcarLeido', {}, uids)).toEqual({ afectados: 3 })
    expect(await change('marcarNoLeido', {}, uids.slice(1))).toEqual({ afectados: 2 })
    expect(await find({ leidos: 'si' })).toMatchObject({ total: 1 })
    const uid = await uidOf('Factura')
    expect(await change('destacar', {}, uid)).toEqual({ afectados: 1 })
    expect(await change('mover', { destino: 'Hecho' }, uid)).toEqual({ afectados: 1 })
    expect(await change('mover', { destino: 'Hecho' }, uid)).toEqual({ afectados: 0 })
    const moved = await find({ carpeta: 'Hecho' })
    expect(moved).toMatchObject({ mensajes: [{ asunto: 'Factura', destacado: true }] })
    expect(await change('eliminar', { carpeta: 'Hecho' }, moved.mensajes[0]?.uid)).toEqual({ afectados: 1 })
    expect(await find({ carpeta: 'Hecho' })).toMatchObject({ total: 0 })
  })

  test('what is not there is told, and the connection goes on', async () => {
    await expect(call('busqueda', { carpeta: 'Nada' })).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
    await expect(call('mensaje', {}, { uid: 9_999 })).rejects.toThrow('no hay un mensaje 9999')
    await expect(
      call('mensaje', { operacion: 'mover', destino: 'Nada' }, { uid: await uidOf('Pedido') }),
    ).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
    expect(connection.usable).toBe(true)
    expect(await find({})).toMatchObject({ total: 2 })
  })

  test('a message beyond the limit is refused before it is taken', async () => {
    const narrow = await open(server.config, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100_000 } }))
    await expect(call('mensaje', {}, { uid: await uidOf('Grande') }, narrow)).rejects.toMatchObject({
      codigo: 'RESPUESTA_DEMASIADO_GRANDE',
    })
    expect(narrow.usable).toBe(true)
    await narrow.close()
  })

  test('folders are found by a part of their name', async () => {
    const signal = AbortSignal.timeout(60_000)
    expect(await connection.listCarpetas({ q: 'hech', limite: 10 }, signal)).toEqual([
      { nombre: 'Hecho', tipoObjeto: 'busqueda', clase: 'carpeta' },
    ])
    await connection.ping(signal)
  })

  test.each([
    [{ contrasena: 'mala' }, 'el usuario o la contraseña no son correctos'],
    [{ seguridad: 'starttls' }, 'no ofrece STARTTLS'],
  ])('who may not come in with %j is told why', async (changes, motivo) => {
    await expect(open({ ...server.config, ...changes })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
    })
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: { host: '127.0.0.1', puerto: server.config.puerto },
      open: (config) => open({ ...server.config, ...config }),
      operation: prepare('busqueda', {}, []),
    }))

  test.skipIf(!hasOpenssl)('with STARTTLS the certificate is of the name, whatever the address', () =>
    expectStartTls({
      start: startDovecot,
      open,
      expectWorks: async (through) =>
        expect(await call('busqueda', {}, {}, through)).toMatchObject({ total: 0 }),
      startTls: startImapTls,
      clearPuerto: server.config.puerto,
    }),
  )
})

test('where nobody listens, that is said', async () => {
  const config = { host: '127.0.0.1', puerto: 1, usuario: 'ana', contrasena: 'x' }
  await expect(open(config)).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['busqueda', { asunto: '{x}' }, [], 'objeto.asunto'],
  ['busqueda', {}, ['x'], 'parametros'],
  ['mensaje', {}, [], 'objeto.uid'],
  ['mensaje', { operacion: 'mover' }, ['uid'], 'objeto.destino'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})
