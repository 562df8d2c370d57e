import { Binario, isPlainObject, type Respuesta } from '@div/contract'

/** Statuses from here on say that something went wrong. */
const FAILED = 400

/** What a tool answered, as the JSON text of a `CallToolResult` (MCP, Tools). */
export function writeToolResult(respuesta: Respuesta | undefined): string {
  // No salida was reached: whoever was told its fields gets none of them.
  if (!respuesta) return '{"content":[],"structuredContent":{}}'
  const { cuerpo, estadoHttp, tipoContenido } = respuesta
  if (cuerpo instanceof Binario) return writeBytes(cuerpo, tipoContenido)
  const json = JSON.stringify(cuerpo) ?? 'null'
  // As it is where it is text: a model should not read it through its quotes.
  const text = JSON.stringify(typeof cuerpo === 'string' ? cuerpo : json)
  const structured = isPlainObject(cuerpo) ? `,"structuredContent":${json}` : ''
  const failed = estadoHttp >= FAILED ? ',"isError":true' : ''
  return `{"content":[{"type":"text","text":${text}}]${structured}${failed}}`
}

function writeBytes({ bytes }: Binario, tipoContenido: string | null): string {
  const data = Buffer.from(bytes).toString('base64')
  const mimeType = tipoContenido ?? 'application/octet-stream'
  const content = /^(image|audio)\//.exec(mimeType)
  return JSON.stringify({
    content: content
      ? [{ type: content[1], data, mimeType }]
      : [{ type: 'resource', resource: { uri: 'div:respuesta', mimeType, blob: data } }],
  })
}

/** Why it could not be used: told to the model, which may mend its call. */
export function writeToolFailure(text: string): string {
  return JSON.stringify({ content: [{ type: 'text', text }], isError: true })
}
