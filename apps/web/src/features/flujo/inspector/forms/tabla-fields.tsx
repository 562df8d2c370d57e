import type { ColumnaDeObjeto, ErrorDeCampo, Nodo, Parametro } from '@div/contract'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { writableColumns } from '../../datos/expected-of.ts'
import { useDetalle } from '../../datos/use-objetos.ts'
import { useEditorStore } from '../../store/use-editor.ts'
import classes from '../mapeo/mapeo.module.css'
import { MapeoField } from '../mapeo/mapeo-field.tsx'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import { OrigenField } from '../origen-field.tsx'
import { RowsSection } from '../rows-section.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import type { NodoFormProps } from './nodo-form-props.ts'
import {
  asksForValue,
  type Condicion,
  changeOperacion,
  OPERACIONES,
  OPERADORES_DE_FILTRO,
  parametroOf,
  readTabla,
  unusedOf,
  writeColumns,
  writeCondiciones,
} from './tabla-objeto.ts'
import { UnusedNote } from './unused-note.tsx'

const NONE: readonly ColumnaDeObjeto[] = []

/** One operation on one table: its columns are rows to map, its filter rows to compare. */
export function TablaFields(props: NodoFormProps) {
  const { nodo, change, errors, isReadOnly } = props
  const { data: detalle, isError } = useDetalle(nodo)
  const columnas = detalle?.columnas ?? NONE
  const { objeto, escritos, otros } = readTabla(nodo)
  const operacion = OPERACIONES.find(({ value }) => value === objeto.operacion)?.value
  const put = (fields: Record<string, unknown>) => change({ objeto: withoutAbsent({ ...objeto, ...fields }) })
  const names = columnas.map(({ nombre }) => nombre)
  const unused = unusedOf(nodo)
  return (
    <Stack gap="md">
      <Select
        label="Operación"
        placeholder="Elija qué hacer con la tabla"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[...OPERACIONES]}
        value={operacion ?? null}
        error={errorOf(errors, 'objeto.operacion')}
        onChange={(value) => {
          const chosen = OPERACIONES.find((each) => each.value === value)
          if (chosen) change(changeOperacion(nodo, chosen.value), { isStep: true })
        }}
      />
      {isError && (
        <Text size="xs" c="orange" role="note">
          No se pudieron leer las columnas de la tabla. Compruebe su nombre y que el servidor responda.
        </Text>
      )}
      <UnusedNote nombres={unused} de="La operación" nodo={nodo} change={change} isReadOnly={isReadOnly} />
      {operacion === 'seleccionar' && (
        <LecturaFields nodo={nodo} names={names} put={put} isReadOnly={isReadOnly} />
      )}
      {(operacion === 'insertar' || operacion === 'actualizar') && (
        <MapeoField
          {...props}
          // The rows that are written come first: what is found wrong names them by their places.
          nodo={{ ...nodo, parametros: [...escritos] }}
          label="Columnas que se escriben"
          expected={writableColumns(columnas, operacion)}
          commit={(next, options) => change(writeColumns(nodo, next), options)}
        />
      )}
      {errorOf(errors, 'objeto.columnas') !== undefined && (
        <Text size="xs" c="red" role="alert">
          {errorOf(errors, 'objeto.columnas')}
        </Text>
      )}
      {operacion === 'insertarMasivo' && (
        <>
          <ColumnasField
            label="Columnas que se escriben"
            description="Cada fila de la lista da un campo con el nombre de la columna."
            names={names}
            value={objeto.columnas}
            onChange={(next) => put({ columnas: next })}
            isReadOnly={isReadOnly}
          />
          <MapeoField
            {...props}
            nodo={{ ...nodo, parametros: [...otros] }}
            label="Filas"
            expected={[{ nombre: 'filas', tipo: 'lista', requerido: true, detalle: 'lista de objetos' }]}
          />
        </>
      )}
      {operacion !== undefined && operacion !== 'insertar' && operacion !== 'insertarMasivo' && (
        <FiltroField {...props} columnas={columnas} />
      )}
      {(operacion === 'actualizar' || operacion === 'eliminar') && (
        <Checkbox
          label="Todas las filas"
          description="Permite hacerlo sin filtro."
          disabled={isReadOnly}
          checked={objeto.todas === true}
          onChange={({ currentTarget }) => put({ todas: currentTarget.checked || undefined })}
        />
      )}
      {operacion !== undefined && operacion !== 'seleccionar' && operacion !== 'insertarMasivo' && (
        <ColumnasField
          label="Devolver"
          description="Columnas de las filas escritas que van en la salida."
          names={names}
          value={objeto.devolver}
          error={errorOf(errors, 'objeto.devolver')}
          onChange={(next) => put({ devolver: next.length === 0 ? undefined : next })}
          isReadOnly={isReadOnly}
        />
      )}
    </Stack>
  )
}

