import {
  AppError,
  CIERRES,
  type EventoNumerado,
  erroresOf,
  hasPermission,
  type Limits,
  type MensajeDelMotor,
  mensajeAlMotorSchema,
  type Permission,
  type Role,
  type Tema,
  type TemaDeSenal,
  type TemaNumerado,
} from '@div/contract'
import { type EnVivo, nameTema } from './en-vivo.ts'
import type { Dato, Senales } from './senales.ts'
import type { AskedRuns } from './tell-asked-runs.ts'

/** What watching needs; null: nothing but to be signed in. */
const PERMISSIONS: Readonly<Record<Tema['tipo'], Permission | null>> = {
  prueba: 'procesos.editar',
  ejecucion: 'procesos.leer',
  ejecuciones: 'procesos.leer',
  metricas: null,
  notificaciones: null,
}
/** Messages that wait to be looked at: an honest browser sends a few and waits. */
const MAX_WAITING = 32
/** RFC 6455, 7.4.1: it does what it may not; something went wrong here. */
const POLICY_VIOLATION = 1008
const INTERNAL_ERROR = 1011

interface Watcher {
  id: string
  role: Role
  debeCambiarPassword: boolean
}

export interface LiveConnectionDeps {
  enVivo: Pick<EnVivo, 'follow'>
  seguidas: Pick<AskedRuns, 'keepAsking'>
  senales: Senales
  limits: Limits
  /** Who has this token. Throws AppError. */
  authenticate(token: string): Promise<Watcher>
  /** Settles when it is on its way. */
  send(text: string): Promise<void>
  close(code: number, reason: string): void
  ping(): void
}

