import { expect, test } from 'vitest'
import { Attachments } from './attachments.ts'
import { readMultipart } from './multipart.ts'

function refuse(motivo: string): never {
  throw new Error(motivo)
}

test.each(['1.1', '1.2'] as const)('a message of SOAP %s is read as it was packed', (version) => {
  const attachments = new Attachments()
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45])
  expect(attachments.attach(bytes)).toContain('href="cid:parte-1@div"')
  const { contentType, payload } = attachments.pack('<a/>', version) ?? refuse('nothing is beside it')
  const { root, parts } = readMultipart(payload, contentType, { refuse })
  expect([root.toString(), parts.get('parte-1@div')]).toEqual(['<a/>', bytes])
  expect(contentType).toContain(version === '1.1' ? 'start-info="text/xml"' : 'application/soap+xml')
})

test('a message without parts stays an envelope', () => {
  expect(new Attachments().pack('<a/>', '1.1')).toBeNull()
})
