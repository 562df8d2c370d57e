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
const MOVES = ['categorias', 'orden']

/**
 * Moves at once what is seen, then what is stored, one move after another in their order; what could not be stored goes back to where it
 * was. Nothing is read between two of them: it would undo before the eyes what is still to be stored.
 */
export function useMoveCategoria(): (id: string, place: Place) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: MOVES,
    scope: { id: MOVES.join('/') },
    mutationFn: (body: OrdenDeCategorias) =>
      callApi<CategoriaGuardada[]>('PUT', 'categorias/orden', { body }),
    onError: (error) => notify.error('No se pudo mover', describeError(error)),
    onSettled: async () => {
      const isLast = queries.isMutating({ mutationKey: MOVES }) === 1
      if (isLast) await queries.invalidateQueries({ queryKey: ['categorias'] })
    },
  })
  return (id, place) => {
    void queries.cancelQueries({ queryKey: ALL })
    const { padreId } = place
    const ids = idsAfterMove(queries.getQueryData<CategoriaResumen[]>(ALL) ?? [], id, place)
    queries.setQueryData<CategoriaResumen[]>(ALL, (current) => current && withOrder(current, padreId, ids))
    mutate({ padreId, ids })
  }
}
