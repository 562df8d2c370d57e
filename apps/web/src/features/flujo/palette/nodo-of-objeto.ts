import type { ObjetoDeServidor, ServidorResumen, TipoServidor } from '@div/contract'
import { catalogField } from '../document/catalog-field.ts'
import { READ_TABLA } from './actions.ts'
import type { AddWhat } from './add-nodo.ts'

/** The node that calls an object of a servidor; a table is read. */
export function nodoOfObjeto(
  { id, tipoServidor }: Pick<ServidorResumen, 'id' | 'tipoServidor'>,
  {
    nombre,
    esquema,
    tipoObjeto,
    objeto,
  }: Pick<ObjetoDeServidor, 'nombre' | 'tipoObjeto'> & Partial<Pick<ObjetoDeServidor, 'esquema' | 'objeto'>>,
  tipos: readonly Pick<TipoServidor, 'tipoServidor' | 'objetos'>[],
): AddWhat {
  const declared = tipos
    .find((tipo) => tipo.tipoServidor === tipoServidor)
    ?.objetos.find((each) => each.tipoObjeto === tipoObjeto)
  const field = declared && catalogField(declared.objeto)
  return {
    tipo: 'proceso',
    fields: {
      nombre,
      servidorId: id,
      tipoServidor,
      tipoObjeto,
      objeto: {
        ...objeto,
        ...(field !== undefined && { [field]: nombre }),
        ...(tipoObjeto === 'tabla' && READ_TABLA),
        ...(esquema !== undefined && { esquema }),
      },
    },
  }
}
