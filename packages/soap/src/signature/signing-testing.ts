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

/** An authority, one whom it knows, and one whom nobody does. */
export function makeIdentities(): { autoridad: Identidad; conocida: Identidad; ajena: Identidad } {
  const folder = mkdtempSync(join(tmpdir(), 'div-x509-'))
  const file = (name: string) => join(folder, name)
  const make = (name: string, more: readonly string[]) => {
    const common = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
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
    const autoridad = make('autoridad', ['-addext', 'basicConstraints=critical,CA:TRUE'])
    const signed = ['-CA', file('autoridad.pem'), '-CAkey', file('autoridad.key')]
    return { autoridad, conocida: make('conocida', [...local, ...signed]), ajena: make('ajena', local) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