/** One connection to `/ws`: who it is of, what it watches, and until when it may. */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps
  readonly #followed = new Map<string, () => void>()
  #token: string | null = null
  #watcher: Watcher | null = null
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #isAlive = true
  #isClosed = false
  #idle: NodeJS.Timeout
  readonly #beat: NodeJS.Timeout

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps
    const { enVivoEsperaMs, enVivoLatidoMs } = deps.limits
    this.#idle = setTimeout(() => this.#close(CIERRES.sinSesion, 'Falta autenticar.'), enVivoEsperaMs)
    this.#beat = setInterval(() => this.#checkAlive(), enVivoLatidoMs)
  }

  /** One message after another, in their order. */
  receive(text: string): void {
    if (this.#waiting >= MAX_WAITING) return this.#close(POLICY_VIOLATION, 'Demasiados mensajes a la vez.')
    this.#waiting++
    this.#work = this.#work
      .then(() => this.#handle(text))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#waiting--
      })
  }

  heardPong(): void {
    this.#isAlive = true
  }

  /** The other side is gone. */
  ended(): void {
    this.#isClosed = true
    clearTimeout(this.#idle)
    clearInterval(this.#beat)
    for (const stop of this.#followed.values()) stop()
    this.#followed.clear()
  }

  async #handle(text: string): Promise<void> {
    if (this.#isClosed) return
    const parsed = mensajeAlMotorSchema.safeParse(tryJson(text))
    if (!parsed.success) {
      const [first] = erroresOf(parsed.error)
      return this.#tell({
        tipo: 'error',
        codigo: 'DATOS_INVALIDOS',
        mensaje: first ? `${first.campo}: ${first.mensaje}` : 'El mensaje no se entiende.',
      })
    }
    const mensaje = parsed.data
    if (mensaje.tipo === 'autenticar') return this.#authenticate(mensaje.token)
    const watcher = this.#watcher
    if (watcher === null) return this.#close(CIERRES.sinSesion, 'El primer mensaje autentica.')
    const { tema } = mensaje
    const name = isNumerado(tema) ? nameTema(tema, watcher.id) : tema.tipo
    this.#followed.get(name)?.()
    this.#followed.delete(name)
    if (mensaje.tipo === 'suscribir') await this.#follow(watcher, { tema, name, desde: mensaje.desde })
    this.#watchIdleness()
  }

  async #authenticate(token: string): Promise<void> {
    const watcher = await this.#deps.authenticate(token)
    if (watcher.debeCambiarPassword) return this.#close(CIERRES.sinSesion, 'Debe cambiar su contraseña.')
    if (this.#watcher !== null && this.#watcher.id !== watcher.id)
      return this.#close(CIERRES.sinSesion, 'La sesión es de otra persona.')
    this.#watcher = watcher
    this.#token = token
    this.#watchIdleness()
    await this.#tell({ tipo: 'listo' })
  }

  async #follow(watcher: Watcher, { tema, name, desde }: { tema: Tema; name: string; desde: number }) {
    const permiso = PERMISSIONS[tema.tipo]
    if (permiso !== null && !hasPermission(watcher.role, permiso)) {
      const mensaje = `Su rol no tiene el permiso ${permiso}. Pídalo a un administrador.`
      return this.#tell({ tipo: 'error', codigo: 'PERMISO_DENEGADO', mensaje })
    }
    const { enVivoSuscripciones } = this.#deps.limits
    if (this.#followed.size >= enVivoSuscripciones) {
      const mensaje = `Una conexión sigue a la vez ${enVivoSuscripciones} cosas como mucho.`
      return this.#tell({ tipo: 'error', codigo: 'LIMITE_SUPERADO', mensaje })
    }
    if (!isNumerado(tema)) {
      this.#followed.set(name, this.#followSenal(tema))
      return
    }
    const deliver = (eventos: EventoNumerado[]) => this.#deliver({ tipo: 'eventos', tema, eventos })
    const unfollow = this.#deps.enVivo.follow(name, desde, deliver)
    const stopAsking = tema.tipo === 'ejecucion' ? this.#deps.seguidas.keepAsking(tema.id) : null
    this.#followed.set(name, () => {
      stopAsking?.()
      unfollow()
    })
  }

  /** Of changes that come while one is still on its way the last one is told: no more than that ever waits. */
  #followSenal(tema: TemaDeSenal): () => void {
    let waiting: Dato | null = null
    let isTelling = false
    const tellAll = async () => {
      isTelling = true
      while (waiting !== null) {
        const dato = waiting
        waiting = null
        await this.#deliver({ tipo: 'cambio', tema, ...dato })
      }
      isTelling = false
    }
    return this.#deps.senales.follow(tema.tipo, (dato) => {
      waiting = dato
      if (!isTelling) tellAll().catch((error: unknown) => this.#fail(error))
    })
  }

  /** No more is read for whoever has not taken this; who takes too long comes back when they can. */
  async #deliver(mensaje: MensajeDelMotor): Promise<void> {
    const slow = setTimeout(
      () => this.#close(CIERRES.lento, 'Lee más despacio de lo que llega.'),
      this.#deps.limits.enVivoEsperaMs,
    )
    await this.#tell(mensaje).finally(() => clearTimeout(slow))
  }

  async #tell(mensaje: MensajeDelMotor): Promise<void> {
    if (!this.#isClosed) await this.#deps.send(JSON.stringify(mensaje))
  }

  #watchIdleness(): void {
    clearTimeout(this.#idle)
    if (this.#followed.size > 0 || this.#isClosed) return
    this.#idle = setTimeout(
      () => this.#close(CIERRES.inactivo, 'No sigue nada.'),
      this.#deps.limits.enVivoInactividadMs,
    )
  }

  /** A session may end, and its user be deactivated, while somebody watches. */
  #checkAlive(): void {
    if (!this.#isAlive) return this.#close(CIERRES.lento, 'No da señales de vida.')
    this.#isAlive = false
    this.#deps.ping()
    const token = this.#token
    if (token === null) return
    this.#deps.authenticate(token).then(
      ({ role }) => {
        if (role !== this.#watcher?.role) this.#close(CIERRES.sinSesion, 'Su rol cambió.')
      },
      (error: unknown) => this.#fail(error),
    )
  }

  #fail(error: unknown): void {
    if (error instanceof AppError && error.status === 401) this.#close(CIERRES.sinSesion, error.message)
    else this.#close(INTERNAL_ERROR, 'Error interno')
  }

  #close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.ended()
    this.#deps.close(code, reason)
  }
}

/** Others are only said to have changed. */
function isNumerado(tema: Tema): tema is TemaNumerado {
  return tema.tipo === 'prueba' || tema.tipo === 'ejecucion'
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses undefined.
    return undefined
  }
}
