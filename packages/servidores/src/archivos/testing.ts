import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { hasOpenssl, makeCertificate } from '../testing-certificate.ts'
import { freePort, startServer, stopServer } from '../testing-network.ts'

/** A server of files with a folder of its own, on loopback. */
export interface TestArchivos {
  /** Of the type's `config`. */
  config: Record<string, unknown> & { puerto: number }
  /** The folder as the server names it. */
  remota: string
  /** The same folder here. */
  carpeta: string
  stop(): Promise<void>
}

const SSHD = '/usr/sbin/sshd'
const SSH_KEYGEN = '/usr/bin/ssh-keygen'
export const hasSshd = existsSync(SSHD)

export const FRASE = 'una frase con ñ'

/** `sinReemplazo`: it cannot put a file in the place of another one in one step. */
export async function startSshd({
  sinReemplazo = false,
} = {}): Promise<TestArchivos & { claveDeEquipo(): Promise<string>; restart(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'div-sshd-'))
  const file = (name: string) => join(root, name)
  const makeKey = (name: string, frase: string) =>
    execFileSync(SSH_KEYGEN, ['-q', '-t', 'ed25519', '-N', frase, '-C', 'prueba', '-f', file(name)])
  makeKey('equipo', '')
  makeKey('usuario', FRASE)
  makeKey('otra', '')
  const puerto = await freePort()
  await mkdir(file('archivos'))
  await writeFile(
    file('config'),
    [
      `Port ${puerto}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('equipo')}`,
      `AuthorizedKeysFile ${file('usuario.pub')}`,
      `PidFile ${file('pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      `Subsystem sftp internal-sftp${sinReemplazo ? ' -P posix-rename' : ''}`,
      '',
    ].join('\n'),
  )
  // Where it gives up its rights; Debian makes it when the service starts.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true })
  const start = () => startServer(SSHD, ['-D', '-e', '-f', file('config')], puerto)
  let server = await start()
  const claveDeEquipo = async () =>
    execFileSync(SSH_KEYGEN, ['-l', '-f', file('equipo.pub')], { encoding: 'utf8' }).split(' ')[1] ?? ''
  return {
    config: {
      host: '127.0.0.1',
      puerto,
      usuario: userInfo().username,
      clavePrivada: await readFile(file('usuario'), 'utf8'),
      fraseClave: FRASE,
      huella: await claveDeEquipo(),
      otraClave: await readFile(file('otra'), 'utf8'),
    },
    remota: file('archivos'),
    carpeta: file('archivos'),
    claveDeEquipo,
    async restart() {
      await stopServer(server)
      await rm(file('equipo'))
      makeKey('equipo', '')
      server = await start()
    },
    async stop() {
      await stopServer(server)
      await rm(root, { recursive: true })
    },
  }
}

const VSFTPD = '/usr/sbin/vsftpd'
export const hasVsftpd = existsSync(VSFTPD) && hasOpenssl

const CONTRASENA = 'la-de-prueba'

/** It runs as whoever runs the tests, and asks whoever comes for a password. */
export async function startVsftpd({
  seguridad,
}: {
  seguridad: 'explicita' | 'implicita' | 'ninguna'
}): Promise<TestArchivos> {
  const root = await mkdtemp(join(tmpdir(), 'div-vsftpd-'))
  const file = (name: string) => join(root, name)
  const puerto = await freePort()
  await mkdir(file('archivos'))
  await writeFile(file('contrasenas'), `${CONTRASENA}\n`)
  const { certificado, clave } = makeCertificate(root)
  await writeFile(
    file('config'),
    [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${puerto}`,
      'background=NO',
      'run_as_launching_user=YES',
      'seccomp_sandbox=NO',
      'anonymous_enable=YES',
      `anon_root=${file('archivos')}`,
      'anon_world_readable_only=NO',
      'anon_upload_enable=YES',
      'anon_mkdir_write_enable=YES',
      'anon_other_write_enable=YES',
      'write_enable=YES',
      'secure_email_list_enable=YES',
      `email_password_file=${file('contrasenas')}`,
      'xferlog_enable=NO',
      `ssl_enable=${seguridad === 'ninguna' ? 'NO' : 'YES'}`,
      `implicit_ssl=${seguridad === 'implicita' ? 'YES' : 'NO'}`,
      'allow_anon_ssl=YES',
      'force_anon_logins_ssl=YES',
      'force_anon_data_ssl=YES',
      'require_ssl_reuse=YES',
      `rsa_cert_file=${certificado}`,
      `rsa_private_key_file=${clave}`,
      '',
    ].join('\n'),
  )
  const server = await startServer(VSFTPD, [file('config')], puerto)
  return {
    config: {
      host: '127.0.0.1',
      puerto,
      seguridad,
      contrasena: CONTRASENA,
      ...(seguridad !== 'ninguna' && { sslCa: await readFile(certificado, 'utf8'), sslVerificar: false }),
    },
    remota: file('archivos'),
    carpeta: file('archivos'),
    async stop() {
      await stopServer(server)
      await rm(root, { recursive: true })
    },
  }
}
