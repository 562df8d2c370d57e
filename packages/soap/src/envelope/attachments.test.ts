import { expect, test } from 'vitest'
import { Attachments } from './attachments.ts'
import { namedPart, readMultipart } from './multipart.ts'

function refuse(motivo: string): never {
  throw new Error(motivo)
}

const BYTES = Buffer.from([0, 255, 13, 10, 45, 45])

test.each(['1.1', '1.2'] as const)('a message of SOAP %s is read as it was packed', (version) => {
  const attachments = new Attachments({ mtom: true })
  expect(attachments.include?.(BYTES)).toContain('href="cid:parte-1@div"')
  const { contentType, payload } = attachments.pack('<a/>', version) ?? refuse('nothing is beside it')
  const { root, parts } = readMultipart(payload, contentType, { refuse })
  expect([root.toString(), parts.get('parte-1@div')]).toEqual(['<a/>', BYTES])
  expect(contentType).toContain(version === '1.1' ? 'start-info="text/xml"' : 'application/soap+xml')
})

test('what nothing includes is SOAP with Attachments, byte for byte', () => {
  const attachments = new Attachments({ mtom: false })
  expect(attachments.include).toBeUndefined()
  expect(attachments.refer(Buffer.from('hola'))).toBe('cid:parte-1@div')
  attachments.addNamed('foto ñ', BYTES, 'image/png')
  const { contentType, payload } = attachments.pack('<a/>', '1.1') ?? refuse('nothing is beside it')
  const boundary = /boundary="(.+)"$/.exec(contentType)?.[1] ?? ''
  expect(contentType).toBe(`multipart/related; type="text/xml"; start="<sobre@div>"; boundary="${boundary}"`)
  const { parts } = readMultipart(payload, contentType, { refuse })
  const named = [...parts.keys()].at(-1) ?? ''
  expect(named).toMatch(/^foto%20%C3%B1=[\da-f-]{36}@div$/)
  const head = (type: string, id: string) =>
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`
  expect(payload.toString('latin1')).toBe(
    `${head('text/xml; charset=UTF-8', 'sobre@div')}<a/>` +
      `${head('application/octet-stream', 'parte-1@div')}hola` +
      `${head('image/png', named)}${BYTES.toString('latin1')}\r\n--${boundary}--\r\n`,
  )
  expect(namedPart(parts, 'foto ñ')).toEqual(BYTES)
  expect(namedPart(parts, 'foto')).toBeUndefined()
})

test('a message without parts stays an envelope', () => {
  expect(new Attachments({ mtom: true }).pack('<a/>', '1.1')).toBeNull()
})
