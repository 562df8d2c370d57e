import { LIMITS, type Parte } from '@div/contract'
import { ActionIcon, Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFile, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { readBase64 } from './read-base64.ts'

interface PartesFieldsProps {
  partes: readonly Parte[]
  onChange: (partes: Parte[]) => void
}

/** The fields of a form that is sent as multipart/form-data. */
export function PartesFields({ partes, onChange }: PartesFieldsProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const set = (at: number, part: Partial<Parte>) =>
    onChange(partes.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const add = (part: Partial<Parte>) =>
    onChange([...partes, { nombre: '', valor: '', activa: true, ...part }])

  async function choose(file: File | null, take: (read: Required<Pick<Parte, 'valor' | 'archivo'>>) => void) {
    setFailure(null)
    if (file === null) return
    // Its letters in base64 are a third more than its bytes.
    if (file.size * 4 > LIMITS.cuerpoBytes * 3)
      return setFailure(
        `«${file.name}» es demasiado grande para probarlo desde aquí: elija otro más pequeño.`,
      )
    try {
      take({ valor: await readBase64(file), archivo: file.name })
    } catch {
      // The browser says no more: it was moved, or may not be read.
      setFailure(`No se pudo leer «${file.name}». Elíjalo otra vez.`)
    }
  }

  return (
    <Stack gap="xs">
      {partes.map(({ nombre, valor, archivo, activa }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is nothing but its place
        <Group key={index} gap="xs" wrap="nowrap">
          <Checkbox
            aria-label={`Enviar ${nombre || 'el campo'}`}
            checked={activa}
            onChange={({ currentTarget }) => set(index, { activa: currentTarget.checked })}
          />
          <TextInput
            aria-label="Nombre del campo"
            placeholder="nombre"
            flex={2}
            miw={0}
            value={nombre}
            onChange={({ currentTarget }) => set(index, { nombre: currentTarget.value })}
          />
          {archivo === undefined ? (
            <TextInput
              aria-label={`Valor de ${nombre || 'el campo'}`}
              flex={3}
              miw={0}
              value={valor}
              onChange={({ currentTarget }) => set(index, { valor: currentTarget.value })}
            />
          ) : (
            <FileButton onChange={(file) => void choose(file, (read) => set(index, read))}>
              {(button) => (
                <Button
                  {...button}
                  flex={3}
                  miw={0}
                  variant="default"
                  justify="flex-start"
                  leftSection={<IconFile size={14} aria-hidden />}
                >
                  {describeArchivo(archivo, valor)}
                </Button>
              )}
            </FileButton>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Quitar ${nombre || 'el campo'}`}
            onClick={() => onChange(partes.filter((_, each) => each !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {failure !== null && (
        <Text size="xs" c="red" role="alert">
          {failure}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add({})}
        >
          Añadir campo
        </Button>
        <FileButton onChange={(file) => void choose(file, (read) => add({ nombre: 'archivo', ...read }))}>
          {(button) => (
            <Button {...button} variant="default" size="xs" leftSection={<IconFile size={14} aria-hidden />}>
              Añadir archivo
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}

/** Four letters of base64 stand for three bytes. */
function describeArchivo(archivo: string, base64: string): string {
  if (base64 === '') return `Elegir ${archivo || 'archivo'}`
  const bytes = Math.floor((base64.replaceAll('=', '').length * 3) / 4)
  return `${archivo} · ${bytes.toLocaleString('es')} bytes`
}
