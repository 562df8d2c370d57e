import type { ErrorDeCampo, Parametro, TipoDato } from '@div/contract'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { isTipoDato, TIPO_DATO_OPTIONS } from '../../../../shared/tipo-dato/tipo-dato-labels.ts'
import classes from '../mapeo/mapeo.module.css'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import { readValor, showValor } from '../origen.ts'
import { sampleText, sampleValue } from '../sample-value.ts'
import { type FirstFocus, useFreshRow } from '../use-fresh-row.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { limitsOf, withValidacion } from './validacion-fields.ts'

const ORIGENES = [
  { value: 'ruta', label: 'La ruta de la dirección' },
  { value: 'consulta', label: 'La consulta (?nombre=)' },
  { value: 'cabecera', label: 'Una cabecera con ese nombre' },
  { value: 'cuerpo', label: 'El cuerpo entero' },
] as const

/** What can be typed into a search. */
const MAY_BE_CLAVE: ReadonlySet<TipoDato> = new Set([
  'texto',
  'entero',
  'decimal',
  'booleano',
  'fecha',
  'fechaHora',
])

interface DeclaredParamProps {
  parametro: Parametro
  /** Of the declaration: `parametros[2]`. */
  path: string
  errors: readonly ErrorDeCampo[]
  /** A field within another, which no call gives by itself. */
  isInner?: boolean
  isReadOnly: boolean
  firstFocus?: FirstFocus | undefined
  onChange: (fields: Partial<Parametro>) => void
  onRemove?: () => void
}

/** All that is said of a value that the proceso is given. */
export function DeclaredParam(props: DeclaredParamProps) {
  const { parametro, path, errors, isReadOnly, firstFocus, onChange, onRemove } = props
  const { nombre, tipo = 'cualquiera', requerido = false, ejemplo } = parametro
  const [isOpen, setIsOpen] = useState(false)
  const hasName = onRemove !== undefined
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const what = nombre === '' ? 'el elemento' : nombre
  return (
    <Stack gap={6} className={classes.row}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {hasName && (
          <TextInput
            aria-label="Nombre del dato"
            {...firstFocus}
            flex={1}
            miw={0}
            readOnly={isReadOnly}
            value={nombre}
            {...campoOf(errors, `${path}.nombre`)}
            onChange={({ currentTarget }) => onChange({ nombre: currentTarget.value })}
          />
        )}
        <Select
          aria-label={`Tipo de ${what}`}
          w={hasName ? 128 : undefined}
          flex={hasName ? undefined : 1}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={TIPO_DATO_OPTIONS}
          value={tipo}
          // What only the type before knew goes with it.
          onChange={(value) =>
            isTipoDato(value) &&
            onChange({ tipo: value, validacion: undefined, campos: undefined, elemento: undefined })
          }
        />
        {!isReadOnly && onRemove && (
          <ActionIcon size={36} aria-label={`Quitar ${what}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      <Group gap="sm" wrap="nowrap">
        {hasName && (
          <Checkbox
            label="Obligatorio"
            disabled={isReadOnly}
            checked={requerido}
            onChange={({ currentTarget }) => onChange({ requerido: currentTarget.checked })}
          />
        )}
        <TextInput
          size="xs"
          flex={1}
          aria-label={`Ejemplo de ${what}`}
          placeholder="Ejemplo"
          readOnly={isReadOnly}
          value={sampleText(ejemplo)}
          onChange={({ currentTarget }) => onChange({ ejemplo: sampleValue(currentTarget.value, tipo) })}
        />
      </Group>
      <Shape {...props} tipo={tipo} />
      <UnstyledButton
        fz="xs"
        c="dimmed"
        aria-expanded={isOpen}
        aria-label={`Descripción, valor por defecto y límites de ${what}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Chevron size={12} aria-hidden style={{ verticalAlign: -2 }} /> Descripción, valor por defecto y
        límites
      </UnstyledButton>
      {isOpen && <Details {...props} tipo={tipo} />}
    </Stack>
  )
}

/** The fields of an object, the element of a list. */
export function Shape(props: DeclaredParamProps & { tipo: TipoDato }) {
  const { parametro, path, errors, isReadOnly, onChange, tipo } = props
  const { nombre, campos = [], elemento } = parametro
  const keyOf = useRowKeys(campos)
  const { mark, firstFocusOf } = useFreshRow()
  if (tipo === 'objeto')
    return (
      <Stack gap="xs" pl="sm" component="section" aria-label={`Campos de ${nombre}`}>
        {campos.map((campo, at) => (
          <DeclaredParam
            key={keyOf(at)}
            parametro={campo}
            path={`${path}.campos[${at}]`}
            errors={errors}
            isInner
            isReadOnly={isReadOnly}
            firstFocus={firstFocusOf(at)}
            onChange={(fields) =>
              onChange({ campos: campos.with(at, withoutAbsent({ ...campo, ...fields })) })
            }
            onRemove={() => onChange({ campos: campos.toSpliced(at, 1) })}
          />
        ))}
        {!isReadOnly && (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPlus size={12} aria-hidden />}
              onClick={() => {
                mark(campos.length)
                onChange({ campos: [...campos, { nombre: `campo${campos.length + 1}`, tipo: 'texto' }] })
              }}
            >
              Campo de {nombre || 'cada elemento'}
            </Button>
          </Group>
        )}
      </Stack>
    )
  if (tipo !== 'lista') return null
  return (
    <Stack gap={4} pl="sm" component="section" aria-label={`Elementos de ${nombre}`}>
      {elemento === undefined ? (
        !isReadOnly && (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ elemento: { nombre: '', tipo: 'objeto', campos: [] } })}
            >
              Decir qué es cada elemento
            </Button>
          </Group>
        )
      ) : (
        <DeclaredParam
          parametro={elemento}
          path={`${path}.elemento`}
          errors={errors}
          isInner
          isReadOnly={isReadOnly}
          onChange={(fields) => onChange({ elemento: withoutAbsent({ ...elemento, ...fields }) })}
        />
      )}
    </Stack>
  )
}

