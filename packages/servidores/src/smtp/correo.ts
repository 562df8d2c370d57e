import { createHash } from 'node:crypto'
import { Binario } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas, type Plantilla, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { DIRECCION, NO_ES_DIRECCION } from './smtp-config.ts'
import type { Correo, CorreoEnviado, SmtpConnection } from './smtp-connection.ts'

const MAX_DESTINATARIOS = 100
/** Of the parameter that brings files. */
const ADJUNTOS = 'adjuntos'

const direccionesSchema = (title: string, description?: string) =>
  z
    .array(z.string().trim().min(1).max(320))
    .max(MAX_DESTINATARIOS)
    .default([])
    .meta({ title, ...(description !== undefined && { description }) })
const textoSchema = (title: string, maximo: number, description?: string) =>
  z
    .string()
    .max(maximo)
    .default('')
    .meta({ title, ...(description !== undefined && { description }) })

const correoSchema = z.object({
  para: direccionesSchema(
    'Para',
    'Una dirección por línea; {parametro} vale el valor de ese parámetro, o todos si es una lista.',
  ),
  cc: direccionesSchema('Con copia'),
  cco: direccionesSchema('Con copia oculta'),
  de: textoSchema('De', 320, 'Vacío: el remitente del servidor.'),
  responderA: textoSchema('Responder a', 320),
  asunto: textoSchema('Asunto', 998, 'Admite {parametro}.'),
  texto: textoSchema('Texto', 1_000_000, 'Admite {parametro}.'),
  html: textoSchema('HTML', 1_000_000, 'Admite {parametro}, cuyo valor se escribe como texto.'),
})

const adjuntosSchema = z.array(
  z.object({
    nombre: z.string().min(1).max(255),
    contenido: z.union([z.string(), z.instanceof(Binario)]),
    tipo: z.string().max(255).optional(),
  }),
)

export const correo = defineTipoObjeto({
  label: 'Correo',
  summary:
    'Envía un correo. Los parámetros se escriben entre llaves; el parámetro «adjuntos» lleva una lista de { nombre, contenido, tipo }.',
  objeto: correoSchema,
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros, { propios: [ADJUNTOS] })
    const { compile } = plantillas
    const compileAll = (campo: 'para' | 'cc' | 'cco') =>
      objeto[campo].map((text, index) => compile(`objeto.${campo}[${index}]`, text))
    const para = compileAll('para')
    const cc = compileAll('cc')
    const cco = compileAll('cco')
    if (para.length + cc.length + cco.length === 0) throw refuse('objeto.para', 'Diga a quién se envía.')
    const de = compile('objeto.de', objeto.de)
    const responderA = compile('objeto.responderA', objeto.responderA)
    const asunto = compile('objeto.asunto', objeto.asunto)
    const texto = compile('objeto.texto', objeto.texto)
    const html = compile('objeto.html', objeto.html)
    plantillas.close()

    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: async (
        connection: SmtpConnection,
        valores,
        { signal, claveIdempotencia },
      ): Promise<CorreoEnviado> => {
        const from = direccionOf(de.write(valores) || connection.remitente, 'de')
        const reply = responderA.write(valores)
        const to = direccionesOf(para, valores)
        const copies = direccionesOf(cc, valores)
        const blind = direccionesOf(cco, valores)
        if (to.length + copies.length + blind.length === 0)
          throw refuse('para', 'Los parámetros no dejan ningún destinatario.')
        const body: Correo = {
          from,
          to,
          cc: copies,
          bcc: blind,
          ...(reply !== '' && { replyTo: direccionOf(reply, 'responderA') }),
          subject: asunto.write(valores).replace(/\s*[\r\n]+\s*/g, ' '),
          text: texto.write(valores),
          ...(objeto.html !== '' && { html: html.write(valores, escapeHtml) }),
          attachments: readAdjuntos(valores[ADJUNTOS]),
          messageId: messageIdOf(claveIdempotencia, from),
        }
        return connection.send(body, signal)
      },
    }
  },
})

/** Each template is one address, or, where it is a parameter alone that holds a list, all of them. */
function direccionesOf(plantillas: readonly Plantilla[], valores: Valores): string[] {
  const direcciones = plantillas.flatMap((plantilla) =>
    plantilla.list(valores).map((text) => direccionOf(text, plantilla.campo)),
  )
  if (direcciones.length > MAX_DESTINATARIOS)
    throw refuse('para', `Son ${direcciones.length} direcciones; en cada campo caben ${MAX_DESTINATARIOS}.`)
  return direcciones
}

/** A value can name one address and no more: nobody is added by a comma or a line end in it. */
function direccionOf(text: string, campo: string): string {
  const direccion = text.trim()
  if (!DIRECCION.test(direccion)) throw refuse(campo, NO_ES_DIRECCION)
  return direccion
}

function readAdjuntos(value: unknown): Correo['attachments'] {
  if (value === undefined || value === null) return []
  const adjuntos = adjuntosSchema.safeParse(value)
  if (!adjuntos.success)
    throw refuse(ADJUNTOS, 'Use una lista de objetos con nombre y contenido, un texto o un binario.')
  return adjuntos.data.map(({ nombre, contenido, tipo }) => ({
    filename: nombre,
    content: typeof contenido === 'string' ? contenido : Buffer.from(contenido.bytes),
    ...(tipo !== undefined && { contentType: tipo }),
  }))
}

/** The same for every attempt of a node, so that whoever receives it twice knows it. */
function messageIdOf(claveIdempotencia: string, from: string): string {
  const host = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(claveIdempotencia).digest('hex').slice(0, 40)}@${host}>`
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES.get(character) ?? character)
}
