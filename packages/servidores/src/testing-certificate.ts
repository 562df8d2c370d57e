import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const OPENSSL = '/usr/bin/openssl'
export const hasOpenssl = existsSync(OPENSSL)

/** A certificate of `localhost` that is signed by itself, and its key, as PEM files of that folder. */
export function makeCertificate(folder: string): { certificado: string; clave: string } {
  const files = { certificado: join(folder, 'certificado.pem'), clave: join(folder, 'clave.pem') }
  execFileSync(
    OPENSSL,
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', files.clave, '-out', files.certificado],
    ],
    { stdio: 'ignore' },
  )
  return files
}