function Details({
  parametro,
  path,
  errors,
  isInner = false,
  isReadOnly,
  onChange,
  tipo,
}: DeclaredParamProps & { tipo: TipoDato }) {
  const { nombre, descripcion, defecto, origen, claveDeNegocio = false, validacion = {} } = parametro
  const put = (fields: Parameters<typeof withValidacion>[1]) =>
    onChange({ validacion: withValidacion(validacion, fields) })
  const limits = limitsOf(tipo)
  const what = nombre === '' ? 'el elemento' : nombre
  return (
    <Stack gap="sm">
      <Textarea
        size="xs"
        label="Descripción"
        aria-label={`Descripción de ${what}`}
        autosize
        minRows={1}
        maxRows={6}
        readOnly={isReadOnly}
        value={descripcion ?? ''}
        onChange={({ currentTarget }) => onChange({ descripcion: currentTarget.value || undefined })}
      />
      <Group grow gap="sm" align="flex-start">
        <TextInput
          size="xs"
          label="Valor por defecto"
          aria-label={`Valor por defecto de ${what}`}
          description="Si no llega."
          readOnly={isReadOnly}
          value={sampleText(defecto)}
          {...campoOf(errors, `${path}.defecto`)}
          onChange={({ currentTarget }) => onChange({ defecto: sampleValue(currentTarget.value, tipo) })}
        />
        {!isInner && (
          <Select
            size="xs"
            label="De dónde sale"
            aria-label={`De dónde sale ${what}`}
            description="En una llamada."
            placeholder="De donde venga con su nombre"
            clearable={!isReadOnly}
            readOnly={isReadOnly}
            data={[...ORIGENES]}
            value={origen ?? null}
            onChange={(value) => onChange({ origen: ORIGENES.find((each) => each.value === value)?.value })}
          />
        )}
      </Group>
      {!isInner && MAY_BE_CLAVE.has(tipo) && (
        <Checkbox
          size="xs"
          label="Clave de negocio"
          aria-label={`${what} es la clave de negocio`}
          description="Por su valor se buscan las ejecuciones. Solo un dato puede serlo."
          disabled={isReadOnly}
          checked={claveDeNegocio}
          {...campoOf(errors, `${path}.claveDeNegocio`)}
          onChange={({ currentTarget }) => onChange({ claveDeNegocio: currentTarget.checked || undefined })}
        />
      )}
      {limits.length > 0 && (
        <Group grow gap="sm" align="flex-start">
          {limits.map(({ field, label, bounds }) => (
            <NumberInput
              key={field}
              size="xs"
              label={label}
              aria-label={`${label} de ${what}`}
              readOnly={isReadOnly}
              {...bounds}
              value={validacion[field] ?? ''}
              {...campoOf(errors, `${path}.validacion.${field}`)}
              onChange={(value) => put({ [field]: typeof value === 'number' ? value : undefined })}
            />
          ))}
        </Group>
      )}
      {tipo === 'texto' && (
        <TextInput
          size="xs"
          label="Patrón"
          aria-label={`Patrón de ${what}`}
          description="Expresión regular que cumple el texto entero."
          ff="monospace"
          readOnly={isReadOnly}
          value={validacion.patron ?? ''}
          {...campoOf(errors, `${path}.validacion.patron`)}
          onChange={({ currentTarget }) => put({ patron: currentTarget.value || undefined })}
        />
      )}
      {(tipo === 'texto' || tipo === 'entero' || tipo === 'decimal') && (
        <TagsInput
          size="xs"
          label="Únicos valores que se admiten"
          aria-label={`Valores que admite ${what}`}
          placeholder="Escriba cada uno y pulse Intro"
          readOnly={isReadOnly}
          value={(validacion.valores ?? []).map((each) =>
            tipo === 'texto' ? String(each) : showValor(each),
          )}
          onChange={(next) =>
            put({
              valores:
                next.length === 0
                  ? undefined
                  : next.map((each) => (tipo === 'texto' ? each : scalar(readValor(each)))),
            })
          }
        />
      )}
    </Stack>
  )
}

const scalar = (value: unknown) => (typeof value === 'number' ? value : String(value))
