import { execFileSync } from 'node:child_process'
import { createConnection } from 'node:net'
import { Binario } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { hasOpenssl } from '../testing-certificate.ts'
import { preparerOf } from '../testing-connection.ts'
import { smtp } from './smtp.ts'
import { startSmtpTls } from './start-tls.ts'
import { hasPostfix, startPostfix, type TestPostfix } from './testing-postfix.ts'

const PATIENCE = { timeout: 60_000 }
const prepare = preparerOf(smtp.objetos)

/** As a library of another language reads it. */
const READ_MAIL = `
import base64, email, json, sys
from email import policy
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=policy.default)
print(json.dumps({
    "asunto": mail["subject"], "de": mail["from"], "para": mail["to"],
    "texto": mail.get_body(("plain",)).get_content().replace("\\r\\n", "\\n").strip(),
    "archivos": {each.get_filename(): base64.b64encode(each.get_payload(decode=True)).decode() for each in mail.iter_attachments()},
}))`

function readMail(mail: string): unknown {
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', READ_MAIL], { input: mail, encoding: 'utf8' }))
}

describe.skipIf(!hasPostfix || !hasOpenssl)('as root: with Postfix', { timeout: 120_000 }, () => {
  let server: TestPostfix
  beforeAll(async () => {
    server = await startPostfix()
  })
  afterAll(() => server.stop())

  async function send(objeto: object, valores: Record<string, unknown> = {}, changes: object = {}) {
    const deps = connectDeps()
    const red = { ...deps.red, resolve: async () => ({ address: '127.0.0.1', family: 4 as const }) }
    const config = smtp.config.parse({ ...server.config, ...changes })
    const connection = await smtp.connect(config, connectDeps({ red }))
    try {
      return await prepare('correo', objeto, Object.keys(valores)).run(connection, valores, callContext())
    } finally {
      await connection.close()
    }
  }

  test('a mail with accents and files is delivered as it was sent, to everybody it names', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256))
    const answer = await send(
      {
        para: ['Ana Núñez <ana@tienda.es>'],
        cco: ['eva@tienda.es'],
        asunto: 'Pedido nº {numero} del año',
        texto: '.Empieza con un punto\nAñadió {numero} piñas — 5 €',
      },
      { numero: 7, adjuntos: [{ nombre: 'piña.bin', contenido: new Binario(bytes) }] },
    )
    expect(answer).toMatchObject({ aceptados: ['ana@tienda.es', 'eva@tienda.es'], rechazados: [] })
    for (const quien of ['ana', 'eva'] as const)
      await expect.poll(async () => (await server.readBuzon(quien)).length, PATIENCE).toBe(1)
    const [mail = ''] = await server.readBuzon('ana')
    expect(mail).toContain('by correo.tienda.es (Postfix)')
    expect(mail).not.toContain('eva@')
    expect(readMail(mail)).toEqual({
      asunto: 'Pedido nº 7 del año',
      de: 'Avisos de año <avisos@tienda.es>',
      para: 'Ana Núñez <ana@tienda.es>',
      texto: '.Empieza con un punto\nAñadió 7 piñas — 5 €',
      archivos: { 'piña.bin': bytes.toString('base64') },
    })
  })

  test('is sent over TLS after the greeting, to the name of the certificate only', async () => {
    const before = (await server.readBuzon('ana')).length
    const seguro = { seguridad: 'starttls', host: 'localhost' }
    await send({ para: ['ana@tienda.es'], asunto: 'Cifrado' }, {}, seguro)
    await expect.poll(async () => (await server.readBuzon('ana')).length, PATIENCE).toBe(before + 1)
    const mails = await server.readBuzon('ana')
    expect(mails.find((mail) => mail.includes('Subject: Cifrado'))).toContain('with ESMTPS')
    await expect(
      send({ para: ['ana@tienda.es'] }, {}, { ...seguro, host: 'otro.ejemplo' }),
    ).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    const socket = createConnection(server.config.puerto, '127.0.0.1')
    expect(await startSmtpTls(socket)).toBe(true)
    socket.destroy()
  })

  test.each([
    ['a box that is not there', { para: ['nadie@tienda.es'] }, 'no acepta el buzón'],
    ['a mail for somebody else', { para: ['ana@otra.es'] }, 'rechazó el correo'],
    ['a mail beyond its size', { para: ['ana@tienda.es'], texto: 'x'.repeat(990_000) }, 'demasiado grande'],
  ])('%s is refused in its words', async (_what, objeto, motivo) => {
    const adjuntos = [{ nombre: 'relleno.txt', contenido: 'x'.repeat(500_000) }]
    const valores = 'texto' in objeto ? { adjuntos } : {}
    await expect(send(objeto, valores)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
    })
  })
})
