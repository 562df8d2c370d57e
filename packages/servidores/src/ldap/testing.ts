import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer, stopServer } from '../testing-network.ts'

const SLAPD = '/usr/sbin/slapd'
const SLAPADD = '/usr/sbin/slapadd'
export const hasSlapd = existsSync(SLAPD)

export const BASE = 'dc=ejemplo,dc=com'
export const PERSONAS = `ou=personas,${BASE}`

const PEOPLE = [
  `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Ejemplo`,
  `dn: ${PERSONAS}\nobjectClass: organizationalUnit`,
  `dn: uid=ana,${PERSONAS}\nobjectClass: inetOrgPerson\ncn: Ana Ruiz\nsn: Ruiz\nmail: ana@ejemplo.com\nmail: aruiz@ejemplo.com\nuserPassword: secreta`,
  `dn: uid=luis,${PERSONAS}\nobjectClass: inetOrgPerson\ncn:: ${Buffer.from('Luis Núñez').toString('base64')}\nsn: Nunez\nuserPassword: otra`,
]

/** A directory of one tree, on loopback. */
export interface TestDirectory {
  config: Record<string, unknown> & { puerto: number }
  stop(): Promise<void>
}

/** `tls`: PEM files with which it offers STARTTLS. */
export async function startSlapd(tls?: { certificado: string; clave: string }): Promise<TestDirectory> {
  const root = await mkdtemp(join(tmpdir(), 'div-slapd-'))
  const file = (name: string) => join(root, name)
  await mkdir(file('datos'))
  await writeFile(
    file('config'),
    [
      ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `pidfile ${file('pid')}`,
      ...(tls ? [`TLSCertificateFile ${tls.certificado}`, `TLSCertificateKeyFile ${tls.clave}`] : []),
      'sizelimit unlimited',
      'database mdb',
      `suffix "${BASE}"`,
      `rootdn "cn=admin,${BASE}"`,
      'rootpw admin',
      `directory ${file('datos')}`,
      'access to attrs=userPassword by anonymous auth by * none',
      'access to * by users read',
      '',
    ].join('\n'),
  )
  await writeFile(file('datos.ldif'), `${PEOPLE.join('\n\n')}\n`)
  execFileSync(SLAPADD, ['-f', file('config'), '-l', file('datos.ldif')], { stdio: 'pipe' })
  const puerto = await freePort()
  const url = `ldap://127.0.0.1:${puerto}`
  const server = await startServer(SLAPD, ['-d', '0', '-f', file('config'), '-h', url], puerto)
  return {
    config: {
      host: '127.0.0.1',
      puerto,
      seguridad: 'ninguna',
      usuario: `cn=admin,${BASE}`,
      contrasena: 'admin',
      base: BASE,
    },
    async stop() {
      await stopServer(server)
      await rm(root, { recursive: true })
    },
  }
}
