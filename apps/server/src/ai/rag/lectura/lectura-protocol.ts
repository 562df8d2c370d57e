import type { Limits, TipoDeDocumento } from '@div/contract'

/** What the process that reads a document is sent, once. */
export interface PorLeer {
  tipo: TipoDeDocumento
  archivo: Uint8Array
  limits: Pick<Limits, 'ragDocumentoBytes' | 'ragDesempaquetadoBytes' | 'ragCaracteres'>
}

/** What it sends: how far it is, then the text or why there is none. */
export type Noticia = { hecho: number; total: number | null } | { texto: string } | { motivo: string }
