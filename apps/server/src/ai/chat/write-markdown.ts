import type { Mensaje } from '@div/contract'

const QUIEN: Readonly<Record<Mensaje['rol'], string>> = {
  usuario: 'Usted',
  asistente: 'Asistente',
  herramienta: 'Herramienta',
}

/** A conversation as one document, for whoever keeps it elsewhere. */
export function writeMarkdown(titulo: string, mensajes: readonly Mensaje[]): string {
  return `${[`# ${titulo || 'Conversación'}`, ...mensajes.map(writeMensaje)].join('\n\n')}\n`
}

function writeMensaje({ rol, texto, piezas, modelo, estado, error, creadoEn }: Mensaje): string {
  const head = [QUIEN[rol], ...(modelo === null ? [] : [modelo]), creadoEn].join(' · ')
  const adjuntos = piezas.flatMap((pieza) => (pieza.tipo === 'adjunto' ? [pieza.adjunto.nombre] : []))
  const citas = piezas.flatMap((pieza) =>
    pieza.tipo === 'cita' ? [`[${pieza.cita.numero}] ${pieza.cita.coleccion}: ${pieza.cita.documento}`] : [],
  )
  return [
    `## ${head}`,
    ...(texto === '' ? [] : [texto]),
    ...(adjuntos.length === 0 ? [] : [`Adjuntos: ${adjuntos.join(', ')}`]),
    ...(citas.length === 0 ? [] : [citas.map((cita) => `- ${cita}`).join('\n')]),
    ...(estado === 'detenido' ? ['*Respuesta detenida.*'] : []),
    ...(error ? [`*${error.mensaje}*`] : []),
  ].join('\n\n')
}