interface LecturaFieldsProps {
  nodo: Nodo
  names: readonly string[]
  put: (fields: Record<string, unknown>) => void
  isReadOnly: boolean
}

function LecturaFields({ nodo, names, put, isReadOnly }: LecturaFieldsProps) {
  const { objeto } = readTabla(nodo)
  const orden: readonly unknown[] = Array.isArray(objeto.orden) ? objeto.orden : []
  const rows = orden.flatMap((each) =>
    typeof each === 'object' && each !== null && 'columna' in each
      ? [
          {
            columna: String(each.columna),
            sentido: 'sentido' in each && each.sentido === 'desc' ? 'desc' : 'asc',
          },
        ]
      : [],
  )
  return (
    <>
      <ColumnasField
        label="Columnas"
        description="Ninguna: todas."
        names={names}
        value={objeto.columnas}
        onChange={(next) => put({ columnas: next.length === 0 ? undefined : next })}
        isReadOnly={isReadOnly}
      />
      <MultiSelect
        label="Orden"
        placeholder={rows.length === 0 ? 'Como vengan' : ''}
        searchable
        readOnly={isReadOnly}
        data={names.flatMap((nombre) => [
          { value: `${nombre} asc`, label: `${nombre} ↑` },
          { value: `${nombre} desc`, label: `${nombre} ↓` },
        ])}
        value={rows.map(({ columna, sentido }) => `${columna} ${sentido}`)}
        onChange={(next) =>
          put({
            orden:
              next.length === 0
                ? undefined
                : next.map((each) => ({
                    columna: each.slice(0, each.lastIndexOf(' ')),
                    sentido: each.slice(each.lastIndexOf(' ') + 1),
                  })),
          })
        }
      />
      <Group grow gap="sm" align="flex-start">
        <NumberInput
          label="Límite de filas"
          placeholder="Sin límite"
          min={0}
          allowDecimal={false}
          readOnly={isReadOnly}
          value={typeof objeto.limite === 'number' ? objeto.limite : ''}
          onChange={(value) => put({ limite: typeof value === 'number' ? value : undefined })}
        />
        <NumberInput
          label="Filas que se saltan"
          placeholder="0"
          min={0}
          allowDecimal={false}
          readOnly={isReadOnly}
          value={typeof objeto.desplazamiento === 'number' ? objeto.desplazamiento : ''}
          onChange={(value) => put({ desplazamiento: typeof value === 'number' ? value : undefined })}
        />
      </Group>
    </>
  )
}

interface ColumnasFieldProps {
  label: string
  description: string
  names: readonly string[]
  value: unknown
  onChange: (value: readonly unknown[]) => void
  error?: string | undefined
  isReadOnly: boolean
}

/** Columns by their names; one that says more than its name keeps what it says. */
function ColumnasField({
  label,
  description,
  names,
  value,
  onChange,
  error,
  isReadOnly,
}: ColumnasFieldProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const nameOf = (item: unknown) =>
    typeof item === 'object' && item !== null && 'columna' in item ? String(item.columna) : String(item)
  const chosen = items.map(nameOf)
  return (
    <MultiSelect
      label={label}
      description={description}
      searchable
      readOnly={isReadOnly}
      error={error}
      data={[...new Set([...names, ...chosen])]}
      value={chosen}
      onChange={(next) => onChange(next.map((name) => items.find((item) => nameOf(item) === name) ?? name))}
    />
  )
}

