import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { Binario } from '@div/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { smtp } from './smtp.ts'
import type { SmtpConnection } from './smtp-connection.ts'
import { startSmtpTls } from './start-tls.ts'
import { type ServidorDeCorreo, startServidorDeCorreo } from './testing.ts'

let servidor: ServidorDeCorreo
let connection: SmtpConnection

beforeEach(async () => {
  servidor = await startServidorDeCorreo()
  connection = await open()
})
afterEach(async () => {
  await connection.close()
  servidor.close()
})

const open = (changes: object = {}) =>
  smtp.connect(
    smtp.config.parse({
      host: '127.0.0.1',
      puerto: servidor.puerto,
      seguridad: 'ninguna',
      usuario: 'ana',
      contrasena: 'secreta',
      remitente: 'Avisos <avisos@tienda.es>',
      ...changes,
    }),
    connectDeps(),
  )

function send(objeto: object, valores: Record<string, unknown> = {}) {
  const { correo } = smtp.objetos
  if (!correo) throw new Error('no correo')
  const operation = correo.prepare(correo.objeto.parse(objeto), Object.keys(valores), connectDeps())
  return operation.run(connection, valores, callContext())
}

test('a mail goes to everybody it names, with its parameters in it', async () => {
  const answer = await send(
    {
      para: ['Ana <ana@tienda.es>', '{otros}'],
      cco: ['jefe@tienda.es'],
      asunto: 'Pedido {numero}',
      texto: 'Va por {numero}.',
      html: '<p>{nombre}</p>',
    },
    { otros: ['eva@tienda.es', 'leo@tienda.es'], numero: 7, nombre: '<b>Ana & Eva</b>' },
  )
  const idMensaje = `<${createHash('sha256').update('ejecucion/n1/1').digest('hex').slice(0, 40)}@tienda.es>`
  expect(answer).toMatchObject({
    aceptados: ['ana@tienda.es', 'eva@tienda.es', 'leo@tienda.es', 'jefe@tienda.es'],
    rechazados: [],
    idMensaje,
  })
  const [{ de, texto } = { de: '', texto: '' }] = servidor.recibidos
  expect(de).toBe('avisos@tienda.es')
  expect(texto).toContain('Subject: Pedido 7')
  expect(texto).toContain('Va por 7.')
  expect(texto).toContain('<p>&lt;b&gt;Ana &amp; Eva&lt;/b&gt;</p>')
  expect(texto).not.toContain('jefe@')
})

test('files come in a parameter, and never from the disk', async () => {
  const adjuntos = [
    { nombre: 'nota.txt', contenido: '/etc/passwd' },
    { nombre: 'datos.bin', contenido: new Binario(Uint8Array.of(1, 2, 3)), tipo: 'application/octet-stream' },
  ]
  await send({ para: ['ana@tienda.es'], asunto: 'Van' }, { adjuntos })
  const texto = servidor.recibidos[0]?.texto ?? ''
  expect(texto).toContain('filename=nota.txt')
  expect(texto).toMatch(/\/etc\/passwd|L2V0Yy9wYXNzd2Q=/)
  expect(texto).toContain('AQID')
  await expect(
    send({ para: ['ana@tienda.es'] }, { adjuntos: [{ nombre: 'x', path: '/etc/passwd' }] }),
  ).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS', errores: [{ campo: 'adjuntos' }] })
})

test.each([
  ['no recipient', { asunto: 'Hola' }, {}, 'objeto.para'],
  ['a parameter that is not there', { para: ['ana@tienda.es'], asunto: '{x}' }, {}, 'objeto.asunto'],
  ['a parameter that is not used', { para: ['ana@tienda.es'] }, { x: 1 }, 'parametros'],
])('%s is refused when it is published', (_what, objeto, valores, campo) => {
  expect(() => send(objeto, valores)).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})

test.each(['ana@tienda.es, otra@tienda.es', 'ana@tienda.es\nBcc: otra@tienda.es', 'ana', ' '])(
  'a value cannot add somebody: %j',
  async (para) => {
    await expect(send({ para: ['{para}'] }, { para })).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS' })
    expect(servidor.recibidos).toEqual([])
  },
)

test('a subject stays one line', async () => {
  await send({ para: ['ana@tienda.es'], asunto: '{asunto}' }, { asunto: 'Hola\r\nBcc: otra@tienda.es' })
  expect(servidor.recibidos[0]).toMatchObject({ para: ['ana@tienda.es'] })
  expect(servidor.recibidos[0]?.texto).toMatch(/^Subject: Hola Bcc: otra@tienda\.es$/m)
})

test('a refusal is told in the words of the server, and the connection goes on', async () => {
  servidor.refuse.set('RCPT', '550 5.1.1 No existe')
  await expect(send({ para: ['nadie@tienda.es'] })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('no acepta el buzón'),
  })
  servidor.refuse.clear()
  await connection.ping(new AbortController().signal)
  await send({ para: ['ana@tienda.es'] })
  expect(servidor.recibidos).toHaveLength(1)
})

test('a wrong password is told', async () => {
  servidor.refuse.set('AUTH', '535 5.7.8 No')
  await expect(open()).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('el usuario o la contraseña no son correctos'),
  })
})

test('a connection that the server has closed is not used again', async () => {
  servidor.close()
  await expect.poll(() => connection.usable).toBe(false)
  await expect(send({ para: ['ana@tienda.es'] })).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
})

test('who asks for encryption where there is none sends nothing', async () => {
  await expect(open({ seguridad: 'starttls' })).rejects.toMatchObject({
    codigo: expect.stringMatching(/^SERVIDOR_/),
  })
  const socket = connect(servidor.puerto, '127.0.0.1')
  expect(await startSmtpTls(socket)).toBe(false)
  socket.destroy()
})
