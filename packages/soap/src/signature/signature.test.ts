import { LIMITS } from '@div/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEnvelope, writeEnvelope } from '../envelope/envelope.ts'
import { writeSecurity } from '../envelope/security.ts'
import { readTree } from '../xml/read-tree.ts'
import { signEnvelope } from './sign-envelope.ts'
import { type Identidad, makeIdentities, missingOpenssl } from './signing-testing.ts'
import { type Verified, verifySignature } from './verify-signature.ts'

const missing = missingOpenssl()
let nowMs = 0

function refuse(motivo: string, cause?: unknown): never {
  throw new Error(motivo, { cause })
}

function write(
  certificado: Identidad['certificado'],
  body = '<t:Pagar><t:total>10</t:total></t:Pagar>',
): string {
  return writeEnvelope({
    version: '1.1',
    declarations: ' xmlns:t="urn:t"',
    header: writeSecurity({ certificado, vigenciaMs: 60_000, nonce: Buffer.alloc(1), nowMs }),
    body,
  })
}

const sign = ({ certificado, clave }: Identidad, body?: string) =>
  signEnvelope(write(certificado, body), { clave })

async function verify(text: string, trusted: Identidad): Promise<Verified> {
  const root = readTree(text, { limits: LIMITS, refuse })
  const envelope = readEnvelope(root, refuse)
  if (!envelope) throw new Error('it is no envelope')
  const rules = { limits: LIMITS, trusted: [trusted.certificado], nowMs, refuse }
  return verifySignature(text, { root, envelope }, rules)
}

let autoridad: Identidad
let conocida: Identidad
let curva: Identidad
let ajena: Identidad

