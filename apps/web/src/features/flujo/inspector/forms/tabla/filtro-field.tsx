import type { ColumnaDeObjeto, ErrorDeCampo, Flujo, Nodo, Parametro } from '@div/contract'
import { ActionIcon, Button, Group, Select, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { errorOf, errorWithin } from '../../../../../shared/form/error-of.ts'
import { useEditorStore } from '../../../store/use-editor.ts'
import classes from '../../mapeo/mapeo.module.css'
import { OrigenField } from '../../origen-field.tsx'
import { RowsSection } from '../../rows-section.tsx'
import { useRowKeys } from '../../use-row-keys.ts'
import type { NodoFormProps } from '../nodo-form-props.ts'
import { addCondicion, comparedTipo, putCompared } from './tabla-filtro.ts'
import {
  asksForValue,
  type Condicion,
  OPERADORES_DE_FILTRO,
  parametroOf,
  readTabla,
  writeCondiciones,
} from './tabla-objeto.ts'

const entradaOf = ({ nodos }: Flujo) => nodos.find(({ tipo }) => tipo === 'entrada')

/** Rows that all have to hold; what they compare with is mapped like any other value. */
export function FiltroField({
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
        El filtro tiene grupos anidados. Para cambiarlo, use Exportar en Procesos, edite el archivo y vuelva a
        traerlo con Importar.
      </Text>
    )
  const put = (next: readonly Condicion[], isStep = true) => change(writeCondiciones(nodo, next), { isStep })
  const add = () =>
    change(addCondicion(nodo, { columnas, entrada: entradaOf(store.flujo) }), { isStep: true })
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
              wanted={comparedTipo(condicion, columnas)}
              onChange={(fields) => change(putCompared(nodo, parametroOf(condicion), fields))}
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
      error={at === -1 ? undefined : errorWithin(errors, `parametros[${at}]`)}
      isReadOnly={isReadOnly}
    />
  )
}
