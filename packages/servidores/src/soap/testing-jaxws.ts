import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Servicio, startServicio } from './testing.ts'

const run = promisify(execFile)

/** What the reference implementation of JAX-WS needs of the packages that Debian has it in. */
const JARS = [
  'jaxws-rt',
  'jaxws-ri-rt-jdk9',
  'jaxws-api',
  'jws-api',
  'jaxb-api',
  'jaxb-core',
  'jaxb-runtime',
  'javax.activation',
  'saaj-impl',
  'stax-ex',
  'stax2-api',
  'woodstox-core',
  'streambuffer',
  'mimepull',
  'metro-policy',
  'istack-commons-runtime',
  'txw2',
  'FastInfoset',
  'geronimo-annotation-1.3-spec',
]
/** What makes a client of a WSDL. */
const TOOLS = [
  'jaxws-tools',
  'jaxb-xjc',
  'jaxb-xjc-jdk9',
  'codemodel',
  'rngom',
  'xsom',
  'istack-commons-tools',
  'dtd-parser',
  'relaxngDatatype',
  'xml-resolver',
]

const pathOf = (names: readonly string[]) => names.map((name) => `/usr/share/java/${name}.jar`).join(':')
const JAXWS = pathOf(JARS)
const WSIMPORT = pathOf([...JARS, ...TOOLS])

/** Null: a service can be started; else why not. */
export function missingJaxws(): string | null {
  const { status } = spawnSync('javac', ['-version'])
  if (status !== 0) return 'javac is not installed'
  const missing = JAXWS.split(':').find((jar) => !existsSync(jar))
  return missing === undefined ? null : `${missing} is not here (Debian: libjaxws-java)`
}

/** The service of `__fixtures__/Archivo.java`: documents whose content travels beside the envelope, and WS-Addressing. */
export async function startArchivo(): Promise<Servicio> {
  const folder = await mkdtemp(join(tmpdir(), 'div-jaxws-'))
  const source = join(import.meta.dirname, '__fixtures__', 'Archivo.java')
  await run('javac', ['-encoding', 'UTF-8', '-cp', JAXWS, '-d', folder, source])
  const servicio = await startServicio((puerto) =>
    spawn('java', ['-cp', `${folder}:${JAXWS}`, 'Archivo', String(puerto)], { stdio: 'ignore' }),
  )
  return {
    url: `${servicio.url}/archivo`,
    async close() {
      await servicio.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a program prints that calls by what `wsimport` makes of a WSDL, in the package `cliente`. */
export async function runJaxwsClient(
  source: string,
  { wsdl, main, args }: { wsdl: string; main: string; args: readonly string[] },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'div-jaxws-'))
  try {
    const made = ['-Xnocompile', '-quiet', '-p', 'cliente', '-s', folder]
    await run('java', ['-cp', WSIMPORT, 'com.sun.tools.ws.WsImport', ...made, wsdl], { cwd: folder })
    // With what says for all of them which namespace they are of.
    const generated = ['ObjectFactory.java', 'package-info.java'].map((file) => join(folder, 'cliente', file))
    const paths = ['-cp', JAXWS, '-sourcepath', folder, '-d', folder]
    await run('javac', ['-encoding', 'UTF-8', ...paths, source, ...generated])
    const { stdout } = await run('java', ['-cp', `${folder}:${JAXWS}`, main, wsdl, ...args])
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
