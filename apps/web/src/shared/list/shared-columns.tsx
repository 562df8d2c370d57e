import type { ListColumn } from '@div/ui'
import { CategoriaLabel } from '../categorias/categoria-label.tsx'
import { TimeAgo } from '../time/time-ago.tsx'

type Placed = Pick<ListColumn<never>, 'from' | 'isOptional' | 'width'>

export function categoriaColumn(placed: Placed): ListColumn<{ categoriaId: string | null }> {
  return {
    key: 'categoria',
    title: 'Categoría',
    width: 144,
    ...placed,
    render: ({ categoriaId }) => <CategoriaLabel id={categoriaId} />,
  }
}

/** Only for who asks for it: it says in words what the name should say already. */
export function descripcionColumn(placed: Placed = {}): ListColumn<{ descripcion: string }> {
  return {
    key: 'descripcion',
    title: 'Descripción',
    isOptional: true,
    ...placed,
    render: ({ descripcion }) => descripcion,
  }
}

export function modificadoColumn(placed: Placed & { title?: string }): ListColumn<{ actualizadoEn: string }> {
  return {
    key: 'modificado',
    title: 'Modificado',
    orden: 'actualizadoEn',
    width: 144,
    ...placed,
    render: ({ actualizadoEn }) => <TimeAgo at={actualizadoEn} />,
  }
}

export function usosColumn(placed: Placed & { title?: string }): ListColumn<{ usos: number }> {
  return {
    key: 'usos',
    title: 'Usado por',
    width: 104,
    align: 'right',
    ...placed,
    render: ({ usos }) => (usos === 0 ? '–' : usos.toLocaleString('es')),
  }
}
