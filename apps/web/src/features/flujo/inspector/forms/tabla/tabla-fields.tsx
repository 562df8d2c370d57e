import type { ColumnaDeObjeto } from '@div/contract'
import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { campoOf } from '../../../../../shared/form/campo-of.ts'
import { errorOf } from '../../../../../shared/form/error-of.ts'
import { writableColumns } from '../../../datos/expected-of.ts'
import { useDetalle } from '../../../datos/use-objetos.ts'
import { MapeoField } from '../../mapeo/mapeo-field.tsx'
import { withoutAbsent } from '../../mapeo/mapped-origen.ts'
import type { NodoFormProps } from '../nodo-form-props.ts'
import { UnusedNote } from '../unused-note.tsx'
import { ColumnasField } from './columnas-field.tsx'
import { FiltroField } from './filtro-field.tsx'
import { LecturaFields } from './lectura-fields.tsx'
import {
  changeOperacion,
  filters,
  OPERACIONES,
  readTabla,
  unusedOf,
  writeColumns,
  writes,
} from './tabla-objeto.ts'

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
        {...campoOf(errors, 'objeto.operacion')}
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
      {writes(operacion) && (
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
      {filters(operacion) && <FiltroField {...props} columnas={columnas} />}
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
