import { AppError, EjecucionCancelada, LimiteSuperado, type Paso, wallShift } from '@div/contract'
import type { Compensable, Fin, Punto } from '@div/engine'
import { isSealed } from '../../secretos/seal.ts'
import { decodeValores, encodeValores } from './encode-valores.ts'
import { readIteracion, writeIteracion } from './iteracion.ts'

/** A checkpoint as it is stored. */
export interface PuntoGuardado {
  nodo: string
  iteracion: string
  region: string | null
  salida: string
  /** Undoing its node needs it. */
  compensa: boolean
  contenido: string
}

/** How what may hold a secret is written; null: it holds none. */
export interface Sello {
  seal(text: string): string
  open(sealed: string): string
}

/** In place of a node: that the run is being undone. No node has such an id. */
export const FIN = '$fin'

/** In place of a node: an effect of a run that this one called, or of a node that could not be kept with it. */
const EFECTO = '$efecto '
export const nodoOfEfecto = (clave: string): string => `${EFECTO}${clave}`
/** Among them: the version that a call of another proceso ran first. The key of no effect ends so. */
export const nodoOfVersion = (clave: string): string => nodoOfEfecto(`${clave} version`)
/** As SQL has it. */
export const EFECTOS = `${EFECTO}%`

interface EncodeOptions {
  maximo: number
  sello: Sello | null
}

/** Throws LimiteSuperado. */
export function encodePunto(
  { nodo, iteracion, region, salida, valor, fallo, paso, compensable }: Punto,
  options: EncodeOptions,
): PuntoGuardado {
  const contenido: Contenido = {
    valor,
    ...(fallo && { fallo: describeError(fallo) }),
    ...(paso && { paso: toWall(paso) }),
    ...(compensable && { compensable }),
  }
  return {
    nodo,
    iteracion: writeIteracion(iteracion),
    region,
    salida,
    compensa: compensable !== null,
    contenido: seal(contenido, options),
  }
}

export function decodePunto(
  { nodo, iteracion, region, salida, compensa, contenido }: PuntoGuardado,
  sello: Sello | null,
): Punto {
  const { valor, fallo, paso, compensable } = open(contenido, sello) as Contenido
  return {
    nodo,
    iteracion: readIteracion(iteracion),
    region,
    salida,
    valor,
    fallo: fallo ? readError(fallo) : null,
    paso: paso ? fromWall(paso) : null,
    // Of what another run did (`take-over`) the row does not say so.
    compensable: compensa ? (compensable ?? null) : null,
  }
}

/** Throws LimiteSuperado. */
export function encodeFin({ estado, error, pasos }: Fin, options: EncodeOptions): PuntoGuardado {
  const contenido = seal({ error, pasos: pasos?.map(toWall) ?? null }, options)
  return { nodo: FIN, iteracion: '', region: null, salida: estado, compensa: false, contenido }
}

/** That a run is being undone because somebody cancelled it. */
export function encodeCancelada(maximo: number): PuntoGuardado {
  const { codigo, message: mensaje } = new EjecucionCancelada()
  const error = { codigo, mensaje, nodo: null }
  return encodeFin({ estado: 'cancelada', error, pasos: null }, { maximo, sello: null })
}

export function decodeFin({ salida, contenido }: PuntoGuardado, sello: Sello | null): Fin {
  const { error, pasos } = open(contenido, sello) as Pick<Fin, 'error' | 'pasos'>
  return { estado: salida === 'cancelada' ? salida : 'error', error, pasos: pasos?.map(fromWall) ?? null }
}

function seal(content: object, { maximo, sello }: EncodeOptions): string {
  const text = encodeValores(content)
  if (Buffer.byteLength(text) > maximo) throw new LimiteSuperado({ limite: 'puntoDeControlBytes', maximo })
  return sello ? sello.seal(text) : text
}

function open(contenido: string, sello: Sello | null): unknown {
  // What was answered to a wait is not sealed: nothing of the process is in it.
  return decodeValores(sello && isSealed(contenido) ? sello.open(contenido) : contenido)
}

/** A span whose moment any process can read. */
function toWall(paso: Paso): Paso {
  return { ...paso, inicio: paso.inicio + wallShift() }
}

function fromWall(paso: Paso): Paso {
  return { ...paso, inicio: paso.inicio - wallShift() }
}

interface Contenido {
  valor?: unknown
  fallo?: ErrorGuardado
  paso?: Paso
  compensable?: Compensable
}

type ErrorGuardado = Pick<AppError, 'codigo' | 'status' | 'message' | 'errores'> & {
  extra: Record<string, unknown>
}

function describeError({ codigo, status, message, errores, extra }: AppError): ErrorGuardado {
  return { codigo, status, message, errores, extra: { ...extra } }
}

function readError({ codigo, status, message, errores, extra }: ErrorGuardado): AppError {
  return new AppError({ codigo, status, message }, { errores, extra })
}
