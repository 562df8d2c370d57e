import type { ObjetoDeServidor, ServidorResumen } from '@div/contract'
import type { AddWhat } from './add-nodo.ts'

/** The node that calls an object of a servidor; a table is read. */
export function nodoOfObjeto(
  { id, tipoServidor }: Pick<ServidorResumen, 'id' | 'tipoServidor'>,
  { nombre, esquema, tipoObjeto }: Pick<ObjetoDeServidor, 'nombre' | 'esquema' | 'tipoObjeto'>,
): AddWhat {
  const named = tipoObjeto === 'tabla' ? { tabla: nombre, operacion: 'seleccionar' } : { nombre }
  return {
    tipo: 'proceso',
    fields: {
      nombre,
      servidorId: id,
      tipoServidor,
      tipoObjeto,
      objeto: { ...named, ...(esquema !== undefined && { esquema }) },
    },
  }
}
