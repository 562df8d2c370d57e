import type { Columna, ErrorDeCampo } from '@div/contract'
import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { errorOf } from '../../shared/form/error-of.ts'
import { isTipoDato, TIPO_DATO_OPTIONS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import classes from './columnas-editor.module.css'

interface ColumnasEditorProps {
  columnas: readonly Columna[]
  onChange: (columnas: Columna[]) => void
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
}

/** The columns of a tabla, in their order. One that gets another name keeps its values. */
export function ColumnasEditor({ columnas, onChange, errors, isReadOnly }: ColumnasEditorProps) {
  const change = (index: number, fields: Partial<Columna>) =>
    onChange(columnas.map((columna, each) => (each === index ? { ...columna, ...fields } : columna)))
  const whole = errorOf(errors, 'columnas')

  return (
    <Stack gap="md">
      <ol className={classes.list}>
        {columnas.map((columna, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is what a person is changing.
          <li key={index} className={classes.column}>
            <ColumnaFields
              columna={columna}
              index={index}
              onChange={(fields) => change(index, fields)}
              errors={errors}
              isReadOnly={isReadOnly}
            />
            {!isReadOnly && (
              <Group gap={4} wrap="nowrap" className={classes.tools}>
                <ActionIcon
                  aria-label={`Subir ${columna.nombre}`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(columnas, index, index - 1))}
                >
                  <IconArrowUp size={16} stroke={1.5} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Bajar ${columna.nombre}`}
                  disabled={index === columnas.length - 1}
                  onClick={() => onChange(moved(columnas, index, index + 1))}
                >
                  <IconArrowDown size={16} stroke={1.5} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Quitar ${columna.nombre}`}
                  disabled={columnas.length === 1}
                  onClick={() => onChange(columnas.toSpliced(index, 1))}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              </Group>
            )}
          </li>
        ))}
      </ol>
      {whole !== undefined && (
        <Text size="sm" c="red">
          {whole}
        </Text>
      )}
      {!isReadOnly && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...columnas, NEW])}
          >
            Añadir columna
          </Button>
        </div>
      )}
    </Stack>
  )
}

const NEW: Columna = { nombre: '', tipo: 'texto', requerido: false, unico: false, descripcion: '' }

function moved(columnas: readonly Columna[], from: number, to: number): Columna[] {
  const columna = columnas[from]
  return columna === undefined ? [...columnas] : columnas.toSpliced(from, 1).toSpliced(to, 0, columna)
}

interface ColumnaFieldsProps extends Pick<ColumnasEditorProps, 'errors' | 'isReadOnly'> {
  columna: Columna
  index: number
  onChange: (fields: Partial<Columna>) => void
}

function ColumnaFields({ columna, index, onChange, errors, isReadOnly }: ColumnaFieldsProps) {
  const { nombre, tipo, requerido, unico, descripcion, antes } = columna
  const at = (field: string) => campoOf(errors, `columnas[${index}].${field}`)
  const isRenamed = antes !== undefined && antes !== nombre
  return (
    <>
      <TextInput
        label="Nombre"
        withAsterisk
        className={classes.name}
        readOnly={isReadOnly}
        description={isRenamed ? `Antes «${antes}»: conserva sus valores.` : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...at('nombre')}
        value={nombre}
        onChange={({ currentTarget }) => onChange({ nombre: currentTarget.value })}
      />
      <Select
        label="Tipo"
        className={classes.type}
        data={TIPO_DATO_OPTIONS}
        allowDeselect={false}
        disabled={isReadOnly}
        {...at('tipo')}
        value={tipo}
        onChange={(next) => isTipoDato(next) && onChange({ tipo: next })}
      />
      <TextInput
        label="Descripción"
        className={classes.description}
        readOnly={isReadOnly}
        {...at('descripcion')}
        value={descripcion}
        onChange={({ currentTarget }) => onChange({ descripcion: currentTarget.value })}
      />
      <Group gap="md" wrap="nowrap" className={classes.flags}>
        <Checkbox
          label="Requerido"
          {...at('requerido')}
          disabled={isReadOnly}
          checked={requerido}
          onChange={({ currentTarget }) => onChange({ requerido: currentTarget.checked })}
        />
        <Checkbox
          label="Único"
          {...at('unico')}
          disabled={isReadOnly}
          checked={unico}
          onChange={({ currentTarget }) => onChange({ unico: currentTarget.checked })}
        />
      </Group>
    </>
  )
}
