import { writeMultipart } from '@div/contract'
import type { Archivo, SolicitudHttp } from './solicitud-http.ts'

/** A text of a body, or a file that stands in it as it is. */
export type Pieza = string | Archivo

interface Flattened extends Pick<SolicitudHttp, 'metodo' | 'url' | 'cabeceras'> {
  /** One after another; null: none. */
  cuerpo: readonly Pieza[] | null
}

/** A program is written once and sends the same each time; no text of a person holds this by chance. */
const BOUNDARY = 'div-7d3f9a51c2e84b06'

/** For languages that know no form: its fields as the body that they come to. */
export function flattenCuerpo({ metodo, url, cabeceras, cuerpo, campos }: SolicitudHttp): Flattened {
  if (campos === undefined) return { metodo, url, cabeceras, cuerpo: cuerpo === null ? null : [cuerpo] }
  const tipo = ['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`] as const
  return { metodo, url, cabeceras: [tipo, ...cabeceras], cuerpo: writeMultipart(campos, BOUNDARY) }
}

export function hasTipo(cabeceras: SolicitudHttp['cabeceras']): boolean {
  return cabeceras.some(([nombre]) => nombre.toLowerCase() === 'content-type')
}
