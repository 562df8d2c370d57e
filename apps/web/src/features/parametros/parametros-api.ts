import type { ParametroCompartido, ParametroGuardado, ParametroResumen } from '@div/contract'
import { parametroCompartidoSchema } from '@div/contract'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

/** What a form changes: `valor` may still be as it was typed. */
export type ParametroDraft = Pick<
  ParametroCompartido,
  'nombre' | 'tipo' | 'secreto' | 'valor' | 'descripcion' | 'categoriaId'
>

const NEW: ParametroDraft = {
  nombre: '',
  tipo: 'texto',
  secreto: false,
  valor: undefined,
  descripcion: '',
  categoriaId: null,
}

export function useParametros(query: Readonly<Record<string, string>>): ListData<ParametroResumen> {
  return usePagedList<ParametroResumen>('parametros', query)
}

export function useParametroForm(
  id: string | null,
  onStored: (stored: ParametroGuardado) => void,
): ResourceForm<ParametroGuardado, ParametroDraft> {
  return useResourceForm<ParametroGuardado, ParametroDraft>({
    resource: 'parametros',
    id,
    schema: parametroCompartidoSchema,
    initial: NEW,
    toDraft: toParametroDraft,
    onStored,
  })
}

export function toParametroDraft({
  nombre,
  tipo,
  secreto,
  valor,
  descripcion,
  categoriaId,
}: ParametroGuardado): ParametroDraft {
  return { nombre, tipo, secreto, valor, descripcion, categoriaId }
}
