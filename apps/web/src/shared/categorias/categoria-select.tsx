import { Select, type SelectProps } from '@mantine/core'
import { flattenTree } from './categoria-tree.ts'
import { useCategorias } from './use-categorias.ts'

interface CategoriaSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: string | null
  onChange: (id: string | null) => void
  /** Categories that cannot be chosen. */
  without?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** In which category something stands. */
export function CategoriaSelect({ value, onChange, without = NONE, ...rest }: CategoriaSelectProps) {
  return (
    <Select
      label="Categoría"
      placeholder="Sin categoría"
      nothingFoundMessage="Ninguna categoría se llama así."
      searchable
      clearable
      {...rest}
      data={useCategoriaOptions().filter((option) => !without.has(option.value))}
      value={value}
      onChange={onChange}
    />
  )
}

/** The filter of a list. `ninguna`: what is in none. Empty: all. */
export function CategoriaFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Select
      aria-label="Categoría"
      placeholder="Categoría"
      w={180}
      searchable
      clearable
      data={[{ value: 'ninguna', label: 'Sin categoría' }, ...useCategoriaOptions()]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

function useCategoriaOptions() {
  return flattenTree(useCategorias() ?? []).map(({ categoria, path }) => ({
    value: categoria.id,
    label: [...path, categoria.nombre].join(' / '),
  }))
}
