import { type ObjetivoDeCapacidad, objetivoDeCapacidadSchema } from '@div/contract'
import type { Row } from '../../db/tables.ts'

const NO_IDS = { procesoId: null, tablaId: null, coleccionId: null, servidorId: null }

/** What a capability does, as its row keeps it: what it names in columns of their own. */
export function splitObjetivo(objetivo: ObjetivoDeCapacidad) {
  switch (objetivo.tipo) {
    case 'proceso':
      return { ...NO_IDS, procesoId: objetivo.procesoId, opciones: '{}' }
    case 'tabla': {
      const { tipo, tablaId, ...opciones } = objetivo
      return { ...NO_IDS, tablaId, opciones: JSON.stringify(opciones) }
    }
    case 'coleccion': {
      const { tipo, coleccionId, ...opciones } = objetivo
      return { ...NO_IDS, coleccionId, opciones: JSON.stringify(opciones) }
    }
    case 'herramienta': {
      const { tipo, servidorId, ...opciones } = objetivo
      return { ...NO_IDS, servidorId, opciones: JSON.stringify(opciones) }
    }
  }
}

type Objetivo = Pick<Row<'aiCapabilities'>, keyof typeof NO_IDS | 'opciones'>

export function objetivoOf(row: Objetivo): ObjetivoDeCapacidad {
  const { procesoId, tablaId, coleccionId, servidorId, opciones } = row
  if (procesoId !== null) return objetivoDeCapacidadSchema.parse({ tipo: 'proceso', procesoId })
  if (tablaId !== null) return objetivoDeCapacidadSchema.parse({ tipo: 'tabla', tablaId, ...opciones })
  if (coleccionId !== null)
    return objetivoDeCapacidadSchema.parse({ tipo: 'coleccion', coleccionId, ...opciones })
  return objetivoDeCapacidadSchema.parse({ tipo: 'herramienta', servidorId, ...opciones })
}
