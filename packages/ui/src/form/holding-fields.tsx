import {
  ActionIcon,
  Fieldset,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { errorAt, type HoldingFieldProps, inputProps } from './field-props.ts'
import {
  emptyOf,
  type FormSchema,
  initialOf,
  isRecord,
  labelOf,
  optionalOf,
  tagOf,
  variantsOf,
} from './form-schema.ts'
import { ListEnd } from './list-end.tsx'

/** More choices than this, or longer ones than a telephone has room for, stand in a list that opens. */
const SIDE_BY_SIDE = 4
const SIDE_BY_SIDE_CHARACTERS = 30
const WHOLE_WIDTH = { gridColumn: '1 / -1' }

export function GroupField({ name, schema, value, onChange, path, renderFields }: HoldingFieldProps) {
  return (
    <Fieldset legend={schema.title ?? name} style={WHOLE_WIDTH}>
      {renderFields({ schema, value, path, onChange })}
    </Fieldset>
  )
}

function areSideBySide(labels: readonly string[]): boolean {
  return labels.length <= SIDE_BY_SIDE && labels.join('').length <= SIDE_BY_SIDE_CHARACTERS
}

/** One of several forms: choosing another begins it anew. */
export function VariantField(props: HoldingFieldProps) {
  const { schema, value, onChange, path, isReadOnly, renderFields } = props
  const { label, description, error } = inputProps(props)
  const variants = variantsOf(schema).map((variant) => ({ variant, tag: tagOf(variant) }))
  const current = variants.find(({ tag }) => tag && isRecord(value) && value[tag.name] === tag.value)
  const data = variants.map(({ variant, tag }) => ({
    value: tag?.value ?? '',
    label: variant.title ?? labelOf(schema, tag?.value),
  }))

  function choose(chosen: string | null) {
    const next = variants.find(({ tag }) => tag?.value === chosen)
    if (next) onChange(initialOf(next.variant))
  }

  const selected = current?.tag?.value ?? ''
  return (
    <Fieldset legend={label} style={WHOLE_WIDTH}>
      <Stack gap="md">
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {areSideBySide(data.map((each) => each.label)) ? (
          <SegmentedControl
            aria-label={label}
            data={data}
            value={selected}
            onChange={choose}
            disabled={isReadOnly}
            style={{ alignSelf: 'flex-start' }}
          />
        ) : (
          <Select
            aria-label={label}
            data={data}
            value={selected}
            onChange={choose}
            disabled={isReadOnly}
            allowDeselect={false}
            maw={320}
          />
        )}
        {error !== undefined && (
          <Text size="xs" c="red">
            {error}
          </Text>
        )}
        {current?.variant.description !== undefined && (
          <Text size="xs" c="dimmed">
            {current.variant.description}
          </Text>
        )}
        {current &&
          hasFields(current.variant) &&
          renderFields({ schema: current.variant, value, path, onChange })}
      </Stack>
    </Fieldset>
  )
}

/** Beside what tells it from the others. */
function hasFields({ properties = {} }: FormSchema): boolean {
  return Object.values(properties).some((property) => property.const === undefined)
}

/** What may be left undefined: a switch, and its fields once it is on. */
export function OptionalField(props: HoldingFieldProps) {
  const { name, schema, value, onChange, path, isReadOnly, renderFields } = props
  const { label, description, error } = inputProps(props)
  const inner = optionalOf(schema) ?? {}
  const isOn = value !== null && value !== undefined
  const isObject = inner.type === 'object'
  const title = inner.title ?? 'Valor'
  return (
    <Fieldset legend={label} style={WHOLE_WIDTH}>
      <Stack gap="md">
        <Switch
          label={isObject ? 'Configurar' : 'Indicar un valor'}
          description={description}
          error={error}
          disabled={isReadOnly}
          checked={isOn}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? (initialOf(inner) ?? emptyOf(inner)) : null)
          }
        />
        {isOn && isObject && renderFields({ schema: inner, value, path, onChange })}
        {isOn &&
          !isObject &&
          renderFields({
            schema: { type: 'object', properties: { [name]: { title, ...inner } }, required: [name] },
            value: { [name]: value },
            path: path.slice(0, Math.max(0, path.length - name.length - 1)),
            onChange: (held) => onChange(held[name] ?? emptyOf(inner)),
          })}
      </Stack>
    </Fieldset>
  )
}

/** Things of one shape, in their order. */
export function ListField(props: HoldingFieldProps) {
  const { name, schema, value, onChange, errors, path, isReadOnly, renderFields } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const error = errorAt(errors, path)
  return (
    <Fieldset legend={schema.title ?? name} style={WHOLE_WIDTH}>
      <Stack gap="sm">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what they hold is what a person is changing.
          <Paper key={index} p="md">
            <Group align="flex-start" wrap="nowrap">
              <div style={{ flex: 1 }}>
                {renderFields({
                  schema: schema.items ?? {},
                  value: item,
                  path: `${path}[${index}]`,
                  onChange: (next) => onChange(items.with(index, next)),
                })}
              </div>
              {!isReadOnly && (
                <ActionIcon
                  aria-label={`Quitar el ${index + 1}.º`}
                  onClick={() => onChange(items.toSpliced(index, 1))}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              )}
            </Group>
          </Paper>
        ))}
        <ListEnd
          error={error}
          isReadOnly={isReadOnly}
          onAdd={() => onChange([...items, initialOf(schema.items ?? {}) ?? {}])}
        />
      </Stack>
    </Fieldset>
  )
}
