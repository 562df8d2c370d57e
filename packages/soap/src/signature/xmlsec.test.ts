import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvelope, writeEnvelope } from '../envelope/envelope.ts'
import { writeSecurity } from '../envelope/security.ts'
import { readTree, type XmlNode } from '../xml/read-tree.ts'
import { signEnvelope } from './sign-envelope.ts'
import { makeIdentities, missingOpenssl } from './signing-testing.ts'
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

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const QUIENES = ['conocida', 'curva'] as const
type Quien = (typeof QUIENES)[number]

function refuse(motivo: string): never {
  throw new Error(motivo)
}

describe.skipIf(isMissing)('xmlsec1 (needs it, and openssl)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'div-xmlsec-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const texts = new Map<Quien, string>()
  let identidades: ReturnType<typeof makeIdentities>
  beforeAll(async () => {
    identidades = makeIdentities()
    for (const quien of QUIENES) {
      const { certificado, clave } = identidades[quien]
      const header = writeSecurity({
        certificado,
        vigenciaMs: 60_000,
        nonce: Buffer.alloc(1),
        nowMs: Date.now(),
      })
      const body = '<t:Pagar><t:a>ñandú &amp; más</t:a><t:b x="1" a="2"/></t:Pagar>'
      const declarations = ' xmlns:t="urn:t" xmlns:otro="urn:o"'
      const written = writeEnvelope({ version: '1.1', declarations, header, body })
      texts.set(quien, await signEnvelope(written, { clave }))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const textOf = (quien: Quien) => texts.get(quien) ?? ''

  /** The same message, whose digests and whose value it makes anew. */
  function signAnew(quien: Quien, change = (template: string) => template): string {
    const template = change(textOf(quien).replaceAll(/(<ds:(DigestValue|SignatureValue)>)[^<]*/g, '$1'))
    const key = file('key.pem', identidades[quien].pem.clave)
    const signing = ['--sign', '--privkey-pem', key, ...IDS, file('t.xml', template)]
    return execFileSync('xmlsec1', signing, { encoding: 'utf8' })
  }

  async function verifyHere(quien: Quien, signed: string): Promise<XmlNode> {
    const root = readTree(signed, { limits: LIMITS, refuse })
    const envelope = readEnvelope(root, refuse)
    if (!envelope) throw new Error('it is no envelope')
    const trusted = [identidades[quien].certificado]
    const rules = { limits: LIMITS, trusted, nowMs: Date.now(), refuse }
    return (await verifySignature(signed, { root, envelope }, rules)).body
  }

  test.each(QUIENES)('verifies what is signed here with the key of %s', (quien) => {
    const certificate = file('cert.pem', identidades[quien].pem.certificado)
    const verify = (message: string) =>
      spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', certificate, ...IDS, file('m.xml', message)])
        .status
    const text = textOf(quien)
    expect([verify(text), verify(text.replace('ñandú', 'otro'))]).toEqual([0, 1])
  })

  test.each(QUIENES)('signs what is verified here with the key of %s', async (quien) => {
    const body = await verifyHere(quien, signAnew(quien))
    expect(body.children[0]?.children[0]?.text).toBe('ñandú & más')
  })

  test('signs with lists of prefixes, as CXF and WSS4J write them', async () => {
    const listed = (prefixes: string) =>
      `><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${prefixes}"/></ds:`
    const signed = signAnew('conocida', (template) =>
      template
        .replace(/<InclusiveNamespaces[^>]*\/>/g, '')
        .replace(
          /(<ds:CanonicalizationMethod [^>]*?)\/?>(?:<\/ds:CanonicalizationMethod>)?/,
          `$1${listed('otro soap t')}CanonicalizationMethod>`,
        )
        .replaceAll(
          /(<ds:Transform [^>]*?)\/?>(?:<\/ds:Transform>)?/g,
          `$1${listed('otro wsse soap')}Transform>`,
        ),
    )
    expect(signed.match(/PrefixList="otro/g)).toHaveLength(3)
    const body = await verifyHere('conocida', signed)
    expect(body.children[0]?.children[0]?.text).toBe('ñandú & más')
    // A prefix of the list that means something else is something else that was signed.
    const moved = signed.replace('xmlns:otro="urn:o"', 'xmlns:otro="urn:p"')
    await expect(verifyHere('conocida', moved)).rejects.toThrow('no corresponde')
  })
})
