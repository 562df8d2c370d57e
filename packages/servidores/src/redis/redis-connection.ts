import { type Limits, type ObjetoDeServidor, ServidorRechaza } from '@div/contract'
import type { Redis } from 'ioredis'
import { AnswerMeter } from '../answer-meter.ts'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { RedisConfig } from './redis.ts'
import { classifyRedis } from './redis-failure.ts'

/** Keys that a look among them asks for at a time; the server does nothing else meanwhile. */
const SCAN_COUNT = 500
/** Rounds of such a look: of a very large database it sees a part. */
const SCAN_ROUNDS = 40
/** Times that taking from a list begins anew because others changed it meanwhile. */
const TAKE_ATTEMPTS = 100

interface Extremo {
  clave: string
  extremo: 'inicio' | 'final'
  maximo: number
}

/** One connection, one command after another. */
export class RedisConnection extends LeavableConnection {
  readonly limits: Limits
  readonly #driver: Redis
  readonly #meter: AnswerMeter

  private constructor(servidor: string, driver: Redis, limits: Limits) {
    super(servidor, classifyRedis)
    this.limits = limits
    this.#driver = driver
    this.#meter = new AnswerMeter({ servidor, maximoBytes: limits.respuestaBytes })
    const lose = () => this.lose()
    driver.on('error', lose).on('close', lose)
  }

  static async open(
    config: RedisConfig,
    { servidor, red, limits, signal }: ConnectDeps,
  ): Promise<RedisConnection> {
    const { host, puerto, usuario, contrasena, baseDatos } = config
    const { address, family } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { Redis } = await import('ioredis')
    const tls = tlsOptionsOf(config)
    const driver = new Redis({
      host: address,
      port: puerto,
      family,
      ...(usuario !== '' && { username: usuario }),
      ...(contrasena !== '' && { password: contrasena }),
      db: baseDatos,
      ...(tls && { tls: { ...tls, ...servernameOf(host) } }),
      connectTimeout: limits.conexionMs,
      // The pool opens another one, and nothing is sent twice.
      retryStrategy: null,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      disableClientInfo: true,
      connectionName: 'div',
    })
    let lost: unknown = null
    driver.on('error', (cause) => {
      lost ??= cause
    })
    const connection = new RedisConnection(servidor, driver, limits)
    try {
      await connection.within(signal, () => driver.connect())
      connection.#meter.watch(driver.stream, () => connection.lose())
    } catch (cause) {
      driver.disconnect()
      // The driver rejects with "closed" and tells its listeners why.
      throw lost === null ? cause : errorOfFallo(servidor, classifyRedis(lost), lost)
    }
    return connection
  }

  /** The answer as RESP2 has it: texts are bytes, a missing value is null, a map is a list of names and values. */
  send(comando: string, argumentos: readonly (string | Buffer)[], signal: AbortSignal): Promise<unknown> {
    return this.within(signal, () =>
      this.#meter.measure(() => this.#driver.callBuffer(comando, ...argumentos)),
    )
  }

  /** Elements of one end of a list, the outermost first. They are removed once they are here: what is too large to be read stays there. */
  async take(from: Extremo, signal: AbortSignal): Promise<unknown[]> {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt++) {
      const taken = await this.#tryTake(from, signal)
      if (taken !== null) return taken
    }
    throw new ServidorRechaza(
      { servidor: this.servidor, motivo: 'otros cambian la lista sin cesar' },
      { extra: { codigoNativo: 'WATCH', reintentable: true, sinEfecto: true } },
    )
  }

  /** Null: somebody changed the list between the reading and the removing. */
  async #tryTake({ clave, extremo, maximo }: Extremo, signal: AbortSignal): Promise<unknown[] | null> {
    const isStart = extremo === 'inicio'
    await this.send('WATCH', [clave], signal)
    const range = isStart ? [0, maximo - 1] : [-maximo, -1]
    const answer = await this.send('LRANGE', [clave, ...range.map(String)], signal)
    const elementos = Array.isArray(answer) ? answer : []
    const count = elementos.length
    try {
      await this.send('MULTI', [], signal)
      await this.send('LTRIM', [clave, ...(isStart ? [count, -1] : [0, -count - 1]).map(String)], signal)
      if ((await this.send('EXEC', [], signal)) === null) return null
    } catch (cause) {
      // It may be left in the middle of its transaction.
      this.lose()
      throw cause
    }
    return isStart ? elementos : elementos.reverse()
  }

  async ping(signal: AbortSignal): Promise<string | undefined> {
    const informe = await this.within(signal, () => this.#driver.info('server'))
    return /^(?:valkey|redis)_version:(\S+)/m.exec(informe)?.[1]
  }

  /** Keys by name, those that a few rounds of SCAN find. */
  async listClaves(
    { q = '', limite, tipoObjeto = 'valor' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    // In a pattern of the server these mean something; a person who types them means them.
    const pattern = `*${q.replace(/[*?[\]\\]/g, String.raw`\$&`)}*`
    const names = new Set<string>()
    let cursor = '0'
    for (let round = 0; round < SCAN_ROUNDS && names.size < limite; round++) {
      const [next, keys] = await this.within(signal, () =>
        this.#driver.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT),
      )
      for (const key of keys) names.add(key)
      cursor = next
      if (cursor === '0') break
    }
    return [...names]
      .sort()
      .slice(0, limite)
      .map((nombre) => ({ nombre, tipoObjeto, clase: 'clave' }))
  }

  async close(): Promise<void> {
    this.#driver.disconnect()
  }

  protected leave(): void {
    this.#driver.disconnect()
  }
}
