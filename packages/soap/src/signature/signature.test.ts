import { LIMITS } from '@div/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEnvelope, writeEnvelope } from '../envelope/envelope.ts'
import { writeSecurity } from '../envelope/security.ts'
import { readTree } from '../xml/read-tree.ts'
import { signEnvelope } from './sign-envelope.ts'
import { type Identidad, makeIdentities, missingOpenssl } from './signing-testing.ts'
import { type Verified, verifySignature } from './verify-signature.ts'
import { listWrappings } from './wrapping-testing.ts'

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

  test.each(listWrappings({ evil: '<t:Pagar><t:total>9999</t:total></t:Pagar>', changed: ['>10<', '>11<'] }))(
    'with %s is refused',
    async (_what, wrap, motivo) => {
      const text = await sign(conocida)
      const wrapped = wrap(text)
      expect(wrapped).not.toBe(text)
      await expect(verify(wrapped, conocida)).rejects.toThrow(motivo)
    },
  )
})
