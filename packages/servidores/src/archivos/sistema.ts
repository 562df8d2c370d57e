import type { ConnectDeps } from '../define-servidor.ts'
import type { Fallo } from '../sql/failure.ts'

/** What a folder holds. */
export interface Entrada {
  nombre: string
  clase: 'archivo' | 'carpeta' | 'otro'
  bytes: number
  /** Null where the other side does not tell it exactly. */
  modificado: Date | null
}

/** Files of another machine as one protocol has them. It rejects with what its driver says, or with one of the errors below. */
export interface SistemaDeArchivos {
  /** Rejects with CarpetaDemasiadoGrande as soon as more have come. */
  list(ruta: string, maximo: number): Promise<Entrada[]>
  read(ruta: string): AsyncIterable<Buffer>
  write(ruta: string, bytes: Buffer): Promise<void>
  /** Where whoever looks sees the file whole or not at all. Rejects with ArchivoExistente as `rename` does. */
  writeWhole?(ruta: string, bytes: Buffer, options: { sobrescribir: boolean }): Promise<void>
  /** Rejects with ArchivoExistente where `sobrescribir` is not wanted and something is there. */
  rename(desde: string, hasta: string, options: { sobrescribir: boolean }): Promise<void>
  remove(ruta: string): Promise<void>
  makeFolder(ruta: string): Promise<void>
  ping(): Promise<string | undefined>
  /** Hangs up at once. */
  leave(): void
  /** Null: neither the server nor the socket said it. */
  classify(cause: unknown): Fallo | null
}

/** What signing in may take of the outside, and whom it tells that the connection went. */
export type OpenDeps = ConnectDeps & { onLost(): void }

export class ArchivoExistente extends Error {}

/** Nobody said why; what was under way will not be answered. */
export class ConexionPerdida extends Error {}

export class CarpetaDemasiadoGrande extends Error {
  readonly maximo: number

  constructor(maximo: number) {
    super(`more than ${maximo}`)
    this.maximo = maximo
  }
}

/** A file was not put in the place of another one, which is now at `apartado`. */
export class ReemplazoIncompleto extends Error {
  readonly apartado: string

  constructor(apartado: string, cause: unknown) {
    super(apartado, { cause })
    this.apartado = apartado
  }
}
