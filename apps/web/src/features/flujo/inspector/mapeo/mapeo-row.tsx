import type { Parametro, TipoDato } from '@div/contract'
import { ActionIcon, Group, Menu, Select, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import { RowMenu } from '../../../../shared/list/row-menu.tsx'
import {
  isTipoDato,
  TIPO_DATO_LABELS,
  TIPO_DATO_OPTIONS,
} from '../../../../shared/tipo-dato/tipo-dato-labels.ts'
import { Shape } from '../forms/declared-param.tsx'
import type { NodoFormProps } from '../forms/nodo-form-props.ts'
import { OrigenField } from '../origen-field.tsx'
import type { FirstFocus } from '../use-fresh-row.ts'
import classes from './mapeo.module.css'
import { mismatchOf, readMapped, takes } from './mapped-origen.ts'
import { MismatchNote } from './mismatch-note.tsx'
import { useNodoData } from './nodo-data.tsx'
import { TakeShape } from './take-shape.tsx'

interface MapeoRowProps extends Pick<NodoFormProps, 'nodo' | 'errors' | 'isReadOnly'> {
  parametro: Parametro
  /** What the wanted value is made of, where something else says it. */
  forma?: Parametro | undefined
  wanted: TipoDato | undefined
  /** What the other system says of it. */
  detalle?: string | undefined
  withTipo?: boolean
  hasFixedName?: boolean
  /** It is wanted and nobody has given it anything yet. */
  isMissing?: boolean
  isRequired?: boolean
  firstFocus?: FirstFocus | undefined
  /** Its place in the node. */
  campo?: string
  nombreError: string | undefined
  error: string | undefined
  /** `isStep`: one step of undo of its own. */
  onChange: (fields: Partial<Parametro>, isStep: boolean) => void
  onRemove?: () => void
  onMove?: (by: number) => void
  onDrop: (event: DragEvent) => void
}

export function MapeoRow(props: MapeoRowProps) {
  const { nodo, parametro, wanted, isReadOnly, isMissing = false, campo, onChange, onDrop } = props
  const { nombre } = parametro
  const { dragged, active, setActive, sources } = useNodoData()
  // An empty row shows that it is empty, and a type that does not fit has a note that mends it.
  const hasOwnNote =
    props.nombreError !== undefined ||
    isEmpty(parametro) ||
    mismatchOf(wanted, readMapped(parametro, sources)) !== null
  const fit = dragged && !isReadOnly ? takes(wanted, dragged.field) : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the person is, for the tree beside it
    <div
      className={isMissing ? `${classes.row} ${classes.ghost}` : classes.row}
      data-campo={campo}
      data-takes={fit}
      data-active={active === nombre || undefined}
      onFocus={() => setActive(nombre)}
      onDragOver={(event) => fit && fit !== 'imposible' && event.preventDefault()}
      onDrop={onDrop}
    >
      <RowHead {...props} />
      <OrigenField
        label={nombre}
        nodo={nodo}
        value={parametro}
        wanted={wanted}
        forma={props.forma ?? parametro}
        onChange={(origen) => onChange(origen, false)}
        error={hasOwnNote ? undefined : props.error}
        isReadOnly={isReadOnly}
      />
      <MismatchNote
        origen={parametro}
        wanted={wanted}
        isReadOnly={isReadOnly}
        onMend={(origen) => onChange(origen, true)}
      />
      {props.withTipo && campo !== undefined && (
        <>
          <TakeShape
            parametro={parametro}
            isReadOnly={isReadOnly}
            onTake={(fields) => onChange(fields, true)}
          />
          <Shape
            parametro={parametro}
            path={campo}
            errors={props.errors}
            isInner
            isReadOnly={isReadOnly}
            onChange={(fields) => onChange(fields, false)}
            tipo={parametro.tipo ?? 'cualquiera'}
          />
        </>
      )}
    </div>
  )
}

const isEmpty = ({ valor, valorAsignado, expresion }: Parametro) =>
  valor === undefined && valorAsignado === undefined && expresion === undefined

function RowHead(props: MapeoRowProps) {
  const { parametro, wanted, detalle, withTipo, hasFixedName, isMissing, isRequired, isReadOnly } = props
  const { nombre, tipo } = parametro
  const { nombreError, firstFocus, onChange, onRemove, onMove } = props
  return (
    <Group gap="xs" wrap="nowrap" mb={6} align="flex-start">
      {hasFixedName ? (
        <Text size="sm" ff="monospace" flex={1} miw={0} truncate title={nombre}>
          {nombre}
          {isMissing && isRequired && (
            <Text span size="xs" c="red">
              {' '}
              falta
            </Text>
          )}
        </Text>
      ) : (
        <TextInput
          size="xs"
          aria-label="Nombre del campo"
          {...firstFocus}
          flex={1}
          ff="monospace"
          readOnly={isReadOnly}
          value={nombre}
          error={nombreError}
          onChange={({ currentTarget }) => onChange({ nombre: currentTarget.value }, false)}
        />
      )}
      {withTipo ? (
        <Select
          size="xs"
          w={118}
          aria-label={`Tipo de ${nombre}`}
          placeholder="Tipo"
          clearable={!isReadOnly}
          readOnly={isReadOnly}
          data={TIPO_DATO_OPTIONS}
          value={tipo ?? null}
          // What only the type before knew goes with it.
          onChange={(value) =>
            onChange(
              { tipo: isTipoDato(value) ? value : undefined, campos: undefined, elemento: undefined },
              true,
            )
          }
        />
      ) : (
        wanted && (
          <Text size="xs" c="dimmed" pt={2} title={detalle}>
            {detalle ?? TIPO_DATO_LABELS[wanted]}
          </Text>
        )
      )}
      {!isReadOnly && onRemove && (
        <>
          {onMove && (
            <RowMenu
              label={`Más de ${nombre}`}
              renderItems={() => (
                <>
                  <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => onMove(-1)}>
                    Subir
                  </Menu.Item>
                  <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => onMove(1)}>
                    Bajar
                  </Menu.Item>
                </>
              )}
            />
          )}
          <ActionIcon aria-label={`Quitar ${nombre}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}
