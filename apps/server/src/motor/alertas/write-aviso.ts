import type { Row } from '../../db/tables.ts'

/** What is told of a rule. */
export interface AvisoDeAlerta {
  /** Of the message: the same each time that it is tried. */
  id: string
  tipo: Row<'alertasEntregas'>['tipo'] | 'prueba'
  /** Its description tells whoever is told what to do about it. */
  alerta: { id: string; nombre: string; descripcion: string }
  /** Null: of a test. */
  incidencia: { id: string; desde: Date; hasta: Date | null } | null
  mensaje: string
  momento: Date
  /** Of the rule, where the product's address is known. */
  enlace: string | null
}

const TITULOS: Readonly<Record<AvisoDeAlerta['tipo'], string>> = {
  alerta: 'Alerta',
  repeticion: 'Sigue la alerta',
  recuperacion: 'Recuperada',
  prueba: 'Prueba de la alerta',
}

/** As it is told to a program. */
export function writeJson({ tipo, alerta, incidencia, mensaje, momento, enlace }: AvisoDeAlerta): string {
  return JSON.stringify({ tipo, alerta, incidencia, mensaje, momento, enlace })
}

/** As it is told to a person. */
export function writeCorreo({ tipo, alerta, incidencia, mensaje, momento, enlace }: AvisoDeAlerta): {
  asunto: string
  texto: string
} {
  const lines = [
    mensaje,
    '',
    ...(alerta.descripcion === '' ? [] : [alerta.descripcion, '']),
    `Alerta: ${alerta.nombre}`,
    ...(incidencia ? [`Desde: ${incidencia.desde.toISOString()}`] : []),
    ...(incidencia?.hasta ? [`Hasta: ${incidencia.hasta.toISOString()}`] : []),
    `Momento: ${momento.toISOString()}`,
    ...(enlace === null ? [] : ['', enlace]),
  ]
  return { asunto: `[DIV] ${TITULOS[tipo]}: ${alerta.nombre}`, texto: lines.join('\n') }
}
