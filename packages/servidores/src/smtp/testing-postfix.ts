import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../testing-certificate.ts'
import { freePort, startServer } from '../testing-network.ts'

const POSTFIX = '/usr/sbin/postfix'

/** It gives up rights for each of its parts, and so begins as root only. */
export const hasPostfix = existsSync(POSTFIX) && process.getuid?.() === 0

/** Of Debian: who owns the mail that is delivered. */
const NOBODY = 65_534

export interface TestPostfix {
  /** Of the type's `config`; the port is open in clear and offers STARTTLS. */
  config: Record<string, unknown> & { puerto: number }
  /** What was delivered to ana@tienda.es and to eva@tienda.es, as it stands on the disk. */
  readBuzon(quien: 'ana' | 'eva'): Promise<string[]>
  stop(): Promise<void>
}

/** What a mail goes through from the port to a box, and who looks after it. */
const SERVICES = [
  ['pickup', 'unix', 'n', '60', '1', 'pickup'],
  ['cleanup', 'unix', 'n', '-', '0', 'cleanup'],
  ['qmgr', 'unix', 'n', '300', '1', 'qmgr'],
  ['tlsmgr', 'unix', '-', '1000?', '1', 'tlsmgr'],
  ['rewrite', 'unix', '-', '-', '-', 'trivial-rewrite'],
  ['bounce', 'unix', '-', '-', '0', 'bounce'],
  ['defer', 'unix', '-', '-', '0', 'bounce'],
  ['trace', 'unix', '-', '-', '0', 'bounce'],
  ['verify', 'unix', '-', '-', '1', 'verify'],
  ['proxymap', 'unix', '-', '-', '-', 'proxymap'],
  ['error', 'unix', '-', '-', '-', 'error'],
  ['virtual', 'unix', '-', '-', '-', 'virtual'],
  ['anvil', 'unix', '-', '-', '1', 'anvil'],
  ['postlog', 'unix-dgram', 'n', '-', '1', 'postlogd'],
] as const

/** It writes as whoever owns the box. */
const PRIVILEGED: ReadonlySet<string> = new Set(['virtual'])

/** One of its own, with its queue and its boxes in a folder that goes with it. It takes mail for tienda.es and sends none on. */
export async function startPostfix(): Promise<TestPostfix> {
  const root = await mkdtemp(join(tmpdir(), 'div-postfix-'))
  const file = (name: string) => join(root, name)
  await chmod(root, 0o755)
  for (const folder of ['config', 'cola', 'datos', 'correo']) await mkdir(file(folder))
  await chown(file('correo'), NOBODY, NOBODY)
  const owner = Number(execFileSync('/usr/bin/id', ['-u', 'postfix'], { encoding: 'utf8' }))
  await chown(file('datos'), owner, 0)
  const { certificado, clave } = makeCertificate(root)
  const puerto = await freePort()
  await writeFile(
    join(file('config'), 'main.cf'),
    [
      'compatibility_level = 3.6',
      `queue_directory = ${file('cola')}`,
      `data_directory = ${file('datos')}`,
      `maillog_file = ${file('log')}`,
      `maillog_file_prefixes = ${root}`,
      'inet_interfaces = 127.0.0.1',
      'inet_protocols = ipv4',
      'myhostname = correo.tienda.es',
      'mydestination =',
      'local_transport = error:nobody is local here',
      'relay_transport = error:nothing is sent on',
      'default_transport = error:nothing is sent on',
      'alias_maps =',
      'alias_database =',
      'smtpd_relay_restrictions = reject_unauth_destination',
      'message_size_limit = 1000000',
      'smtpd_tls_security_level = may',
      `smtpd_tls_cert_file = ${certificado}`,
      `smtpd_tls_key_file = ${clave}`,
      'virtual_mailbox_domains = tienda.es',
      `virtual_mailbox_base = ${file('correo')}`,
      'virtual_mailbox_maps = inline:{ ana@tienda.es=ana/, eva@tienda.es=eva/ }',
      `virtual_uid_maps = static:${NOBODY}`,
      `virtual_gid_maps = static:${NOBODY}`,
      '',
    ].join('\n'),
  )
  await writeFile(
    join(file('config'), 'master.cf'),
    [[`127.0.0.1:${puerto}`, 'inet', 'n', '-', '-', 'smtpd'] as const, ...SERVICES]
      // Nothing is shut into the queue's folder: nobody has copied there what it would need.
      .map(([name, type, isPrivate, wakeup, most, command]) =>
        [name, type, isPrivate, PRIVILEGED.has(command) ? 'n' : '-', 'n', wakeup, most, command].join(' '),
      )
      .concat('')
      .join('\n'),
  )
  const server = await startServer(POSTFIX, ['-c', file('config'), 'start-fg'], puerto)
  return {
    config: {
      host: '127.0.0.1',
      puerto,
      seguridad: 'ninguna',
      remitente: 'Avisos de año <avisos@tienda.es>',
      ca: await readFile(certificado, 'utf8'),
    },
    async readBuzon(quien) {
      const folder = join(file('correo'), quien, 'new')
      if (!existsSync(folder)) return []
      return Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      // What was started only waits for what looks after all parts, in a session of its own.
      execFileSync(POSTFIX, ['-c', file('config'), 'stop'], { stdio: 'ignore' })
      await ended
      await rm(root, { recursive: true, force: true })
    },
  }
}
