import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Identidad {
  certificado: X509Certificate
  clave: KeyObject
  /** As they are pasted. */
  pem: { certificado: string; clave: string }
}

/** Null: certificates can be made; else why not. */
export function missingOpenssl(): string | null {
  return spawnSync('openssl', ['version']).status === 0 ? null : 'openssl is not installed'
}

/** An authority, one whom it knows, the same with a key of an elliptic curve, and one whom nobody does. */
export function makeIdentities(): {
  autoridad: Identidad
  conocida: Identidad
  curva: Identidad
  ajena: Identidad
} {
  const folder = mkdtempSync(join(tmpdir(), 'div-x509-'))
  const file = (name: string) => join(folder, name)
  const make = (name: string, more: readonly string[], key: readonly string[] = ['-newkey', 'rsa:2048']) => {
    const common = ['req', '-x509', ...key, '-nodes', '-days', '2', '-subj', `/CN=${name}`]
    const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    execFileSync('openssl', [...common, ...files, ...more], { stdio: 'ignore' })
    const pem = {
      certificado: readFileSync(file(`${name}.pem`), 'utf8'),
      clave: readFileSync(file(`${name}.key`), 'utf8'),
    }
    return {
      certificado: new X509Certificate(pem.certificado),
      clave: createPrivateKey(pem.clave),
      pem,
    }
  }
  try {
    const local = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE']
    // Whom it vouches for are good for a day longer than it.
    const autoridad = make('autoridad', ['-addext', 'basicConstraints=critical,CA:TRUE', '-days', '1'])
    const signed = ['-CA', file('autoridad.pem'), '-CAkey', file('autoridad.key')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    return {
      autoridad,
      conocida: make('conocida', [...local, ...signed]),
      curva: make('curva', [...local, ...signed], curve),
      ajena: make('ajena', local),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
