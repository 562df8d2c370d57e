import type { Parametro, TipoDato } from '@div/contract'
import type { Estructura } from '@div/nodos/muestras'
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { TIPO_DATO_LABELS } from '../../../shared/tipo-dato/tipo-dato-labels.ts'
import { conversionFor } from '../datos/conversions.ts'
import { pathOf } from '../datos/ruta-text.ts'
import { type Forma, putCampo } from './estructura.ts'
import { declaredLike } from './mapeo/declared-like.ts'
import classes from './mapeo/mapeo.module.css'
import { mapTo, readMapped, takes, withConversion, withoutAbsent } from './mapeo/mapped-origen.ts'
import { MismatchNote } from './mapeo/mismatch-note.tsx'
import { type DatoChosen, ItemData, useNodoData } from './mapeo/nodo-data.tsx'
import type { Origen } from './origen.ts'

/** Up to so many fields that nobody has given a value yet are all shown. */
const FEW = 8

interface Parte {
  label: string
  value: Origen
  wanted: TipoDato | undefined
  /** What it is made of itself. */
  forma: Parametro | undefined
  onChange: (origen: Origen) => void
}

interface PartesFieldProps {
  /** Of the whole. */
  label: string
  forma: Forma
  estructura: Estructura
  onChange: (estructura: Estructura) => void
  /** How a new element begins. */
  beginPart: (declared: Parametro) => Origen
  isReadOnly: boolean
  /** A part is given its value as the whole is: the field that holds this one. */
  renderOrigen: (parte: Parte) => ReactNode
}

/** A value that is made of others, each with where it comes from. */
export function PartesField({ renderOrigen, ...rest }: PartesFieldProps) {
  const { forma, estructura } = rest
  const props: PartesFieldProps = {
    ...rest,
    renderOrigen: (parte) => renderOrigen({ ...parte, onChange: (origen) => parte.onChange(asPart(origen)) }),
  }
  if (forma.tipo === 'objeto')
    return estructura.clase === 'objeto' ? (
      <CamposField {...props} declared={forma.campos} campos={estructura.campos} />
    ) : null
  return estructura.clase === 'objeto' ? null : (
    <ElementosField {...props} declared={forma.elemento} lista={estructura} />
  )
}

/** In a formula there are no references but by their names. */
function asPart({ valorAsignado, ...origen }: Origen): Origen {
  return valorAsignado ? { expresion: pathOf(valorAsignado) } : withoutAbsent(origen)
}

interface CamposFieldProps extends PartesFieldProps {
  declared: readonly Parametro[]
  campos: Extract<Estructura, { clase: 'objeto' }>['campos']
}

