import type { ErrorDeCampo, PiezaDeContexto } from '@div/contract'
import { ActionIcon, Button, Group, Menu, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { errorOf } from '../../../shared/form/error-of.ts'
import { createPieza } from './contexts-api.ts'
import { TIPOS, TIPOS_DE_PIEZA } from './describe-piezas.ts'
import { PiezaFields } from './pieza-fields.tsx'

interface PiezasEditorProps {
  piezas: readonly PiezaDeContexto[]
  onChange: (piezas: PiezaDeContexto[]) => void
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
}

/** What is told, in the order in which it is. */
export function PiezasEditor({ piezas, onChange, errors, isReadOnly }: PiezasEditorProps) {
  const replace = (index: number, pieza: PiezaDeContexto) => onChange(piezas.with(index, pieza))
  const swap = (index: number, other: number) => {
    const [one, two] = [piezas[index], piezas[other]]
    if (one && two) onChange(piezas.with(index, two).with(other, one))
  }
  const whole = errorOf(errors, 'piezas')
  return (
    <Stack gap="md" component="section" aria-label="Piezas">
      {piezas.map((pieza, index) => {
        const { label } = TIPOS_DE_PIEZA[pieza.tipo]
        const campo = `piezas[${index}]`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: everything else of it is what a person is changing.
          <Paper key={index} withBorder p="md" role="group" aria-label={`Pieza ${index + 1}: ${label}`}>
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600} size="sm">
                  {`${index + 1}. ${label}`}
                </Text>
                {!isReadOnly && (
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon
                      aria-label={`Subir la pieza ${index + 1}`}
                      disabled={index === 0}
                      onClick={() => swap(index, index - 1)}
                    >
                      <IconArrowUp size={16} stroke={1.5} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Bajar la pieza ${index + 1}`}
                      disabled={index === piezas.length - 1}
                      onClick={() => swap(index, index + 1)}
                    >
                      <IconArrowDown size={16} stroke={1.5} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Quitar la pieza ${index + 1}`}
                      onClick={() => onChange(piezas.toSpliced(index, 1))}
                    >
                      <IconTrash size={16} stroke={1.5} />
                    </ActionIcon>
                  </Group>
                )}
              </Group>
              <TextInput
                label="Título"
                description="Encabeza la pieza. Vacío: ninguno."
                readOnly={isReadOnly}
                {...campoOf(errors, `${campo}.titulo`)}
                value={pieza.titulo}
                onChange={({ currentTarget }) => replace(index, { ...pieza, titulo: currentTarget.value })}
              />
              <PiezaFields
                pieza={pieza}
                campo={campo}
                errors={errors}
                isReadOnly={isReadOnly}
                onChange={(next) => replace(index, next)}
              />
            </Stack>
          </Paper>
        )
      })}
      {whole !== undefined && (
        <Text size="sm" c="red">
          {whole}
        </Text>
      )}
      {!isReadOnly && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} w="fit-content">
              Añadir pieza
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {TIPOS.map((tipo) => (
              <Menu.Item key={tipo} onClick={() => onChange([...piezas, createPieza(tipo)])}>
                {TIPOS_DE_PIEZA[tipo].label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  )
}
