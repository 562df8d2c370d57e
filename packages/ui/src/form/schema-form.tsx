import { Collapse, SimpleGrid, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type FunctionComponent, type ReactNode, useEffect } from 'react'
import { DateField, DateTimeField } from './date-fields.tsx'
import { type FieldError, type HoldingFieldProps, isWithin, joinPath, withField } from './field-props.ts'
import { FilesField } from './files-field.tsx'
import { FormHelp } from './form-help.tsx'
import {
  type FormKind,
  type FormSchema,
  isRecord,
  isRequired,
  isShown,
  kindOf,
  withoutHidden,
} from './form-schema.ts'
import { GroupField, ListField, OptionalField, VariantField } from './holding-fields.tsx'
import { JsonField } from './json-field.tsx'
import { MapField } from './map-field.tsx'
import { SecretField } from './secret-field.tsx'
import {
  BooleanField,
  LongTextField,
  NumberField,
  OptionField,
  TextField,
  TextsField,
} from './simple-fields.tsx'

const FIELDS: Readonly<Record<FormKind, FunctionComponent<HoldingFieldProps>>> = {
  texto: TextField,
  textoLargo: LongTextField,
  secreto: SecretField,
  fecha: DateField,
  fechaHora: DateTimeField,
  numero: NumberField,
  booleano: BooleanField,
  opcion: OptionField,
  variante: VariantField,
  opcional: OptionalField,
  grupo: GroupField,
  mapa: MapField,
  textos: TextsField,
  archivos: FilesField,
  lista: ListField,
  json: JsonField,
}

export interface SchemaFormProps {
  /** Of an object. */
  schema: FormSchema
  value: unknown
  onChange: (value: Record<string, unknown>) => void
  errors: readonly FieldError[]
  /** Where the object stands in what is sent, such as `config`; empty: it is the whole. */
  root: string
  /** Where there is room for them; two unless said. */
  columns?: 1 | 2
  isReadOnly?: boolean
  /** Where its fields are explained: a page and the part of it below which each has its place. */
  help?: string
}

/** A form drawn from the schema that also checks what it sends. */
export function SchemaForm({ help, ...props }: SchemaFormProps) {
  if (help === undefined) return <DrawnForm {...props} />
  return (
    <FormHelp help={help} root={props.root}>
      <DrawnForm {...props} />
    </FormHelp>
  )
}

function DrawnForm(props: SchemaFormProps) {
  const { schema, value, errors, root } = props
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => each.const === undefined && !each.oculto && isShown(schema, name, value),
  )
  const shown = properties.filter(([, { avanzado }]) => !avanzado)
  const folded = properties.filter(([, { avanzado }]) => avanzado)
  const hasFoldedError = folded.some(([name]) =>
    errors.some(({ campo }) => isWithin(campo, joinPath(root, name))),
  )
  return (
    <Stack gap="md">
      <Fields {...props} properties={shown} />
      {folded.length > 0 && (
        <Folded hasError={hasFoldedError}>
          <Fields {...props} properties={folded} />
        </Folded>
      )}
    </Stack>
  )
}

interface FieldsProps extends SchemaFormProps {
  properties: readonly (readonly [name: string, schema: FormSchema])[]
}

function Fields(props: FieldsProps) {
  const { schema, value, onChange, errors, root, columns = 2, isReadOnly = false, properties } = props
  return (
    <SimpleGrid cols={{ base: 1, sm: columns }} spacing="lg" verticalSpacing="md">
      {properties.map(([name, each]) => {
        const Field = FIELDS[kindOf(each)]
        return (
          <Field
            key={name}
            name={name}
            schema={each}
            isRequired={isRequired(schema, name)}
            value={isRecord(value) ? value[name] : undefined}
            onChange={(next) => onChange(withoutHidden(schema, withField(value, name, next)))}
            errors={errors}
            path={joinPath(root, name)}
            isReadOnly={isReadOnly}
            renderFields={(held) => (
              <SchemaForm
                {...held}
                root={held.path}
                errors={errors}
                columns={columns}
                isReadOnly={isReadOnly}
              />
            )}
          />
        )
      })}
    </SimpleGrid>
  )
}

/** Opens for what is wrong in it, and stays as it is while that is mended. */
function Folded({ hasError, children }: { hasError: boolean; children: ReactNode }) {
  const [opened, { toggle, open }] = useDisclosure(hasError)
  useEffect(() => {
    if (hasError) open()
  }, [hasError, open])
  const Chevron = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={opened} fz="sm" fw={500} c="dimmed" mb="sm">
        <Chevron size={14} aria-hidden style={{ verticalAlign: -2 }} /> Opciones avanzadas
      </UnstyledButton>
      <Collapse expanded={opened}>{children}</Collapse>
    </div>
  )
}
