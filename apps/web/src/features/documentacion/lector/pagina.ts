/** Words on a line, as they are drawn. */
export type Texto =
  | string
  | { codigo: string }
  | { fuerte: readonly Texto[] }
  | { enfasis: readonly Texto[] }
  | { enlace: string; textos: readonly Texto[] }

export interface Fila {
  /** Where it is found; none: nothing leads to it. */
  ancla?: string
  celdas: readonly (readonly Texto[])[]
}

export type Bloque =
  | { tipo: 'titulo'; nivel: 2 | 3 | 4; ancla: string; textos: readonly Texto[] }
  | { tipo: 'parrafo'; textos: readonly Texto[] }
  | { tipo: 'lista'; ordenada: boolean; elementos: readonly (readonly Bloque[])[] }
  | { tipo: 'tabla'; cabecera: readonly (readonly Texto[])[]; filas: readonly Fila[] }
  | { tipo: 'aviso'; bloques: readonly Bloque[] }
  /** `papel` is what follows the language: `paquete`, `datos`, `respuesta 404`, `consulta id=7`. */
  | { tipo: 'codigo'; lenguaje: string; papel: string; codigo: string }
  | { tipo: 'formula'; formula: string; resultado: string }

/** What a Markdown file says, ready to be drawn. */
export interface Pagina {
  titulo: string
  bloques: readonly Bloque[]
}

/** A part of a page as the search finds it. */
export interface Seccion {
  ancla: string
  titulo: string
  texto: string
}
