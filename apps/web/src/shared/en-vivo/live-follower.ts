import {
  CIERRES,
  type EventoEnVivo,
  type EventoNumerado,
  type MensajeAlMotor,
  type MensajeDelMotor,
  type TemaNumerado,
} from '@div/contract'
import type { LivePorts, LiveSocket } from './live-ports.ts'

/** What a follower uses of the browser. */
export interface FollowerPorts extends LivePorts {
  /** The events after a number, asked of the API. */
  poll: (desde: number) => Promise<readonly EventoNumerado[]>
}

/** Who is not connected by then asks the API meanwhile. */
const PATIENCE_MS = 1_500
const POLL_MS = 700
const RECONNECT_MS = 500
/** After so many failures one after another only the API is asked. */
const MAX_FAILURES = 3

/** Follows what is told of a run, each event once and in order, over a socket or by asking. It ends with the run; one that sleeps has not ended. */
export class LiveFollower {
  readonly #tema: TemaNumerado
  readonly #ports: FollowerPorts
  readonly #onEvento: (evento: EventoEnVivo) => void
  #last = 0
  #failures = 0
  #isOver = false
  #isPolling = false
  /** The other side knows who asks. */
  #isConnected = false
  #socket: LiveSocket | null = null
  #callOffs = new Set<() => void>()

  constructor(tema: TemaNumerado, ports: FollowerPorts, onEvento: (evento: EventoEnVivo) => void) {
    this.#tema = tema
    this.#ports = ports
    this.#onEvento = onEvento
  }

  start(): () => void {
    this.#connect()
    this.#later(() => this.#startPolling(), PATIENCE_MS)
    return () => this.#end()
  }

  #connect(): void {
    const token = this.#ports.token()
    if (this.#isOver || token === null) return
    const socket = this.#ports.openSocket()
    this.#socket = socket
    const say = (mensaje: MensajeAlMotor) => socket.send(JSON.stringify(mensaje))
    socket.onopen = () => say({ tipo: 'autenticar', token })
    socket.onmessage = ({ data }) => {
      const mensaje: MensajeDelMotor = JSON.parse(data)
      if (mensaje.tipo === 'listo') {
        this.#failures = 0
        this.#isConnected = true
        this.#isPolling = false
        say({ tipo: 'suscribir', tema: this.#tema, desde: this.#last })
      } else if (mensaje.tipo === 'eventos') this.#take(mensaje.eventos)
      else this.#refused()
    }
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#socket = null
      this.#isConnected = false
      if (!this.#isOver) void this.#comeBack(code, token)
    }
  }

  async #comeBack(code: number, token: string): Promise<void> {
    this.#failures++
    if (this.#failures >= MAX_FAILURES || code === CIERRES.lleno) return this.#startPolling()
    if (code === CIERRES.sinSesion && (await this.#ports.renew(token)) === null) return this.#startPolling()
    this.#later(() => this.#connect(), RECONNECT_MS * this.#failures)
  }

  /** It may not be heard this way. */
  #refused(): void {
    this.#isConnected = false
    this.#startPolling()
  }

  #startPolling(): void {
    if (this.#isOver || this.#isPolling || this.#isConnected) return
    this.#isPolling = true
    void this.#poll()
  }

  async #poll(): Promise<void> {
    if (this.#isOver || !this.#isPolling) return
    try {
      this.#take(await this.#ports.poll(this.#last))
    } catch {
      // The answer of the run itself tells how it came out; here it is only asked again.
    }
    this.#later(() => void this.#poll(), POLL_MS)
  }

  /** What came over both ways is taken once. */
  #take(eventos: readonly EventoNumerado[]): void {
    for (const { seq, evento } of eventos) {
      if (this.#isOver || seq <= this.#last) continue
      this.#last = seq
      this.#onEvento(evento)
      if (evento.tipo === 'fin' && evento.estado !== 'esperando') this.#end()
    }
  }

  #later(work: () => void, ms: number): void {
    if (this.#isOver) return
    const callOff = this.#ports.later(() => {
      this.#callOffs.delete(callOff)
      work()
    }, ms)
    this.#callOffs.add(callOff)
  }

  #end(): void {
    this.#isOver = true
    for (const callOff of this.#callOffs) callOff()
    this.#callOffs.clear()
    this.#socket?.close()
  }
}
