import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import MailComposer from 'nodemailer/lib/mail-composer'
import { freePort, startServer, stopServer } from '../testing-network.ts'

const DOVECOT = '/usr/sbin/dovecot'
export const hasDovecot = existsSync(DOVECOT) && existsSync('/usr/lib/dovecot/imap')

/** A mail server in which every user has a box and the password `secreta`, on loopback. */
export interface TestMailbox {
  config: Record<string, unknown> & { puerto: number }
  stop(): Promise<void>
}

type MensajeDePrueba = Omit<ConstructorParameters<typeof MailComposer>[0], 'to'>

/** Puts messages into the box, and answers their uids. `carpetas` are made beside it. */
export async function fillMailbox(
  server: TestMailbox,
  { mensajes, carpetas = [] }: { mensajes: readonly MensajeDePrueba[]; carpetas?: readonly string[] },
): Promise<number[]> {
  const setup = await signInTo(server)
  for (const carpeta of carpetas) await setup.mailboxCreate(carpeta)
  const uids: number[] = []
  for (const mensaje of mensajes) {
    const text = await new MailComposer({ to: 'buzon@ejemplo.es', ...mensaje }).compile().build()
    const appended = await setup.append('INBOX', text)
    if (appended !== false) uids.push(appended.uid ?? 0)
  }
  await setup.logout()
  return uids
}

/** Root has no mail in Dovecot: the box is then of `nobody` of Debian. */
const NOBODY = 65_534

/** `tls`: PEM files with which it offers STARTTLS. */
export async function startDovecot(tls?: { certificado: string; clave: string }): Promise<TestMailbox> {
  const root = await mkdtemp(join(tmpdir(), 'div-dovecot-'))
  const file = (name: string) => join(root, name)
  const puerto = await freePort()
  const { uid, gid, username } = userInfo()
  const isRoot = uid === 0
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : { uid, gid }
  await mkdir(file('correo'))
  await chmod(root, 0o755)
  if (isRoot) await chown(file('correo'), owner.uid, owner.gid)
  const user = isRoot ? 'nobody' : username
  await writeFile(
    file('config'),
    [
      `base_dir = ${file('proceso')}`,
      `state_dir = ${file('proceso')}`,
      `log_path = ${file('log')}`,
      'protocols = imap',
      'listen = 127.0.0.1',
      ...(tls ? ['ssl = yes', `ssl_cert = <${tls.certificado}`, `ssl_key = <${tls.clave}`] : ['ssl = no']),
      'disable_plaintext_auth = no',
      // A wrong password is refused at once.
      'auth_failure_delay = 0',
      `default_login_user = ${user}`,
      `default_internal_user = ${user}`,
      ...(isRoot ? ['default_internal_group = nogroup'] : []),
      'first_valid_uid = 0',
      `mail_location = maildir:${file('correo')}/%u`,
      'passdb {\n  driver = static\n  args = password=secreta\n}',
      `userdb {\n  driver = static\n  args = uid=${owner.uid} gid=${owner.gid} home=${file('correo')}/%u\n}`,
      `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${puerto}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
      'service anvil {\n  chroot =\n}',
      'service stats {\n  chroot =\n}',
      '',
    ].join('\n'),
  )
  const server = await startServer(DOVECOT, ['-F', '-c', file('config')], puerto)
  return {
    config: { host: '127.0.0.1', puerto, seguridad: 'ninguna', usuario: 'ana', contrasena: 'secreta' },
    async stop() {
      await stopServer(server)
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Another client of that server, for what a test prepares there. */
export async function signInTo({ config: { puerto } }: TestMailbox): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host: '127.0.0.1',
    port: puerto,
    secure: false,
    doSTARTTLS: false,
    auth: { user: 'ana', pass: 'secreta' },
    logger: false,
  })
  await client.connect()
  return client
}

/** A short message; its id is its subject. */
export async function putMensaje(client: ImapFlow, carpeta: string, asunto: string): Promise<void> {
  await client.append(
    carpeta,
    `From: ana@ejemplo.es\r\nSubject: ${asunto}\r\nMessage-ID: <${asunto}@x>\r\n\r\nHola`,
  )
}
