import { z } from 'zod'

export const TIPOS_DE_DOCUMENTO = ['markdown', 'texto', 'html', 'csv', 'xlsx', 'pdf', 'docx'] as const
export type TipoDeDocumento = (typeof TIPOS_DE_DOCUMENTO)[number]

/** By how its name ends. */
const EXTENSIONES: Readonly<Record<string, TipoDeDocumento>> = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'texto',
  text: 'texto',
  html: 'html',
  htm: 'html',
  csv: 'csv',
  xlsx: 'xlsx',
  pdf: 'pdf',
  docx: 'docx',
}

/** As a browser asks for files: `.md,.txt…`. */
export const EXTENSIONES_DE_DOCUMENTO = Object.keys(EXTENSIONES).map((extension) => `.${extension}`)

/** Null: files of this name are not read. */
export function tipoDeDocumento(nombre: string): TipoDeDocumento | null {
  const [, extension = ''] = /\.([a-z]+)$/i.exec(nombre) ?? []
  const key = extension.toLowerCase()
  return Object.hasOwn(EXTENSIONES, key) ? (EXTENSIONES[key] ?? null) : null
}

/** `pendiente` and `leyendo` go on by themselves; the others are final until somebody reads it again. */
export const ESTADOS_DE_DOCUMENTO = ['pendiente', 'leyendo', 'ok', 'error', 'cancelado'] as const
export type EstadoDeDocumento = (typeof ESTADOS_DE_DOCUMENTO)[number]

export const documentoDeRagSchema = z
  .strictObject({
    id: z.uuid(),
    nombre: z.string(),
    tipo: z.enum(TIPOS_DE_DOCUMENTO),
    bytes: z.int(),
    estado: z.enum(ESTADOS_DE_DOCUMENTO),
    /** Of one that could not be read. */
    error: z.string().nullable(),
    /** What it is at while it is read, and how far it is of all of that; null: nobody knows how much there is. */
    fase: z.enum(['texto', 'vectores']),
    hecho: z.int(),
    total: z.int().nullable(),
    pasajes: z.int(),
    creadoEn: z.iso.datetime(),
    actualizadoEn: z.iso.datetime(),
    subidoPor: z.string(),
  })
  .meta({ id: 'DocumentoDeRag' })
export type DocumentoDeRag = z.infer<typeof documentoDeRagSchema>

/** A piece of the text of a document: its characters from `desde` until before `hasta`. */
export const pasajeSchema = z
  .strictObject({
    orden: z.int(),
    texto: z.string(),
    desde: z.int(),
    hasta: z.int(),
    /** The headings above it, outermost first. */
    titulo: z.array(z.string()),
  })
  .meta({ id: 'PasajeDeRag' })
export type Pasaje = z.infer<typeof pasajeSchema>

/** Whether lines that begin with # are headings: what readers make of documents that have some. */
export function tieneTitulos(tipo: TipoDeDocumento): boolean {
  return tipo !== 'texto' && tipo !== 'csv'
}
