import { type Nodo, referenciaSchema } from '@div/contract'
import { reglaSchema } from '@div/nodos/catalogo'
import type { Computed } from '@div/nodos/muestras'
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  Menu,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { RowMenu } from '../../../../shared/list/row-menu.tsx'
import { fieldsOfValue, flattenFields } from '../../datos/source-fields.ts'
import { FormulaField } from '../../editors/formula-field.tsx'
import { DatoPicker } from '../mapeo/dato-picker.tsx'
import classes from '../mapeo/mapeo.module.css'
import { ItemData, useNodoData } from '../mapeo/nodo-data.tsx'
import { showMuestra } from '../mapeo/show-muestra.ts'
import { newRegla } from '../regla/regla-edit.ts'
import { ReglaField } from '../regla/regla-field.tsx'
import { listaOf } from './lista-of.ts'
import type { NodoFormProps } from './nodo-form.tsx'
import { AGREGADOS, countsRows, newPaso, type Paso, readPasos, rowsIn, TIPOS_DE_PASO } from './paso-draft.ts'

/** What is done to a list, one step after another, with what each leaves of the sample. */
export function PasosField({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const { computing, muestras } = useNodoData()
  const pasos = readPasos(nodo.pasos)
  const lista = listaOf(nodo)
  const results = lista && computing ? computing.computePasos(lista, pasos, muestras) : []
  const put = (next: readonly Paso[], isStep: boolean) => change({ pasos: [...next] }, { isStep })

  function move(at: number, by: number) {
    const paso = pasos[at]
    if (paso === undefined || at + by < 0 || at + by >= pasos.length) return
    put(pasos.toSpliced(at, 1).toSpliced(at + by, 0, paso), true)
  }

  return (
    <Stack gap="sm" component="section" aria-label="Pasos">
      <Text size="sm" fw={500}>
        Pasos
      </Text>
      {pasos.map((paso, at) => {
        const label = TIPOS_DE_PASO.find(({ value }) => value === paso.tipo)?.label ?? paso.tipo
        const error = errors.find(({ campo }) => campo.startsWith(`pasos[${at}]`))?.mensaje
        const campos = camposOf(results[at])
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <section key={at} className={classes.row} aria-label={`Paso ${at + 1}: ${label}`}>
            <Group gap="xs" wrap="nowrap" justify="space-between" mb={6}>
              <Text size="sm" fw={500}>
                {at + 1}. {label}
              </Text>
              {!isReadOnly && (
                <Group gap={2} wrap="nowrap">
                  <RowMenu
                    label={`Más del paso ${at + 1}`}
                    renderItems={() => (
                      <>
                        <Menu.Item onClick={() => move(at, -1)}>Subir</Menu.Item>
                        <Menu.Item onClick={() => move(at, 1)}>Bajar</Menu.Item>
                      </>
                    )}
                  />
                  <ActionIcon
                    aria-label={`Quitar el paso ${at + 1}`}
                    onClick={() => put(pasos.toSpliced(at, 1), true)}
                  >
                    <IconTrash size={16} stroke={1.5} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            <ItemData elemento={firstOf(results[at])}>
              <PasoFields
                nodo={nodo}
                paso={paso}
                name={`Paso ${at + 1}`}
                campos={campos}
                onChange={(fields, isStep = false) => put(pasos.with(at, withFields(paso, fields)), isStep)}
                isReadOnly={isReadOnly}
              />
            </ItemData>
            {error !== undefined && (
              <Text size="xs" c="red" mt={4} role="alert">
                {error}
              </Text>
            )}
            <Left before={results[at]} after={results[at + 1]} />
          </section>
        )
      })}
      {!isReadOnly && (
        <Group>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
                Añadir paso
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {TIPOS_DE_PASO.map(({ value, label, summary }) => (
                <Menu.Item
                  key={value}
                  onClick={() => put([...pasos, newPaso(value, camposOf(results.at(-1))[0])], true)}
                >
                  {label}
                  <Text size="xs" c="dimmed">
                    {summary}
                  </Text>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </Stack>
  )
}

function withFields(paso: Paso, fields: Readonly<Record<string, unknown>>): Paso {
  const entries = Object.entries({ ...paso, ...fields }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(entries), tipo: paso.tipo }
}

/** The paths in an item of a list that is known. */
function camposOf(computed: Computed | undefined): readonly string[] {
  const list = computed?.clase === 'valor' ? computed.valor : undefined
  if (!Array.isArray(list)) return []
  return flattenFields(fieldsOfValue(list[0])).map(({ ruta }) => ruta)
}

function firstOf(computed: Computed | undefined): unknown {
  return computed?.clase === 'valor' && Array.isArray(computed.valor) ? computed.valor[0] : undefined
}

/** How many there were, how many are left, and the first of them. */
function Left({ before, after }: { before: Computed | undefined; after: Computed | undefined }) {
  if (after?.clase === 'error')
    return (
      <Text size="xs" c="dimmed" fs="italic" mt={4}>
        {after.mensaje}
      </Text>
    )
  if (after?.clase !== 'valor' || before?.clase !== 'valor') return null
  const first: unknown = Array.isArray(after.valor) ? after.valor[0] : after.valor
  return (
    <Text className={classes.result} mt={4}>
      En la muestra: {showMuestra(before.valor)} → {showMuestra(after.valor)}
      {typeof first === 'object' && first !== null && ` · ${JSON.stringify(first)}`}
    </Text>
  )
}

interface PasoFieldsProps {
  nodo: Nodo
  paso: Paso
  name: string
  campos: readonly string[]
  onChange: (fields: Readonly<Record<string, unknown>>, isStep?: boolean) => void
  isReadOnly: boolean
}

function PasoFields(props: PasoFieldsProps) {
  switch (props.paso.tipo) {
    case 'filtrar':
      return <FiltrarFields {...props} />
    case 'ordenar':
      return <OrdenarFields {...props} />
    case 'agrupar':
      return <AgruparFields {...props} />
    case 'unir':
      return <UnirFields {...props} />
    case 'limitar':
      return <LimitarFields {...props} />
    default:
      return <ConvertirFields {...props} />
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

function FiltrarFields({ nodo, paso, name, onChange, isReadOnly }: PasoFieldsProps) {
  const regla = reglaSchema.safeParse(paso.regla).data
  return (
    <Stack gap={6}>
      <SegmentedControl
        size="xs"
        aria-label={`${name}: cómo se filtra`}
        disabled={isReadOnly}
        data={[
          { value: 'regla', label: 'Regla' },
          { value: 'formula', label: 'Fórmula' },
        ]}
        value={paso.regla === undefined ? 'formula' : 'regla'}
        onChange={(way) =>
          onChange(
            way === 'regla'
              ? { regla: newRegla(), expresion: undefined }
              : { regla: undefined, expresion: '' },
            true,
          )
        }
      />
      {regla ? (
        <ReglaField
          label={`${name}: regla`}
          nodo={nodo}
          regla={regla}
          onChange={(next, isStep) => onChange({ regla: next }, isStep)}
          isReadOnly={isReadOnly}
        />
      ) : (
        <FormulaField
          label={`${name}: fórmula`}
          placeholder="elemento.total > 10"
          nodo={nodo}
          item={listaOf(nodo)}
          value={asText(paso.expresion)}
          onChange={(expresion) => onChange({ expresion })}
          isReadOnly={isReadOnly}
        />
      )}
    </Stack>
  )
}

interface CampoFieldProps {
  label: string
  campos: readonly string[]
  value: unknown
  onChange: (value: string) => void
  isReadOnly: boolean
}

function CampoField({ label, campos, value, onChange, isReadOnly }: CampoFieldProps) {
  return (
    <Autocomplete
      size="xs"
      flex={1}
      miw={0}
      aria-label={label}
      placeholder="Campo"
      readOnly={isReadOnly}
      data={[...campos]}
      value={asText(value)}
      onChange={onChange}
    />
  )
}

function OrdenarFields({ paso, name, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const por = rowsIn(paso, 'por')
  const put = (next: typeof por, isStep = false) => onChange({ por: next }, isStep)
  return (
    <Rows
      count={por.length}
      add="Otro campo"
      least={1}
      name={name}
      isReadOnly={isReadOnly}
      onAdd={() => put([...por, { campo: campos[0] ?? '', sentido: 'ascendente' }], true)}
      onRemove={(at) => put(por.toSpliced(at, 1), true)}
      render={(at) => (
        <>
          <CampoField
            label={`${name}: campo ${at + 1}`}
            campos={campos}
            value={por[at]?.campo}
            onChange={(campo) => put(por.with(at, { ...por[at], campo }))}
            isReadOnly={isReadOnly}
          />
          <Select
            size="xs"
            w={130}
            aria-label={`${name}: sentido ${at + 1}`}
            allowDeselect={false}
            readOnly={isReadOnly}
            data={[
              { value: 'ascendente', label: 'Ascendente' },
              { value: 'descendente', label: 'Descendente' },
            ]}
            value={por[at]?.sentido === 'descendente' ? 'descendente' : 'ascendente'}
            onChange={(sentido) => put(por.with(at, { ...por[at], sentido }), true)}
          />
        </>
      )}
    />
  )
}

function AgruparFields({ paso, name, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const por = Array.isArray(paso.por) ? paso.por.map(String) : []
  const agregados = rowsIn(paso, 'agregados')
  const put = (next: typeof agregados, isStep = false) => onChange({ agregados: next }, isStep)
  return (
    <Stack gap={6}>
      <TagsInput
        size="xs"
        label="Por estos campos"
        data={[...campos]}
        readOnly={isReadOnly}
        value={por.filter((each) => each !== '')}
        onChange={(next) => onChange({ por: next }, true)}
      />
      <Rows
        count={agregados.length}
        add="Otra cuenta"
        least={0}
        name={name}
        isReadOnly={isReadOnly}
        onAdd={() =>
          put([...agregados, { nombre: `suma${agregados.length + 1}`, funcion: 'suma', campo: '' }], true)
        }
        onRemove={(at) => put(agregados.toSpliced(at, 1), true)}
        render={(at) => {
          const row = agregados[at] ?? {}
          return (
            <>
              <TextInput
                size="xs"
                flex={1}
                miw={0}
                aria-label={`${name}: nombre ${at + 1}`}
                placeholder="Nombre"
                readOnly={isReadOnly}
                value={asText(row.nombre)}
                onChange={({ currentTarget }) =>
                  put(agregados.with(at, { ...row, nombre: currentTarget.value }))
                }
              />
              <Select
                size="xs"
                w={130}
                aria-label={`${name}: cuenta ${at + 1}`}
                allowDeselect={false}
                readOnly={isReadOnly}
                data={[...AGREGADOS]}
                value={asText(row.funcion)}
                onChange={(funcion) => {
                  const { campo, ...rest } = row
                  put(
                    agregados.with(
                      at,
                      countsRows(funcion) ? { ...rest, funcion } : { ...rest, funcion, campo: campo ?? '' },
                    ),
                    true,
                  )
                }}
              />
              {!countsRows(row.funcion) && (
                <CampoField
                  label={`${name}: campo de la cuenta ${at + 1}`}
                  campos={campos}
                  value={row.campo}
                  onChange={(campo) => put(agregados.with(at, { ...row, campo }))}
                  isReadOnly={isReadOnly}
                />
              )}
            </>
          )
        }}
      />
    </Stack>
  )
}

function UnirFields({ paso, name, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const { compute } = useNodoData()
  const con = referenciaSchema.safeParse(paso.con).data
  const other = con && compute({ valorAsignado: con })
  const otherCampos = camposOf(other ?? undefined)
  const claves = rowsIn(paso, 'claves')
  const put = (next: typeof claves, isStep = false) => onChange({ claves: next }, isStep)
  return (
    <Stack gap={6}>
      <Text size="xs">Con esta lista</Text>
      <DatoPicker
        label={`${name}: segunda lista`}
        value={{ valorAsignado: con }}
        wanted="lista"
        onlyReferences
        onChange={({ valorAsignado }) => onChange({ con: valorAsignado ?? { nodo: '', ruta: '' } }, true)}
        isReadOnly={isReadOnly}
      />
      <Select
        size="xs"
        aria-label={`${name}: modo`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: 'interna', label: 'Solo los que están en las dos' },
          { value: 'izquierda', label: 'Todos los de la primera' },
        ]}
        value={paso.modo === 'izquierda' ? 'izquierda' : 'interna'}
        onChange={(modo) => onChange({ modo }, true)}
      />
      <Rows
        count={claves.length}
        add="Otra clave"
        least={1}
        name={name}
        isReadOnly={isReadOnly}
        onAdd={() => put([...claves, { izquierda: '', derecha: '' }], true)}
        onRemove={(at) => put(claves.toSpliced(at, 1), true)}
        render={(at) => (
          <>
            <CampoField
              label={`${name}: clave ${at + 1} de la primera`}
              campos={campos}
              value={claves[at]?.izquierda}
              onChange={(izquierda) => put(claves.with(at, { ...claves[at], izquierda }))}
              isReadOnly={isReadOnly}
            />
            <Text size="sm">=</Text>
            <CampoField
              label={`${name}: clave ${at + 1} de la segunda`}
              campos={otherCampos}
              value={claves[at]?.derecha}
              onChange={(derecha) => put(claves.with(at, { ...claves[at], derecha }))}
              isReadOnly={isReadOnly}
            />
          </>
        )}
      />
      <TextInput
        size="xs"
        label="Ponerlo en el campo"
        description="Vacío: sus campos van junto a los de la primera."
        readOnly={isReadOnly}
        value={asText(paso.en)}
        onChange={({ currentTarget }) => onChange({ en: currentTarget.value || undefined })}
      />
    </Stack>
  )
}

function LimitarFields({ paso, onChange, isReadOnly }: PasoFieldsProps) {
  return (
    <Group grow gap="sm">
      <NumberInput
        size="xs"
        label="Cuántos"
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.cantidad === 'number' ? paso.cantidad : ''}
        onChange={(cantidad) => onChange({ cantidad: typeof cantidad === 'number' ? cantidad : 0 })}
      />
      <NumberInput
        size="xs"
        label="Saltando los primeros"
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={typeof paso.desde === 'number' ? paso.desde : 0}
        onChange={(desde) => onChange({ desde: typeof desde === 'number' ? desde : 0 })}
      />
    </Group>
  )
}

function ConvertirFields({ paso, name, onChange, isReadOnly }: PasoFieldsProps) {
  return (
    <Group grow gap="sm">
      <Select
        size="xs"
        aria-label={`${name}: sentido`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: 'leer', label: 'Leer' },
          { value: 'escribir', label: 'Escribir' },
        ]}
        value={asText(paso.sentido)}
        onChange={(sentido) => onChange({ sentido }, true)}
      />
      <Select
        size="xs"
        aria-label={`${name}: formato`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={['json', 'xml', 'csv', 'base64'].map((value) => ({ value, label: value.toUpperCase() }))}
        value={asText(paso.formato)}
        onChange={(formato) => onChange({ formato }, true)}
      />
    </Group>
  )
}

interface RowsProps {
  count: number
  /** How many must stay. */
  least: number
  add: string
  name: string
  onAdd: () => void
  onRemove: (at: number) => void
  render: (at: number) => React.ReactNode
  isReadOnly: boolean
}

function Rows({ count, least, add, name, onAdd, onRemove, render, isReadOnly }: RowsProps) {
  return (
    <Stack gap={6}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
        <Group key={at} gap="xs" wrap="nowrap">
          {render(at)}
          {!isReadOnly && count > least && (
            <ActionIcon
              size="sm"
              aria-label={`${name}: quitar la fila ${at + 1}`}
              onClick={() => onRemove(at)}
            >
              <IconTrash size={14} stroke={1.5} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <Group>
          <Button size="compact-xs" variant="default" onClick={onAdd}>
            {add}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