describe.skipIf(missing !== null)('a signed envelope', () => {
  beforeAll(() => {
    ;({ autoridad, conocida, curva, ajena } = makeIdentities())
    nowMs = Date.now()
  })

  test('is known by its certificate, or by who issued it', async () => {
    const text = await sign(conocida)
    for (const trusted of [conocida, autoridad]) {
      const { body, signer, timestamp } = await verify(text, trusted)
      expect(body.children[0]).toMatchObject({ local: 'Pagar', children: [{ local: 'total', text: '10' }] })
      expect(signer).toBe(conocida.certificado.fingerprint256)
      expect(timestamp.created).toBe(new Date(nowMs).toISOString())
    }
  })

  test('may be signed with a key of an elliptic curve', async () => {
    const text = await sign(curva)
    expect(text).toContain('xmldsig-more#ecdsa-sha256')
    const { body, signer } = await verify(text, autoridad)
    expect(body.children[0]?.local).toBe('Pagar')
    expect(signer).toBe(curva.certificado.fingerprint256)
    await expect(verify(text.replace('>10<', '>11<'), autoridad)).rejects.toThrow('no corresponde')
    // The same value under the name of another kind of key.
    const renamed = text.replace('#ecdsa-sha256', '#rsa-sha256')
    await expect(verify(renamed, autoridad)).rejects.toThrow('clase de clave')
    const shorter = text.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>AAAA')
    await expect(verify(shorter, autoridad)).rejects.toThrow('no corresponde')
    const zeros = `<ds:SignatureValue>${Buffer.alloc(64).toString('base64')}`
    await expect(verify(text.replace(/<ds:SignatureValue>[^<]*/, zeros), autoridad)).rejects.toThrow(
      'no corresponde',
    )
  })

  test('names its certificate as a whole where it does not refer to one', async () => {
    const whole = `<wsse:KeyIdentifier ValueType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3">${conocida.certificado.raw.toString('base64')}</wsse:KeyIdentifier>`
    const text = (await sign(conocida)).replace(/<wsse:Reference URI="#X509-1"[^>]*\/>/, whole)
    expect(text).toContain('KeyIdentifier')
    expect((await verify(text, autoridad)).signer).toBe(conocida.certificado.fingerprint256)
  })

  test('is the same however its empty elements are written', async () => {
    const text = (await sign(conocida)).replace(
      /<(ds:(?:SignatureMethod|DigestMethod|CanonicalizationMethod)) ([^>]*)\/>/g,
      '<$1 $2></$1>',
    )
    expect(text).toContain('</ds:SignatureMethod>')
    expect((await verify(text, conocida)).signer).toBe(conocida.certificado.fingerprint256)
  })

  test('keeps the prefixes that stand in its values', async () => {
    const typed = '<t:v xmlns:xsi="urn:x" xsi:type="t:Tipo">1</t:v>'
    const { body } = await verify(await sign(conocida, typed), conocida)
    expect(body.children[0]?.scope.outer?.own.t).toBe('urn:t')
  })

  test('of whom an authority vouches for is refused once the time of either is over', async () => {
    const text = await sign(conocida)
    const DAY_MS = 86_400_000
    const at = async (days: number, trusted: Identidad) => {
      nowMs += days * DAY_MS
      try {
        return (await verify(text, trusted)).signer
      } finally {
        nowMs -= days * DAY_MS
      }
    }
    expect(await at(1.5, conocida)).toBe(conocida.certificado.fingerprint256)
    await expect(at(1.5, autoridad)).rejects.toThrow('o el de su autoridad, está vencido')
    await expect(at(2.5, conocida)).rejects.toThrow('está vencido')
  })

  test('of somebody else is refused', async () => {
    await expect(verify(await sign(ajena), autoridad)).rejects.toThrow('no se confía')
    // With the certificate of one, and the key of the other.
    const forged = await signEnvelope(write(conocida.certificado), { clave: ajena.clave })
    await expect(verify(forged, conocida)).rejects.toThrow('no corresponde')
    await expect(verify(write(conocida.certificado), conocida)).rejects.toThrow('no está firmado')
  })

  const EVIL = '<soap:Body><t:Pagar><t:total>9999</t:total></t:Pagar></soap:Body>'
  const BODY = /<soap:Body[\s\S]*<\/soap:Body>/
  const SIGNATURE = /<ds:Signature [\s\S]*<\/ds:Signature>/
  const bodyOf = (text: string) => BODY.exec(text)?.[0] ?? ''
  const idOf = (text: string) => /<soap:Body[^>]*wsu:Id="([^"]+)"/.exec(text)?.[1] ?? ''

  test.each<[what: string, wrap: (text: string) => string, motivo: RegExp]>([
    ['a changed body', (text) => text.replace('>10<', '>11<'), /no corresponde/],
    ['a changed Timestamp', (text) => text.replace(/<wsu:Expires>\d/, '<wsu:Expires>9'), /no corresponde/],
    [
      'the signed body moved into a header',
      (text) =>
        text
          .replace('</soap:Header>', `<x>${bodyOf(text)}</x></soap:Header>`)
          .replace(/<soap:Body(?![\s\S]*<soap:Body)[\s\S]*<\/soap:Body>/, EVIL),
      /Body no está firmado/,
    ],
    [
      'the signed body moved to the end',
      (text) => text.replace(BODY, `${EVIL}<x>${bodyOf(text)}</x>`),
      /Body no está firmado/,
    ],
    [
      'another body with the same Id before it',
      (text) =>
        text.replace(
          '<soap:Body',
          `${EVIL.replace('<soap:Body', `<soap:Body xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="${idOf(text)}"`)}<soap:Body`,
        ),
      /más de un Body/,
    ],
    [
      'the same Id on another element, under another name',
      (text) => text.replace('</soap:Header>', `<x ID="${idOf(text)}"/></soap:Header>`),
      /no corresponde/,
    ],
    [
      'the signature in a header that is for somebody else',
      (text) => text.replace('<wsse:Security ', '<wsse:Security soap:actor="urn:otro" '),
      /no está firmado/,
    ],
    [
      'the signature in a second header, and a new one for us',
      (text) =>
        text
          .replace('<wsse:Security ', '<wsse:Security soap:actor="urn:otro" ')
          .replace(
            '<soap:Header>',
            `<soap:Header>${/<wsse:Security [^>]*>/.exec(text)?.[0]}</wsse:Security>`,
          ),
      /no está firmado/,
    ],
    ['two signatures', (text) => text.replace(SIGNATURE, (own) => own + own), /más de una firma/],
    [
      'a signature that does not name the body',
      (text) => text.replace(/<ds:Reference URI="#(?!TS)[\s\S]*?<\/ds:Reference>/, ''),
      /no corresponde/,
    ],
    [
      'a transform that is not listed',
      (text) =>
        text.replace(
          /<ds:Transform Algorithm="[^"]*"/,
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
        ),
      /REC-xslt/,
    ],
    [
      'a second transform',
      (text) =>
        text.replace(
          '<ds:Transforms>',
          '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
        ),
      /una sola transformación/,
    ],
    [
      'a weak digest',
      (text) =>
        text
          .replaceAll('xmlenc#sha256', 'xmldsig#sha1')
          .replaceAll('2001/04/xmldsig#sha1', '2000/09/xmldsig#sha1'),
      /sha1/,
    ],
    [
      'a shared secret in the place of a key',
      (text) => text.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
      /hmac-sha1/,
    ],
    [
      'an object within the signature',
      (text) => text.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
      /más de lo que se admite/,
    ],
    ['a document of its own', (text) => text.replace(/URI="#[^"]*"/, 'URI=""'), /por su Id/],
  ])('with %s is refused', async (_what, wrap, motivo) => {
    const text = await sign(conocida)
    const wrapped = wrap(text)
    expect(wrapped).not.toBe(text)
    await expect(verify(wrapped, conocida)).rejects.toThrow(motivo)
  })
})
