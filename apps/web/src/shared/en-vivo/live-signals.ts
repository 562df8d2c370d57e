import {
  CIERRES,
  type MensajeAlMotor,
  type MensajeDelMotor,
  type Metricas,
  type TemaDeSenal,
} from '@div/contract'
import type { LivePorts, LiveSocket } from './live-ports.ts'

type Tipo = TemaDeSenal['tipo']

export interface SignalListener {
  /** It is not as it was, or may not be: after a connection was lost, too. */
  changed: (metricas?: Metricas) => void
  /** While it is false, whoever wants to know has to ask. */
  connected: (isConnected: boolean) => void
}

const RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 60_000

/** One connection of a tab for all that wants to hear of changes; it stands while anybody does. */
export class LiveSignals {
  readonly #ports: LivePorts
  readonly #listeners = new Map<Tipo, Set<SignalListener>>()
  #socket: LiveSocket | null = null
  #isConnected = false
  #failures = 0
  #callOff: (() => void) | null = null

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  /** Answers what ends it. */
  follow(tipo: Tipo, listener: SignalListener): () => void {
    const mine = this.#listeners.get(tipo) ?? new Set()
    const isFirst = mine.size === 0
    this.#listeners.set(tipo, mine.add(listener))
    if (this.#socket === null && this.#callOff === null) this.#connect()
    else if (this.#isConnected) {
      listener.connected(true)
      if (isFirst) this.#say({ tipo: 'suscribir', tema: { tipo } })
    }
    return () => this.#leave(tipo, listener)
  }

  #leave(tipo: Tipo, listener: SignalListener): void {
    const mine = this.#listeners.get(tipo)
    mine?.delete(listener)
    if (mine?.size !== 0) return
    this.#listeners.delete(tipo)
    if (this.#listeners.size === 0) this.#end()
    else if (this.#isConnected) this.#say({ tipo: 'desuscribir', tema: { tipo } })
  }

  #connect(): void {
    this.#callOff = null
    const token = this.#ports.token()
    if (token === null || this.#listeners.size === 0) return
    const socket = this.#ports.openSocket()
    this.#socket = socket
    socket.onopen = () => this.#say({ tipo: 'autenticar', token })
    socket.onmessage = ({ data }) => {
      const mensaje: MensajeDelMotor = JSON.parse(data)
      if (mensaje.tipo === 'listo') this.#ready()
      if (mensaje.tipo === 'cambio') {
        for (const { changed } of this.#listeners.get(mensaje.tema.tipo) ?? []) changed(mensaje.metricas)
      }
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#tellConnected(false)
      void this.#comeBack(code, token)
    }
  }

  #ready(): void {
    this.#failures = 0
    this.#tellConnected(true)
    for (const tipo of this.#listeners.keys()) this.#say({ tipo: 'suscribir', tema: { tipo } })
  }

  async #comeBack(code: number, token: string): Promise<void> {
    const waitMs = code === CIERRES.lleno ? MAX_RECONNECT_MS : RECONNECT_MS * 2 ** this.#failures++
    if (code === CIERRES.sinSesion && (await this.#ports.renew(token)) === null) return
    if (this.#listeners.size === 0 || this.#socket !== null) return
    this.#callOff?.()
    this.#callOff = this.#ports.later(() => this.#connect(), Math.min(waitMs, MAX_RECONNECT_MS))
  }

  #say(mensaje: MensajeAlMotor): void {
    this.#socket?.send(JSON.stringify(mensaje))
  }

  #tellConnected(isConnected: boolean): void {
    this.#isConnected = isConnected
    for (const mine of this.#listeners.values()) for (const each of mine) each.connected(isConnected)
  }

  #end(): void {
    this.#callOff?.()
    this.#callOff = null
    const socket = this.#socket
    this.#socket = null
    this.#isConnected = false
    this.#failures = 0
    socket?.close()
  }
}
