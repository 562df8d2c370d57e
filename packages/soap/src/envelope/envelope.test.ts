import { describe, expect, test } from 'vitest'
import { ENVELOPE } from '../xml/namespaces.ts'
import { readTree, type XmlNode } from '../xml/read-tree.ts'
import { readAddressing, writeAddressing } from './addressing.ts'
import {
  type Envelope,
  isBody,
  listNotUnderstood,
  readEnvelope,
  writeEnvelope,
  writeNotUnderstood,
  writeUpgrade,
} from './envelope.ts'
import { readFault, writeFault } from './fault.ts'
import { checkTimes, matchesDigest, readSecurity, writeSecurity } from './security.ts'

function refuse(motivo: string): never {
  throw new Error(motivo)
}

const parse = (text: string): XmlNode =>
  readTree(text, { limits: { profundidad: 20, atributosXml: 20 }, refuse })

function open(text: string): Envelope {
  const envelope = readEnvelope(parse(text), refuse)
  if (!envelope) throw new Error('it is no envelope')
  return envelope
}

describe.each(['1.1', '1.2'] as const)('an envelope of SOAP %s', (version) => {
  test('is read as it was written', () => {
    const { headers, body, ...read } = open(writeEnvelope({ version, header: '<h/>', body: '<a><b/></a>' }))
    expect(read).toEqual({ version })
    expect([headers, body.children].map(([first]) => first?.local)).toEqual(['h', 'a'])
  })

  test('tells its fault as it was told', () => {
    const fault = writeFault({ version, code: 'Client', reason: 'No & no', detail: '<x>1</x>' })
    const { detail, ...read } = readFault(version, open(writeEnvelope({ version, body: fault })).body) ?? {}
    expect(read).toEqual({
      code: version === '1.1' ? 'Client' : 'Sender',
      subcodes: [],
      reason: 'No & no',
      actor: null,
    })
    expect(detail?.children[0]?.text).toBe('1')
    expect(readFault(version, open(writeEnvelope({ version, body: '<a/>' })).body)).toBeNull()
  })

  test('names headers that it asks to be understood, unless they are for somebody else', () => {
    const role = version === '1.1' ? 'actor' : 'role'
    const header =
      '<a xmlns="urn:a" soap:mustUnderstand="1"/><b xmlns="urn:b" soap:mustUnderstand="true"/>' +
      `<c xmlns="urn:c" soap:mustUnderstand="1" soap:${role}="urn:otro"/><d xmlns="urn:d"/>`
    const envelope = open(writeEnvelope({ version, header, body: '' }))
    expect(listNotUnderstood(envelope, new Set(['urn:a'])).map(({ local }) => local)).toEqual(['b'])
  })
})

test('a fault of 1.2 has subcodes, and reasons in several languages', () => {
  const body = parse(
    `<s:Body xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:m="urn:m"><s:Fault>
      <s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>m:Saldo</s:Value>
        <s:Subcode><s:Value>m:Bloqueado</s:Value></s:Subcode></s:Subcode></s:Code>
      <s:Reason><s:Text xml:lang="en">No</s:Text><s:Text xml:lang="es">No hay saldo</s:Text></s:Reason>
      <s:Node>urn:nodo</s:Node></s:Fault></s:Body>`,
  )
  expect(readFault('1.2', body)).toEqual({
    code: 'Sender',
    subcodes: ['Saldo', 'Bloqueado'],
    reason: 'No hay saldo',
    actor: 'urn:nodo',
    detail: null,
  })
})

test('what is no envelope, and an envelope without a body', () => {
  expect(readEnvelope(parse('<Envelope xmlns="urn:x"/>'), refuse)).toBeNull()
  expect(() => open('<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"/>')).toThrow('Body')
})