/** Rows that all have to hold; what they compare with is mapped like any other value. */
function FiltroField({
  nodo,
  change,
  errors,
  isReadOnly,
  columnas,
}: NodoFormProps & { columnas: readonly ColumnaDeObjeto[] }) {
  const store = useEditorStore()
  const { condiciones } = readTabla(nodo)
  const keyOf = useRowKeys(condiciones ?? [])
  if (condiciones === null)
    return (
      <Text size="sm" c="dimmed">
        El filtro tiene grupos anidados: se edita en el documento del proceso.
      </Text>
    )
  const put = (next: readonly Condicion[], isStep = true) => change(writeCondiciones(nodo, next), { isStep })
  const used = new Set(condiciones.map(({ columna }) => columna))
  const first = columnas.find(({ clave, nombre }) => clave && !used.has(nombre)) ?? columnas[0]
  /** What the entrada declares by the name of the column is what is meant more often than not. */
  const add = () => {
    const columna = first?.nombre ?? ''
    const entrada = store.flujo.nodos.find(({ tipo }) => tipo === 'entrada')
    const declared = entrada?.parametros.find(({ nombre }) => nombre === columna)
    const next = writeCondiciones(nodo, [...condiciones, { columna, operador: '=' }])
    const valorAsignado = entrada && declared ? { nodo: entrada.id, ruta: columna } : undefined
    change(
      {
        ...next,
        parametros: next.parametros.map((each) =>
          each.nombre === columna && each.valorAsignado === undefined && valorAsignado
            ? { ...each, valorAsignado }
            : each,
        ),
      },
      { isStep: true },
    )
  }
  return (
    <RowsSection label="Filtro" error={errorOf(errors, 'objeto.filtro')}>
      {condiciones.map((condicion, at) => (
        <div key={keyOf(at)} className={classes.row}>
          <Group gap="xs" wrap="nowrap" mb={asksForValue(condicion) ? 6 : 0}>
            <Select
              size="xs"
              flex={1}
              searchable
              aria-label={`Columna de la condición ${at + 1}`}
              readOnly={isReadOnly}
              data={[...new Set([...columnas.map(({ nombre }) => nombre), condicion.columna])]}
              value={condicion.columna}
              onChange={(columna) =>
                columna !== null && put(condiciones.with(at, { columna, operador: condicion.operador }))
              }
            />
            <Select
              size="xs"
              w={120}
              aria-label={`Operador de la condición ${at + 1}`}
              allowDeselect={false}
              readOnly={isReadOnly}
              data={[...OPERADORES_DE_FILTRO]}
              value={condicion.operador}
              onChange={(operador) =>
                operador !== null && put(condiciones.with(at, { ...condicion, operador }))
              }
            />
            {!isReadOnly && (
              <ActionIcon
                aria-label={`Quitar la condición ${at + 1}`}
                onClick={() => put(condiciones.toSpliced(at, 1))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </Group>
          {asksForValue(condicion) && (
            <ComparedValue
              nodo={nodo}
              nombre={parametroOf(condicion)}
              errors={errors}
              wanted={
                condicion.operador === 'en' || condicion.operador === 'noEn'
                  ? undefined
                  : columnas.find(({ nombre }) => nombre === condicion.columna)?.tipo
              }
              onChange={(fields) =>
                change({
                  parametros: nodo.parametros.some(({ nombre }) => nombre === parametroOf(condicion))
                    ? nodo.parametros.map((each) =>
                        each.nombre === parametroOf(condicion) ? withoutAbsent({ ...each, ...fields }) : each,
                      )
                    : [...nodo.parametros, withoutAbsent({ nombre: parametroOf(condicion), ...fields })],
                })
              }
              isReadOnly={isReadOnly}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={columnas.length === 0}
            onClick={add}
          >
            Añadir condición
          </Button>
        </Group>
      )}
    </RowsSection>
  )
}

interface ComparedValueProps {
  nodo: Nodo
  nombre: string
  errors: readonly ErrorDeCampo[]
  wanted: ColumnaDeObjeto['tipo'] | undefined
  onChange: (fields: Partial<Parametro>) => void
  isReadOnly: boolean
}

function ComparedValue({ nodo, nombre, errors, wanted, onChange, isReadOnly }: ComparedValueProps) {
  const at = nodo.parametros.findIndex((each) => each.nombre === nombre)
  const parametro = nodo.parametros[at] ?? { nombre }
  return (
    <OrigenField
      label={nombre}
      nodo={nodo}
      value={parametro}
      wanted={wanted}
      onChange={onChange}
      error={at === -1 ? undefined : errorOf(errors, `parametros[${at}].expresion`)}
      isReadOnly={isReadOnly}
    />
  )
}
