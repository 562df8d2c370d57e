import type {
  ErrorDeCampo,
  OperadorDeExtracto,
  ParametroResumen,
  PiezaDeContexto,
  ServidorResumen,
  TablaResumen,
} from '@div/contract'
import { Group, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import { useColumnas, useNombresDeObjetos } from './contexts-api.ts'

interface FieldsProps<Pieza extends PiezaDeContexto> {
  pieza: Pieza
  /** Where it stands in what is sent. */
  campo: string
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
  onChange: (pieza: Pieza) => void
}

type De<Tipo extends PiezaDeContexto['tipo']> = Extract<PiezaDeContexto, { tipo: Tipo }>

export function PiezaFields({ pieza, ...props }: FieldsProps<PiezaDeContexto>) {
  switch (pieza.tipo) {
    case 'texto':
      return <TextoFields pieza={pieza} {...props} />
    case 'parametro':
      return <ParametroFields pieza={pieza} {...props} />
    case 'tabla':
      return <TablaFields pieza={pieza} {...props} />
    case 'esquema':
      return <EsquemaFields pieza={pieza} {...props} />
  }
}

function TextoFields({ pieza, campo, errors, isReadOnly, onChange }: FieldsProps<De<'texto'>>) {
  return (
    <Textarea
      label="Texto"
      description="Donde diga {{nombre}} irá el valor de esa variable."
      withAsterisk
      autosize
      minRows={3}
      maxRows={20}
      readOnly={isReadOnly}
      {...campoOf(errors, `${campo}.texto`)}
      value={pieza.texto}
      onChange={({ currentTarget }) => onChange({ ...pieza, texto: currentTarget.value })}
    />
  )
}

function ParametroFields({ pieza, campo, errors, isReadOnly, onChange }: FieldsProps<De<'parametro'>>) {
  return (
    <ResourceSelect<ParametroResumen>
      resource="parametros"
      label="Parámetro"
      description="Se dice su valor de cada momento. Uno secreto no se puede decir."
      withAsterisk
      disabled={isReadOnly}
      noteOf={({ secreto }) => (secreto ? 'Secreto' : null)}
      {...campoOf(errors, `${campo}.parametroId`)}
      value={pieza.parametroId || null}
      onChange={(id) => onChange({ ...pieza, parametroId: id ?? '' })}
    />
  )
}

const OPERADORES: Readonly<Record<OperadorDeExtracto, string>> = {
  igual: 'es igual a',
  contiene: 'contiene',
  minimo: 'es al menos',
  maximo: 'es como mucho',
  vacio: 'está vacía',
}
const OPERADOR_OPTIONS = Object.entries(OPERADORES).map(([value, label]) => ({ value, label }))

function isOperador(text: string | null): text is OperadorDeExtracto {
  return text !== null && Object.hasOwn(OPERADORES, text)
}

function TablaFields({ pieza, campo, errors, isReadOnly, onChange }: FieldsProps<De<'tabla'>>) {
  const { tablaId, columnas, filas, filtro } = pieza
  const known = useColumnas(tablaId)
  // One that the tabla no longer has can still be taken away.
  const offered = [...new Set([...known, ...columnas])]
  return (
    <>
      <ResourceSelect<TablaResumen>
        resource="tablas"
        label="Tabla"
        withAsterisk
        disabled={isReadOnly}
        {...campoOf(errors, `${campo}.tablaId`)}
        value={tablaId || null}
        onChange={(id) => onChange({ ...pieza, tablaId: id ?? '', columnas: [], filtro: null })}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <MultiSelect
          label="Columnas"
          description="Ninguna: todas."
          disabled={isReadOnly}
          data={offered}
          miw={200}
          {...campoOf(errors, `${campo}.columnas`)}
          value={columnas}
          onChange={(next) => onChange({ ...pieza, columnas: next })}
        />
        <NumberInput
          label="Filas como mucho"
          description="Las que se añadieron primero."
          min={1}
          max={1_000}
          miw={160}
          allowDecimal={false}
          readOnly={isReadOnly}
          {...campoOf(errors, `${campo}.filas`)}
          value={filas}
          onChange={(next) => onChange({ ...pieza, filas: typeof next === 'number' ? next : 0 })}
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label="Solo las filas cuya columna"
          placeholder="Todas"
          clearable
          disabled={isReadOnly}
          data={[...new Set([...known, ...(filtro ? [filtro.columna] : [])])]}
          miw={200}
          {...campoOf(errors, `${campo}.filtro.columna`)}
          value={filtro?.columna ?? null}
          onChange={(columna) =>
            onChange({
              ...pieza,
              filtro: columna === null ? null : { operador: 'igual', valor: '', ...filtro, columna },
            })
          }
        />
        {filtro && (
          <Select
            label="Comparación"
            allowDeselect={false}
            disabled={isReadOnly}
            data={OPERADOR_OPTIONS}
            miw={140}
            {...campoOf(errors, `${campo}.filtro.operador`)}
            value={filtro.operador}
            onChange={(operador) =>
              isOperador(operador) && onChange({ ...pieza, filtro: { ...filtro, operador } })
            }
          />
        )}
        {filtro && filtro.operador !== 'vacio' && (
          <TextInput
            label="Valor"
            placeholder="{{variable}} o un valor"
            readOnly={isReadOnly}
            miw={140}
            {...campoOf(errors, `${campo}.filtro.valor`)}
            value={filtro.valor}
            onChange={({ currentTarget }) =>
              onChange({ ...pieza, filtro: { ...filtro, valor: currentTarget.value } })
            }
          />
        )}
      </Group>
    </>
  )
}

function EsquemaFields({ pieza, campo, errors, isReadOnly, onChange }: FieldsProps<De<'esquema'>>) {
  const nombres = useNombresDeObjetos(isReadOnly ? '' : pieza.servidorId)
  return (
    <>
      <ResourceSelect<ServidorResumen>
        resource="servidores"
        label="Servidor"
        description="Se dicen los nombres y los tipos de lo que tiene, nunca sus datos."
        withAsterisk
        disabled={isReadOnly}
        {...campoOf(errors, `${campo}.servidorId`)}
        value={pieza.servidorId || null}
        onChange={(id) => onChange({ ...pieza, servidorId: id ?? '', objetos: [] })}
      />
      <TagsInput
        label="Objetos"
        description="Tablas, vistas, procedimientos u operaciones, por su nombre."
        withAsterisk
        readOnly={isReadOnly}
        data={[...nombres]}
        limit={50}
        {...campoOf(errors, `${campo}.objetos`)}
        value={pieza.objetos}
        onChange={(objetos) => onChange({ ...pieza, objetos })}
      />
    </>
  )
}