test.each([
  ['a second Body', '<e:Body/><e:Body/>', 'más de un Body'],
  ['a second Header', '<e:Header/><e:Header/><e:Body/>', 'más de un Header'],
  ['a Header on each side of the Body', '<e:Header/><e:Body/><e:Header/>', 'más de un Header'],
  ['its Header after its Body', '<e:Body/><e:Header/>', 'después de su Body'],
])('an envelope with %s is refused', (_name, content, motivo) => {
  for (const uri of Object.values(ENVELOPE))
    expect(() => open(`<e:Envelope xmlns:e="${uri}">${content}</e:Envelope>`)).toThrow(motivo)
})

test('what is called Body or Header in another namespace is another thing', () => {
  const others = '<x/><e:Header/><Header/><e:Body/><Body/><Header/>'
  expect(open(`<e:Envelope xmlns:e="${ENVELOPE['1.1']}">${others}</e:Envelope>`).headers).toEqual([])
})

test('an answer says to which message it is one', () => {
  const addressing = {
    uri: 'http://www.w3.org/2005/08/addressing',
    action: 'a',
    messageId: 'urn:1',
    relatesTo: null,
    elsewhere: null,
  }
  const header = writeAddressing(addressing, { action: 'aResponse', messageId: 'urn:2' })
  const { headers } = open(writeEnvelope({ version: '1.2', header, body: '' }))
  expect(readAddressing(headers)).toEqual({
    ...addressing,
    action: 'aResponse',
    messageId: 'urn:2',
    relatesTo: 'urn:1',
  })
  expect(headers.find(({ local }) => local === 'RelatesTo')?.text).toBe('urn:1')
})

describe('a UsernameToken', () => {
  const nowMs = Date.parse('2026-11-22T10:00:00Z')
  const nonce = Buffer.from('0123456789abcdef')
  const written = (tipo: 'texto' | 'digest') => {
    const usuario = { usuario: 'ana', contrasena: 'ñ&1', tipo }
    const header = writeSecurity({ usuario, vigenciaMs: 60_000, nonce, nowMs })
    return readSecurity(open(writeEnvelope({ version: '1.1', header, body: '' })), refuse)
  }

  test('is read as it was written, in text and as a digest', () => {
    expect(written('texto')).toEqual({
      others: [],
      token: { usuario: 'ana', contrasena: 'ñ&1', digest: null },
      timestamp: { created: '2026-11-22T10:00:00.000Z', expires: '2026-11-22T10:01:00.000Z' },
    })
    const digest = written('digest')?.token?.digest
    if (!digest) throw new Error('it has a digest')
    expect([matchesDigest(digest, 'ñ&1'), matchesDigest(digest, 'otra')]).toEqual([true, false])
  })

  test.each([
    [{ created: null, expires: null }, null],
    [{ created: '2026-11-22T10:00:00Z', expires: '2026-11-22T10:05:00Z' }, null],
    // Clocks differ.
    [{ created: '2026-11-22T10:04:00Z', expires: null }, null],
    [{ created: '2026-11-22T10:06:00Z', expires: null }, 'está fechado en el futuro'],
    [{ created: '2026-11-22T09:50:00Z', expires: '2026-11-22T09:56:00Z' }, null],
    [{ created: '2026-11-22T09:51:00Z', expires: '2026-11-22T09:54:00Z' }, 'está vencido'],
    // However long it says that it counts.
    [{ created: '2026-11-22T09:00:00Z', expires: '2027-01-01T00:00:00Z' }, 'está vencido'],
    [{ created: 'ayer', expires: null }, 'sus fechas no se entienden'],
  ])('with the times %o', (times, motivo) => {
    expect(checkTimes(times, nowMs)).toBe(motivo)
  })

  test('is refused where it does not say all that it needs', () => {
    const token = (content: string) => headerOf(`<w:UsernameToken>${content}</w:UsernameToken>`)
    expect(() => readSecurity(token('<w:Username>a</w:Username>'), refuse)).toThrow('Password')
    const digest =
      '<w:Username>a</w:Username><w:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">x</w:Password>'
    expect(() => readSecurity(token(digest), refuse)).toThrow('Nonce')
  })

  test('is read from the header that is for us, of which there is one', () => {
    const one = '<w:UsernameToken><w:Username>a</w:Username><w:Password>b</w:Password></w:UsernameToken>'
    const other = '<w:Security soap:actor="urn:proxy"><w:UsernameToken/></w:Security>'
    expect(readSecurity(headerOf(one, { before: other }), refuse)?.token?.usuario).toBe('a')
    expect(() => readSecurity(headerOf(one, { before: '<w:Security/>' }), refuse)).toThrow('más de una')
    expect(() => readSecurity(headerOf(one + one), refuse)).toThrow('más de un UsernameToken')
    // Of another namespace it is another thing.
    expect(readSecurity(headerOf('<UsernameToken xmlns="urn:x"/>'), refuse)?.token).toBeNull()
  })

  test('beside what nobody here reads is told of it where all must be understood', () => {
    const cifrado = '<x:EncryptedKey xmlns:x="http://www.w3.org/2001/04/xmlenc#"/>'
    expect(readSecurity(headerOf(cifrado), refuse)?.others).toEqual([])
    const must = headerOf(cifrado, { attributes: 'soap:mustUnderstand="1"' })
    expect(readSecurity(must, refuse)?.others.map(({ local }) => local)).toEqual(['EncryptedKey'])
  })
})

