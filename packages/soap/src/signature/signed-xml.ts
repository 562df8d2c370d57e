import {
  type BinaryLike,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyLike,
  KeyObject,
} from 'node:crypto'
import type { SignedXml } from 'xml-crypto'
import { SIGNATURES } from './algorithms.ts'

type Options = NonNullable<ConstructorParameters<typeof SignedXml>[0]>

/** A signature to make or to verify: by the algorithms of `SIGNATURES` alone, and those of elliptic curves, which the library has not. */
export async function openSignedXml(options: Options): Promise<SignedXml> {
  // Only canales and servidores that sign need it.
  const { SignedXml: Opened } = await import('xml-crypto')
  const opened = new Opened({ idMode: 'wssecurity', ...options })
  const { SignatureAlgorithms: algorithms } = opened
  for (const name of Object.keys(algorithms)) if (!SIGNATURES.has(name)) delete algorithms[name]
  for (const [name, kind] of SIGNATURES) if (kind === 'ec') algorithms[name] = ecdsa(name)
  return opened
}

/** Two numbers side by side (RFC 4051, 2.3.6), and not the ASN.1 around them that is otherwise written. */
const dsaEncoding = 'ieee-p1363'

function ecdsa(name: string): SignedXml['SignatureAlgorithms'][string] {
  const hash = name.slice(name.lastIndexOf('-') + 1)
  return class {
    getAlgorithmName(): string {
      return name
    }

    getSignature(signedInfo: BinaryLike, given: KeyLike): string {
      const key = given instanceof KeyObject ? given : createPrivateKey(given)
      return createSign(hash).update(signedInfo).sign({ key, dsaEncoding }, 'base64')
    }

    verifySignature(material: string, given: KeyLike, value: string): boolean {
      const key = given instanceof KeyObject ? given : createPublicKey(given)
      return createVerify(hash).update(material).verify({ key, dsaEncoding }, value, 'base64')
    }
  }
}
