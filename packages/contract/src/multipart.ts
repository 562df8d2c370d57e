/** One field of a form; `archivo` is how the file is called that it brings. */
export interface CampoDeFormulario<Contenido> {
  nombre: string
  contenido: Contenido
  archivo?: string | undefined
}

/** The pieces of a multipart/form-data body (RFC 7578): what is no text stays what it was, between the texts around it. */
export function writeMultipart<Contenido>(
  campos: readonly CampoDeFormulario<Contenido>[],
  boundary: string,
): (string | Contenido)[] {
  const pieces: (string | Contenido)[] = []
  let text = ''
  for (const { nombre, contenido, archivo } of campos) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(nombre)}"`
    if (archivo !== undefined)
      text += `; filename="${escapeName(archivo)}"\r\nContent-Type: application/octet-stream`
    text += '\r\n\r\n'
    if (typeof contenido === 'string') text += contenido
    else {
      pieces.push(text, contenido)
      text = ''
    }
    text += '\r\n'
  }
  return [...pieces, `${text}--${boundary}--\r\n`]
}

/** As browsers do (HTML, multipart/form-data encoding): a name could otherwise end its header. */
function escapeName(nombre: string): string {
  return nombre.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