function headerOf(content: string, { before = '', attributes = '' } = {}): Envelope {
  const declarations =
    ' xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"'
  const header = `${before}<w:Security ${attributes}>${content}</w:Security>`
  return open(writeEnvelope({ version: '1.1', declarations, header, body: '' }))
}

test.each([
  ['1.1', '<faultcode xmlns:q="urn:a">q:Inner</faultcode>'],
  [
    '1.2',
    'q:Outer</soap:Value><soap:Subcode><soap:Value xmlns:q="urn:a">q:Inner</soap:Value></soap:Subcode>',
  ],
] as const)('a fault of SOAP %s is called what a standard calls it', (version, written) => {
  const subcodes = [
    { uri: 'urn:a', local: 'Outer' },
    { uri: 'urn:a', local: 'Inner' },
  ]
  const fault = writeFault({ version, code: 'Client', reason: 'No', subcodes })
  expect(fault).toContain(written)
  const read = readFault(version, open(writeEnvelope({ version, body: fault })).body)
  expect([read?.code, read?.subcodes]).toEqual(
    version === '1.1' ? ['Inner', []] : ['Sender', ['Outer', 'Inner']],
  )
})

test('an answer names the headers that were not understood, and the versions that would be', () => {
  const header = writeNotUnderstood([{ uri: 'urn:a&b', local: 'h' }]) + writeUpgrade()
  const { headers } = open(writeEnvelope({ version: '1.2', header, body: '' }))
  expect(headers.map(({ local, attributes }) => [local, attributes.get('qname')])).toEqual([
    ['NotUnderstood', 'q:h'],
    ['Upgrade', undefined],
  ])
  expect(headers[1]?.children).toHaveLength(2)
})

test('an answer is wanted elsewhere by a ReplyTo or a FaultTo that is not anonymous', () => {
  const wsa = 'http://www.w3.org/2005/08/addressing'
  const to = (header: string, address: string) =>
    readAddressing(
      parse(`<h xmlns:a="${wsa}"><a:${header}><a:Address>${address}</a:Address></a:${header}></h>`).children,
    )?.elsewhere
  expect(to('ReplyTo', `${wsa}/anonymous`)).toBeNull()
  expect(to('ReplyTo', `${wsa}/none`)).toBe('ReplyTo')
  expect(to('FaultTo', 'http://otro')).toBe('FaultTo')
})

test('the headers can be read without the body', () => {
  const text = writeEnvelope({ version: '1.1', header: '<h>1</h>', body: '<a></b>' })
  const root = readTree(text, { limits: { profundidad: 9, atributosXml: 9 }, refuse, stopsAt: isBody })
  expect(readEnvelope(root, refuse)).toMatchObject({
    headers: [{ local: 'h', text: '1' }],
    body: { children: [] },
  })
})
