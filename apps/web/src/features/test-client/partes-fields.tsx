import { LIMITS, type Parte } from '@div/contract'
import { FileChooser } from '@div/ui'
import {
  ActionIcon,
  Box,
  Button,
  type ButtonProps,
  Checkbox,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconFile, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { readBase64 } from './read-base64.ts'

/** Of a call, for all that is no part: its address, headers and variables. */
const REST = 1 / 16

interface PartesFieldsProps {
  partes: readonly Parte[]
  /** Reading a file takes a while: it is told what to do with the parts that there are then. */
  onChange: (change: (partes: readonly Parte[]) => Parte[]) => void
}

type Leido = Required<Pick<Parte, 'valor' | 'archivo'>> & Pick<Parte, 'vacio'>

/** The fields of a form that is sent as multipart/form-data. */
export function PartesFields({ partes, onChange }: PartesFieldsProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const { cuerpoBytes } = useConfiguracion().data?.limites ?? LIMITS
  const set = (at: number, part: Partial<Parte>) =>
    onChange((current) => current.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const add = (part: Partial<Parte>) =>
    onChange((current) => [...current, { nombre: '', valor: '', activa: true, ...part }])
  /** Where another part came to stand there meanwhile, it is left as it is. */
  const replace = (at: number, archivo: string, read: Leido) =>
    onChange((current) =>
      current.map((each, index) =>
        index === at && each.archivo === archivo ? withArchivo(each, read) : each,
      ),
    )

  /** `at`: of the part that it takes the place of. */
  async function choose(file: File, take: (read: Leido) => void, at = partes.length) {
    const others = JSON.stringify(partes.toSpliced(at, 1).filter(({ activa }) => activa))
    const reason = whyNotTaken(file, Math.floor(cuerpoBytes * (1 - REST)) - new Blob([others]).size)
    setFailure(reason)
    if (reason !== null) return
    try {
      const valor = await readBase64(file)
      take({ valor, archivo: file.name, ...(valor === '' && { vacio: true }) })
    } catch {
      // The browser says no more: it was moved, or may not be read.
      setFailure(
        `No se pudo leer «${file.name}»: compruebe que sigue en su carpeta y que usted puede abrirlo, y elíjalo otra vez.`,
      )
    }
  }

  return (
    <Stack gap="xs">
      {partes.map(({ nombre, valor, archivo, vacio, activa }, index) => (
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
            <Box flex={3} miw={0}>
              <ArchivoButton
                fullWidth
                justify="flex-start"
                onChoose={(file) => void choose(file, (read) => replace(index, archivo, read), index)}
              >
                <Text span inherit truncate>
                  {vacio || valor !== '' ? describeArchivo(archivo, valor) : `Elegir ${archivo || 'archivo'}`}
                </Text>
              </ArchivoButton>
            </Box>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Quitar ${nombre || 'el campo'}`}
            onClick={() => onChange((current) => current.filter((_, each) => each !== index))}
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
        <ArchivoButton
          size="xs"
          onChoose={(file) => void choose(file, (read) => add({ nombre: 'archivo', ...read }))}
        >
          Añadir archivo
        </ArchivoButton>
      </Group>
    </Stack>
  )
}

function withArchivo({ vacio: _, ...parte }: Parte, read: Leido): Parte {
  return { ...parte, ...read }
}

interface ArchivoButtonProps extends ButtonProps {
  onChoose: (file: File) => void
}

function ArchivoButton({ onChoose, ...look }: ArchivoButtonProps) {
  return (
    <FileChooser onChoose={([file]) => onChoose(file)}>
      {(button) => (
        <Button {...button} {...look} variant="default" leftSection={<IconFile size={14} aria-hidden />} />
      )}
    </FileChooser>
  )
}

/** `leftBytes`: of the call, which is sent as JSON. */
function whyNotTaken({ name, size }: File, leftBytes: number): string | null {
  // Its letters in base64 are a third more than its bytes.
  const cabe = Math.max(0, Math.floor((leftBytes * 3) / 4))
  if (size <= cabe) return null
  const [actual, maximo] = [size, cabe].map((bytes) => bytes.toLocaleString('es'))
  return `«${name}» ocupa ${actual} bytes y aquí caben ${maximo}: elija otro más pequeño, o envíelo con el programa de «Código».`
}

/** Four letters of base64 stand for three bytes. */
function describeArchivo(archivo: string, base64: string): string {
  const bytes = Math.floor((base64.replaceAll('=', '').length * 3) / 4)
  return `${archivo} · ${bytes.toLocaleString('es')} bytes`
}
