import { AppError, LimiteSuperado, wallShift } from '@div/contract'
import type { Punto } from '@div/engine'
import { isSealed } from '../../secretos/seal.ts'
import { decodeValores, encodeValores } from './encode-valores.ts'

/** A checkpoint as it is stored. */
export interface PuntoGuardado {
  nodo: string
  iteracion: string
  region: string | null
  salida: string
  contenido: string
}

/** How what may hold a secret is written; null: it holds none. */
export interface Sello {
  seal(text: string): string
  open(sealed: string): string
}

/** Throws LimiteSuperado. */
export function encodePunto(
  { nodo, iteracion, region, salida, valor, fallo, paso }: Punto,
  { maximo, sello }: { maximo: number; sello: Sello | null },
): PuntoGuardado {
  const contenido = encodeValores({
    valor,
    ...(fallo && { fallo: describeError(fallo) }),
    ...(paso && { paso: { ...paso, inicio: paso.inicio + wallShift() } }),
  })
  if (contenido.length > maximo) throw new LimiteSuperado({ limite: 'puntoDeControlBytes', maximo })
  return {
    nodo,
    iteracion: iteracion?.join() ?? '',
    region,
    salida,
    contenido: sello ? sello.seal(contenido) : contenido,
  }
}

export function decodePunto(
  { nodo, iteracion, region, salida, contenido }: PuntoGuardado,
  sello: Sello | null,
): Punto {
  // What was answered to a wait is not sealed: nothing of the process is in it.
  const text = sello && isSealed(contenido) ? sello.open(contenido) : contenido
  const { valor, fallo, paso } = decodeValores(text) as Contenido
  return {
    nodo,
    iteracion: iteracion === '' ? null : iteracion.split(',').map(Number),
    region,
    salida,
    valor,
    fallo: fallo ? readError(fallo) : null,
    paso: paso ? { ...paso, inicio: paso.inicio - wallShift() } : null,
  }
}

interface Contenido extends Pick<Punto, 'paso'> {
  valor?: unknown
  fallo?: ErrorGuardado
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
