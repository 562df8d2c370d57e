import { type TextFile, withFiles } from '@div/contract/order-files'
import { ActionIcon, Button, Collapse, Fieldset, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBarToUp,
  IconChevronDown,
  IconChevronRight,
  IconClipboardText,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { errorAt, type HoldingFieldProps, isWithin } from './field-props.ts'
import { FileChooser } from './file-chooser.tsx'
import { isRecord } from './form-schema.ts'
import { readTextFiles } from './read-text-file.ts'

const COUNT = new Intl.NumberFormat('es')

/** Texts that are files: uploaded several at once, or pasted. */
export function FilesField(props: HoldingFieldProps) {
  const { name, schema, value, onChange, errors, path, isReadOnly, renderFields } = props
  const [failure, setFailure] = useState<string | null>(null)
  const files = readFiles(value)
  const error = failure ?? errorAt(errors, path)

  async function upload(chosen: readonly File[]) {
    const given = await readTextFiles(chosen)
    setFailure(typeof given === 'string' ? given : null)
    if (typeof given !== 'string') onChange(withFiles(files, given))
  }

  return (
    <Fieldset legend={schema.title ?? name} style={{ gridColumn: '1 / -1' }}>
      <Stack gap="xs">
        {schema.description !== undefined && (
          <Text size="xs" c="dimmed">
            {schema.description}
          </Text>
        )}
        {files.map((file, index) => {
          const place = `${path}[${index}]`
          return (
            <FileRow
              // biome-ignore lint/suspicious/noArrayIndexKey: its name is what a person may be changing.
              key={index}
              file={file}
              hasError={errors.some(({ campo }) => isWithin(campo, place))}
              onRemove={isReadOnly ? undefined : () => onChange(files.toSpliced(index, 1))}
              onPutFirst={
                isReadOnly || index === 0 ? undefined : () => onChange([file, ...files.toSpliced(index, 1)])
              }
            >
              {renderFields({
                schema: schema.items ?? {},
                value: file,
                path: place,
                onChange: (next) => onChange(files.with(index, { ...file, ...next })),
              })}
            </FileRow>
          )
        })}
        {error !== undefined && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <FileChooser
              multiple
              accept={(schema.extensiones ?? []).join(',')}
              onChoose={(chosen) => void upload(chosen)}
            >
              {(button) => (
                <Button
                  {...button}
                  size="xs"
                  variant="default"
                  leftSection={<IconUpload size={14} aria-hidden />}
                >
                  Subir archivos
                </Button>
              )}
            </FileChooser>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconClipboardText size={14} aria-hidden />}
              onClick={() => onChange([...files, { nombre: '', contenido: '' }])}
            >
              Pegar uno
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

interface FileRowProps {
  file: TextFile
  hasError: boolean
  onRemove: (() => void) | undefined
  onPutFirst: (() => void) | undefined
  children: ReactNode
}

/** What it says is seldom looked at: it opens for who wants to, and where it is yet to be written. */
function FileRow(props: FileRowProps) {
  const { hasError, onRemove, onPutFirst, children } = props
  const { nombre, contenido } = props.file
  const [isOpen, { toggle }] = useDisclosure(contenido === '')
  const isShown = isOpen || hasError
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  const called = nombre === '' ? 'archivo sin nombre' : nombre
  return (
    <Paper p="xs">
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isShown}
          onClick={toggle}
          miw={0}
        >
          {called}
        </Button>
        <Text size="xs" c="dimmed" flex={1} ta="right">
          {COUNT.format(contenido.length)} caracteres
        </Text>
        {onPutFirst && (
          <ActionIcon aria-label={`Poner ${called} el primero`} onClick={onPutFirst}>
            <IconArrowBarToUp size={16} stroke={1.5} />
          </ActionIcon>
        )}
        {onRemove && (
          <ActionIcon aria-label={`Quitar ${called}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      <Collapse expanded={isShown}>{isShown && children}</Collapse>
    </Paper>
  )
}

/** What was stored by hand may be anything. */
function readFiles(value: unknown): readonly TextFile[] {
  if (!Array.isArray(value)) return []
  return value.map((each: unknown) => {
    const { nombre, contenido } = isRecord(each) ? each : {}
    return {
      nombre: typeof nombre === 'string' ? nombre : '',
      contenido: typeof contenido === 'string' ? contenido : '',
    }
  })
}
