/**
 * Data in a prompt, between tags. In JSON no text can end them: `<` is written as JSON escapes it, so what people wrote stays within.
 */
export function writeDatos(etiqueta: string, datos: unknown): string {
  return `<${etiqueta}>\n${JSON.stringify(datos).replaceAll('<', '\\u003c')}\n</${etiqueta}>`
}
