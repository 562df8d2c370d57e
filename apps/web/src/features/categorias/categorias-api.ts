import type { Categoria, CategoriaGuardada, CategoriaResumen, OrdenDeCategorias } from '@div/contract'
import { categoriaSchema } from '@div/contract'
import { notify } from '@div/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { describeError } from '../../shared/api-error.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import { idsAfterMove, type Place, withOrder } from './move-categoria.ts'

const NEW: Categoria = { nombre: '', descripcion: '', color: null, padreId: null, orden: 0 }

export function useCategoriaForm(
  id: string | null,
  { initial, onStored }: { initial: Partial<Categoria>; onStored: (stored: CategoriaGuardada) => void },
): ResourceForm<CategoriaGuardada, Categoria> {
  return useResourceForm<CategoriaGuardada, Categoria>({
    resource: 'categorias',
    id,
    schema: categoriaSchema,
    initial: { ...NEW, ...initial },
    toDraft: toCategoriaDraft,
    onStored,
  })
}

export function toCategoriaDraft({
  nombre,
  descripcion,
  color,
  padreId,
  orden,
}: CategoriaGuardada): Categoria {
  return { nombre, descripcion, color, padreId, orden }
}

const ALL = ['categorias', 'lista', 'todas']

/** Moves at once what is seen, then what is stored; what could not be stored goes back to where it was. */
export function useMoveCategoria(): (id: string, place: Place) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: OrdenDeCategorias) =>
      callApi<CategoriaGuardada[]>('PUT', 'categorias/orden', { body }),
    onError: (error) => notify.error('No se pudo mover', describeError(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['categorias'] }),
  })
  return (id, place) => {
    const { padreId } = place
    const ids = idsAfterMove(queries.getQueryData<CategoriaResumen[]>(ALL) ?? [], id, place)
    queries.setQueryData<CategoriaResumen[]>(ALL, (current) => current && withOrder(current, padreId, ids))
    mutate({ padreId, ids })
  }
}
