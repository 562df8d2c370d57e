import { toFormSchema } from '@div/contract'
import { convertirSchema } from '@div/nodos/catalogo'
import { type FormSchema, isRecord, SchemaForm } from '@div/ui'
import { Button, FileButton, Group, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { PasoFieldsProps } from './paso-props.ts'

const SCHEMA: FormSchema = toFormSchema(convertirSchema)

/** The format, the way, and the options of that format. */
export function ConvertirFields({ paso, errors, place, onChange, isReadOnly }: PasoFieldsProps) {
  // What another format left behind goes with it.
  const gone = Object.fromEntries(Object.keys(paso).map((name) => [name, undefined]))
  return (
    <Stack gap="xs">
      <SchemaForm
        schema={SCHEMA}
        value={paso}
        onChange={(next) => onChange({ ...gone, ...next })}
        errors={errors}
        root={place}
        columns={1}
        isReadOnly={isReadOnly}
      />
      {paso.formato === 'xml' && !isReadOnly && (
        <XsdUpload esquema={paso.esquema} onChange={(esquema) => onChange({ esquema }, true)} />
      )}
    </Stack>
  )
}

interface XsdUploadProps {
  esquema: unknown
  onChange: (esquema: object | undefined) => void
}

/** Files of a schema beside those that are there; one of the same name is replaced. */
function XsdUpload({ esquema, onChange }: XsdUploadProps) {
  const given = isRecord(esquema) ? esquema : {}
  const archivos: readonly unknown[] = Array.isArray(given.archivos) ? given.archivos : []

  async function add(files: readonly File[]) {
    const read = await Promise.all(
      files.map(async (file) => ({ nombre: file.name, contenido: await file.text() })),
    )
    const names = new Set(read.map(({ nombre }) => nombre))
    const kept = archivos.filter((each) => !(isRecord(each) && names.has(String(each.nombre))))
    onChange({ ...given, archivos: [...kept, ...read] })
  }

  return (
    <Group gap="xs">
      <FileButton multiple accept=".xsd,.xml,application/xml,text/xml" onChange={(files) => void add(files)}>
        {(props) => (
          <Button
            {...props}
            size="compact-xs"
            variant="default"
            leftSection={<IconUpload size={14} aria-hidden />}
          >
            Subir XSD
          </Button>
        )}
      </FileButton>
      {esquema !== undefined && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(undefined)}>
          Quitar el esquema
        </Button>
      )}
    </Group>
  )
}