function CamposField({ label, declared, campos, onChange, isReadOnly, renderOrigen }: CamposFieldProps) {
  const [showsAll, setShowsAll] = useState(false)
  const given = new Map(campos.map(({ nombre, origen }) => [nombre, origen]))
  const known = new Set(declared.map(({ nombre }) => nombre))
  // What nobody declares is shown as well: it is given a value.
  const all = [
    ...declared,
    ...campos.filter(({ nombre }) => !known.has(nombre)).map(({ nombre }) => ({ nombre })),
  ]
  const unset = all.filter(({ nombre }) => !given.has(nombre))
  const isFew = unset.length <= FEW
  const shown = all.filter((each: Parametro) => given.has(each.nombre) || showsAll || isFew || each.requerido)
  const put = (nombre: string, origen: Origen | null) =>
    onChange({ clase: 'objeto', campos: putCampo(campos, nombre, origen) })
  return (
    <Stack gap={6} pl="xs" component="section" aria-label={`Campos de ${label}`}>
      {shown.map((each: Parametro) => (
        <ParteRow
          key={each.nombre}
          label={`${label}.${each.nombre}`}
          nombre={each.nombre}
          declared={each}
          isGone={!known.has(each.nombre)}
          value={given.get(each.nombre)}
          onChange={(origen) => put(each.nombre, origen)}
          onRemove={given.has(each.nombre) ? () => put(each.nombre, null) : undefined}
          isReadOnly={isReadOnly}
          renderOrigen={renderOrigen}
        />
      ))}
      {!isReadOnly && shown.length < all.length && (
        <Group>
          <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(true)}>
            Mostrar {all.length - shown.length} más sin asignar
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface ElementosFieldProps extends PartesFieldProps {
  declared: Parametro
  lista: Exclude<Estructura, { clase: 'objeto' }>
}

const WAYS = [
  { value: 'cada', label: 'De otra lista' },
  { value: 'lista', label: 'Uno a uno' },
]

/** One element for each of another list, or as many as are written. */
function ElementosField(props: ElementosFieldProps) {
  const { label, declared, lista, onChange, beginPart, isReadOnly } = props
  function choose(clase: string) {
    // As when each was taken as it is, where it has no parts.
    const { expresion = 'elemento' } = beginPart(declared)
    if (clase === 'lista') onChange({ clase, elementos: [beginPart(declared)] })
    else onChange({ clase: 'cada', lista: {}, elemento: { expresion } })
  }
  return (
    <Stack gap={6} pl="xs" component="section" aria-label={`Elementos de ${label}`}>
      <SegmentedControl
        size="xs"
        aria-label={`De dónde salen los elementos de ${label}`}
        data={WAYS}
        value={lista.clase}
        disabled={isReadOnly}
        onChange={choose}
      />
      {lista.clase === 'cada' ? (
        <CadaField {...props} lista={lista} />
      ) : (
        <UnoAUnoField {...props} elementos={lista.elementos} />
      )}
    </Stack>
  )
}

function CadaField({
  label,
  declared,
  lista: { lista, elemento },
  onChange,
  renderOrigen,
}: ElementosFieldProps & { lista: Extract<Estructura, { clase: 'cada' }> }) {
  const { sources, compute } = useNodoData()
  const seen = lista.expresion || lista.valorAsignado ? compute(lista) : null
  const first: unknown = seen?.clase === 'valor' && Array.isArray(seen.valor) ? seen.valor[0] : undefined
  const field = readMapped(lista, sources)?.field?.campos[0]
  return (
    <>
      {renderOrigen({
        label: `la lista de ${label}`,
        value: lista,
        wanted: 'lista',
        forma: undefined,
        onChange: (next) => onChange({ clase: 'cada', lista: next, elemento }),
      })}
      <Text size="xs" c="dimmed">
        Por cada elemento de esa lista:
      </Text>
      <ItemData elemento={first} declared={field ? (declaredLike(field).campos ?? []) : []}>
        {renderOrigen({
          label: `cada elemento de ${label}`,
          value: elemento,
          wanted: declared.tipo,
          forma: declared,
          onChange: (next) => onChange({ clase: 'cada', lista, elemento: next }),
        })}
      </ItemData>
    </>
  )
}

function UnoAUnoField({
  label,
  declared,
  elementos,
  onChange,
  beginPart,
  isReadOnly,
  renderOrigen,
}: ElementosFieldProps & { elementos: readonly Origen[] }) {
  const put = (next: readonly Origen[]) => onChange({ clase: 'lista', elementos: next })
  return (
    <>
      {elementos.map((elemento, at) => (
        <ParteRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an element is known by its place.
          key={at}
          label={`el elemento ${at + 1} de ${label}`}
          nombre={`Elemento ${at + 1}`}
          declared={declared}
          value={elemento}
          onChange={(origen) => put(elementos.with(at, origen))}
          onRemove={() => put(elementos.toSpliced(at, 1))}
          isReadOnly={isReadOnly}
          renderOrigen={renderOrigen}
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() => put([...elementos, beginPart(declared)])}
          >
            Añadir elemento a {label}
          </Button>
        </Group>
      )}
    </>
  )
}

interface ParteRowProps extends Pick<PartesFieldProps, 'isReadOnly' | 'renderOrigen'> {
  label: string
  nombre: string
  declared: Parametro
  /** Whoever takes it does not know it. */
  isGone?: boolean
  value: Origen | undefined
  onChange: (origen: Origen) => void
  onRemove: (() => void) | undefined
}

/** One part: it takes a field that is dragged onto it, or chosen in the tree while the person is in it. */
function ParteRow(props: ParteRowProps) {
  const { label, nombre, declared, isGone = false, value, isReadOnly, onRemove, renderOrigen } = props
  const { tipo, requerido = false, descripcion } = declared
  const { dragged, setDragged, active, setActive, part } = useNodoData()
  const fit = dragged && !isReadOnly ? takes(tipo, dragged.field) : undefined
  const change = (origen: Origen) => props.onChange(asPart(origen))

  function take({ source, field }: DatoChosen) {
    const conversion = conversionFor(tipo, field.tipo)
    const mapped = { nodo: source.nodo, ruta: field.ruta, source, field, conversion: null }
    change(conversion ? withConversion(mapped, conversion) : mapTo(source, field))
  }

  useEffect(() => {
    if (active !== label || isReadOnly) return
    part.current = { label, take }
    return () => {
      part.current = null
    }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the person is, for the tree beside it
    <div
      className={value === undefined ? `${classes.row} ${classes.ghost}` : classes.row}
      data-takes={fit}
      data-active={active === label || undefined}
      onFocus={(event) => {
        event.stopPropagation()
        setActive(label)
      }}
      onDragOver={(event) => {
        event.stopPropagation()
        if (fit && fit !== 'imposible') event.preventDefault()
      }}
      onDrop={(event) => {
        event.stopPropagation()
        if (dragged === null || isReadOnly) return
        event.preventDefault()
        take(dragged)
        setDragged(null)
      }}
    >
      <Group gap="xs" wrap="nowrap" mb={4}>
        <Text size="xs" ff="monospace" flex={1} miw={0} truncate title={descripcion ?? nombre}>
          {nombre}
          {requerido && value === undefined && (
            <Text span size="xs" c="red">
              {' '}
              falta
            </Text>
          )}
        </Text>
        {isGone && (
          <Text size="xs" c="red">
            No está declarado
          </Text>
        )}
        {tipo && (
          <Text size="xs" c="dimmed">
            {TIPO_DATO_LABELS[tipo]}
          </Text>
        )}
        {!isReadOnly && onRemove && (
          <ActionIcon size="sm" aria-label={`Quitar ${label}`} onClick={onRemove}>
            <IconTrash size={14} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      {renderOrigen({ label, value: value ?? {}, wanted: tipo, forma: declared, onChange: change })}
      <MismatchNote origen={value ?? {}} wanted={tipo} isReadOnly={isReadOnly} onMend={change} />
    </div>
  )
}
