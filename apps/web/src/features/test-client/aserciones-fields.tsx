import { type Asercion, asercionSchema } from '@div/contract'
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

interface AsercionesFieldsProps {
  aserciones: readonly Asercion[]
  onChange: (aserciones: readonly Asercion[]) => void
}

const SUBJECTS: readonly { value: Asercion['que']; label: string }[] = [
  { value: 'estado', label: 'Estado HTTP' },
  { value: 'campo', label: 'Campo' },
  { value: 'cabecera', label: 'Cabecera' },
  { value: 'texto', label: 'Cuerpo' },
  { value: 'tiempo', label: 'Tiempo (ms)' },
]
const VERBS: readonly { value: Asercion['es']; label: string }[] = [
  { value: 'igual', label: 'es' },
  { value: 'distinto', label: 'no es' },
  { value: 'contiene', label: 'contiene' },
  { value: 'existe', label: 'existe' },
  { value: 'menor', label: 'es menor que' },
  { value: 'mayor', label: 'es mayor que' },
]

/** What the answer must be. */
export function AsercionesFields({ aserciones, onChange }: AsercionesFieldsProps) {
  const set = (at: number, part: Partial<Record<keyof Asercion, string | null>>) =>
    onChange(
      aserciones.map((each, index) => (index === at ? asercionSchema.parse({ ...each, ...part }) : each)),
    )
  return (
    <Stack gap="xs">
      {aserciones.length === 0 && (
        <Text size="sm" c="dimmed">
          Diga cómo tiene que ser la respuesta: se comprueba en cada envío y al ejecutar la colección.
        </Text>
      )}
      {aserciones.map(({ que, nombre, es, valor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
        <Group key={index} gap="xs">
          <Select
            aria-label="Qué se comprueba"
            w={140}
            allowDeselect={false}
            data={SUBJECTS}
            value={que}
            onChange={(value) => set(index, { que: value })}
          />
          {(que === 'campo' || que === 'cabecera') && (
            <TextInput
              aria-label={que === 'campo' ? 'Ruta del campo' : 'Nombre de la cabecera'}
              placeholder={que === 'campo' ? 'clientes[0].nombre' : 'Content-Type'}
              flex="1 1 140px"
              value={nombre}
              onChange={({ currentTarget }) => set(index, { nombre: currentTarget.value })}
            />
          )}
          <Select
            aria-label="Cómo se compara"
            w={140}
            allowDeselect={false}
            data={VERBS}
            value={es}
            onChange={(value) => set(index, { es: value })}
          />
          {es !== 'existe' && (
            <TextInput
              aria-label="Valor esperado"
              flex="1 1 120px"
              value={valor}
              onChange={({ currentTarget }) => set(index, { valor: currentTarget.value })}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Quitar la comprobación ${index + 1}`}
            onClick={() => onChange(aserciones.filter((_, each) => each !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...aserciones, { que: 'estado', nombre: '', es: 'igual', valor: '200' }])}
      >
        Añadir comprobación
      </Button>
    </Stack>
  )
}
