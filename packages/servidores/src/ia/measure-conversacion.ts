import type { Herramienta, MensajeDeConversacion, PeticionDeConversacion } from '../conversacion.ts'
import type { Maximo } from './consumos.ts'
import { measurePeticion } from './measure-peticion.ts'

/** The most that going on with a conversation can take: all that its model reads counts, not only what was said. */
export function measureConversacion(peticion: PeticionDeConversacion): Maximo {
  const { mensajes, maxTokens, esquema: schema } = peticion
  const imagenes = mensajes.reduce((sum, mensaje) => sum + imagenesOf(mensaje).length, 0)
  return measurePeticion(textsOfConversacion(peticion), { maxTokens, imagenes, ...(schema && { schema }) })
}

export function textsOfConversacion({
  instrucciones,
  mensajes,
  herramientas = [],
}: PeticionDeConversacion): string[] {
  return [instrucciones, ...mensajes.flatMap(textsOf), ...herramientas.map(textOf)]
}

export const imagenesOf = (mensaje: MensajeDeConversacion) =>
  mensaje.rol === 'usuario' ? (mensaje.imagenes ?? []) : []

function textsOf(mensaje: MensajeDeConversacion): string[] {
  const llamadas = mensaje.rol === 'asistente' ? (mensaje.llamadas ?? []) : []
  return [mensaje.texto, ...llamadas.map(({ nombre, argumentos }) => nombre + JSON.stringify(argumentos))]
}

const textOf = ({ nombre, descripcion, esquema }: Herramienta) =>
  nombre + descripcion + JSON.stringify(esquema)
