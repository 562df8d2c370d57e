import { ColorSwatch, Group, Text } from '@mantine/core'
import { useCategorias } from './use-categorias.ts'

/** Of a row: the category that it is in, with its colour. */
export function CategoriaLabel({ id }: { id: string | null }) {
  const categoria = useCategorias()?.find((each) => each.id === id)
  if (categoria === undefined) return null
  return (
    <Group gap={6} wrap="nowrap">
      {categoria.color !== null && <ColorSwatch color={categoria.color} size={10} withShadow={false} />}
      <Text size="sm" truncate title={categoria.nombre}>
        {categoria.nombre}
      </Text>
    </Group>
  )
}
