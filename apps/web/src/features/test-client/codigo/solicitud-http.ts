import {
  type AutenticacionDePrueba,
  type CampoDeFormulario,
  fillVariables,
  listVariables,
  type Parte,
  type PeticionDePrueba,
} from '@div/contract'
import { sentCabeceras, takesBody } from '../peticion-draft.ts'
import { normalizeUrl } from './normalize-url.ts'

/** A call as it goes over the wire, to be written in any language. */
export interface SolicitudHttp {
  metodo: string
  url: string
  cabeceras: readonly (readonly [nombre: string, valor: string])[]
  /** Null: none. */
  cuerpo: string | null
  /** In its place: the fields of a form, sent as multipart/form-data. */
  campos?: readonly CampoDeFormulario<string | Archivo>[]
}

/** A file that the program reads beside itself. */
export interface Archivo {
  archivo: string
}

interface Place {
  /** Of the canal. */
  address: string
  /** What the entorno says aloud: its secrets stay names. */
  valores: ReadonlyMap<string, string>
}

/** The petición as 'Enviar' sends it, with what is known of its variables. */
export function toSolicitudHttp(peticion: PeticionDePrueba, { address, valores }: Place): SolicitudHttp {
  const fill = (text: string) => fillVariables(text, valores)
  const { destino, metodo, cabeceras, autenticacion, cuerpo, partes } = peticion
  const isForm = partes !== undefined && takesBody(metodo)
  return {
    metodo,
    url: normalizeUrl(fill(destino.tipo === 'canal' ? `${address}${destino.ruta}` : destino.url)),
    cabeceras: [
      ...sentCabeceras(cabeceras, autenticacion).flatMap(([nombre, valor]): [string, string][] =>
        isForm && nombre.toLowerCase() === 'content-type' ? [] : [[nombre, fill(valor)]],
      ),
      ...credential(autenticacion, fill),
    ],
    cuerpo: cuerpo === null || isForm || !takesBody(metodo) ? null : fill(cuerpo),
    ...(isForm && { campos: fillCampos(partes, fill) }),
  }
}

function fillCampos(
  partes: readonly Parte[],
  fill: (text: string) => string,
): CampoDeFormulario<string | Archivo>[] {
  return partes.flatMap(({ activa, nombre, valor, archivo }): CampoDeFormulario<string | Archivo>[] => {
    if (!activa) return []
    if (archivo === undefined) return [{ nombre: fill(nombre), contenido: fill(valor) }]
    return [{ nombre: fill(nombre), archivo: fill(archivo), contenido: { archivo: fill(archivo) } }]
  })
}

function credential(
  autenticacion: AutenticacionDePrueba,
  fill: (text: string) => string,
): [string, string][] {
  if (autenticacion.tipo === 'ninguna') return []
  if (autenticacion.tipo === 'token') return [['Authorization', `Bearer ${fill(autenticacion.token)}`]]
  const pair = `${fill(autenticacion.usuario)}:${fill(autenticacion.contrasena)}`
  // What is not known cannot be encoded.
  const encoded = listVariables(pair).length > 0 ? `<base64 de ${pair}>` : toBase64(pair)
  return [['Authorization', `Basic ${encoded}`]]
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
