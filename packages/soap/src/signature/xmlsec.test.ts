import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvelope, writeEnvelope } from '../envelope/envelope.ts'
import { writeSecurity } from '../envelope/security.ts'
import { readTree } from '../xml/read-tree.ts'
import { signEnvelope } from './sign-envelope.ts'
import { type Identidad, makeIdentities, missingOpenssl } from './signing-testing.ts'
import { verifySignature } from './verify-signature.ts'

/** A signer and verifier that is not ours (Debian: xmlsec1). */
const isMissing = spawnSync('xmlsec1', ['--version']).status !== 0 || missingOpenssl() !== null
const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const IDS = [
  '--id-attr:Id',
  'http://schemas.xmlsoap.org/soap/envelope/:Body',
  '--id-attr:Id',
  `${UTILITY}:Timestamp`,
]

function refuse(motivo: string): never {
  throw new Error(motivo)
}

describe.skipIf(isMissing)('xmlsec1 (needs it, and openssl)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'div-xmlsec-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  let conocida: Identidad
  let text: string
  beforeAll(async () => {
    ;({ conocida } = makeIdentities())
    const { certificado, clave } = conocida
    const header = writeSecurity({
      certificado,
      vigenciaMs: 60_000,
      nonce: Buffer.alloc(1),
      nowMs: Date.now(),
    })
    const body = '<t:Pagar><t:a>ñandú &amp; más</t:a><t:b x="1" a="2"/></t:Pagar>'
    const declarations = ' xmlns:t="urn:t" xmlns:otro="urn:o"'
    text = await signEnvelope(writeEnvelope({ version: '1.1', declarations, header, body }), { clave })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('verifies what is signed here', () => {
    const certificate = file('cert.pem', conocida.pem.certificado)
    const verify = (message: string) =>
      spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', certificate, ...IDS, file('m.xml', message)])
        .status
    expect([verify(text), verify(text.replace('ñandú', 'otro'))]).toEqual([0, 1])
  })

  test('signs what is verified here', async () => {
    // The same message, whose digests and whose value it makes anew.
    const template = text.replaceAll(/(<ds:(DigestValue|SignatureValue)>)[^<]*/g, '$1')
    const key = file('key.pem', conocida.pem.clave)
    const signed = execFileSync(
      'xmlsec1',
      ['--sign', '--privkey-pem', key, ...IDS, file('t.xml', template)],
      {
        encoding: 'utf8',
      },
    )
    const root = readTree(signed, { limits: LIMITS, refuse })
    const envelope = readEnvelope(root, refuse)
    if (!envelope) throw new Error('it is no envelope')
    const rules = { limits: LIMITS, trusted: [conocida.certificado], nowMs: Date.now(), refuse }
    const { body } = await verifySignature(signed, { root, envelope }, rules)
    expect(body.children[0]?.children[0]?.text).toBe('ñandú & más')
  })
})
