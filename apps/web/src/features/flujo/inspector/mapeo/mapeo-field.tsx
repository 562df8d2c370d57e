import type { Parametro, TipoDato } from '@div/contract'
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconWand } from '@tabler/icons-react'
import { type DragEvent, useEffect, useState } from 'react'
import { errorOf, errorWithin } from '../../../../shared/form/error-of.ts'
import type { Expected } from '../../datos/expected-of.ts'
import type { NodoFormProps } from '../forms/nodo-form-props.ts'
import { wayOf } from '../origen.ts'
import { useFreshRow } from '../use-fresh-row.ts'
import { useRowKeys } from '../use-row-keys.ts'
import classes from './mapeo.module.css'
import { MapeoRow } from './mapeo-row.tsx'
import { mapTo, rowNombre, rowsOf, withoutAbsent } from './mapped-origen.ts'
import { MatchReview } from './match-review.tsx'
import { type DatoChosen, type Taker, useNodoData } from './nodo-data.tsx'

/** Up to so many that nobody has given a value yet are all shown. */
const FEW = 8

interface MapeoFieldProps extends NodoFormProps {
  label: string
  /** The verb of the button; without it there are as many as something else says. */
  add?: string
  /** Whether each row says its type. */
  withTipo?: boolean
  expected?: readonly Expected[]
  /** What is put in place when the rows are others; only them unless said. */
  commit?: (parametros: Parametro[], options: { isStep: boolean }) => void
}

/** The values that a node is given: each row takes a field that is dragged onto it, chosen, typed or found by its name. */
export function MapeoField(props: MapeoFieldProps) {
  const { nodo, change, errors, isReadOnly, label, add, withTipo = false, expected = [] } = props
  const { parametros } = nodo
  const data = useNodoData()
  const keyOf = useRowKeys(parametros)
  const [isReviewing, setIsReviewing] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const { mark, firstFocusOf } = useFreshRow()
  const [said, setSaid] = useState('')
  const put =
    props.commit ??
    ((next: Parametro[], options: { isStep: boolean }) => change({ parametros: next }, options))
  const commit = (next: Parametro[], isStep = false) => put(next.map(withoutAbsent), { isStep })
  const known = new Set(parametros.map(({ nombre }) => nombre))
  const unset = expected.filter(({ nombre }) => !known.has(nombre))
  const isFew = unset.length <= FEW
  const missing = showsAll || isFew ? unset : unset.filter(({ requerido }) => requerido)
  const tipos = new Map<string, TipoDato>([
    ...expected.map(({ nombre, tipo }) => [nombre, tipo] as const),
    ...parametros.flatMap(({ nombre, tipo }) => (tipo ? [[nombre, tipo] as const] : [])),
  ])

  function assign(nombre: string, { source, field }: DatoChosen) {
    const origen = mapTo(source, field)
    commit(
      known.has(nombre)
        ? parametros.map((each) => (each.nombre === nombre ? { ...each, ...origen } : each))
        : [...parametros, { nombre, ...origen }],
      true,
    )
    setSaid(`${field.nombre} asignado a ${nombre}`)
  }

  function addRow({ source, field }: DatoChosen) {
    const nombre = rowNombre(parametros, field.nombre === '[0]' ? 'elemento' : field.nombre)
    const tipo = withTipo && field.tipo !== 'cualquiera' ? { tipo: field.tipo } : {}
    commit([...parametros, { nombre, ...tipo, ...mapTo(source, field) }], true)
    setSaid(`${nombre} añadido`)
  }

  function take(dato: DatoChosen) {
    if (data.part.current !== null && data.part.current.label === data.active) {
      data.part.current.take(dato)
      return
    }
    const isThere = data.active !== null && (known.has(data.active) || tipos.has(data.active))
    if (data.active !== null && isThere) assign(data.active, dato)
    else if (add !== undefined) addRow(dato)
  }

  useTaker(
    isReadOnly
      ? null
      : {
          take,
          ...(add !== undefined && {
            takeAll: (source, campos) =>
              commit([...parametros, ...rowsOf(parametros, source, campos, { withTipo })], true),
          }),
        },
  )

  function drop(event: DragEvent, place: (dato: DatoChosen) => void) {
    if (data.dragged === null || isReadOnly) return
    event.preventDefault()
    place(data.dragged)
    data.setDragged(null)
  }

  const targets = [
    ...parametros.filter((each) => wayOf(each) === 'dato' && each.valorAsignado === undefined),
    ...unset,
  ]
  // A title over nothing tells nothing to who can add nothing.
  if (isReadOnly && parametros.length === 0 && missing.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label={label}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {!isReadOnly && data.sources.length > 0 && targets.length > 0 && !isReviewing && (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconWand size={14} aria-hidden />}
            onClick={() => setIsReviewing(true)}
          >
            Asignar por nombre
          </Button>
        )}
      </Group>
      {isReviewing && (
        <MatchReview
          targets={targets.map(({ nombre }) => ({ nombre, tipo: tipos.get(nombre) }))}
          parametros={parametros}
          tipos={tipos}
          onApply={(next) => {
            commit(next, true)
            setIsReviewing(false)
          }}
          onClose={() => setIsReviewing(false)}
        />
      )}
      <div className={classes.rows}>
        {parametros.map((parametro, at) => (
          <MapeoRow
            key={keyOf(at)}
            {...props}
            parametro={parametro}
            firstFocus={firstFocusOf(at)}
            wanted={tipos.get(parametro.nombre)}
            detalle={expected.find(({ nombre }) => nombre === parametro.nombre)?.detalle}
            forma={expected.find(({ nombre }) => nombre === parametro.nombre)?.forma}
            hasFixedName={expected.some(({ nombre }) => nombre === parametro.nombre)}
            campo={`parametros[${at}]`}
            nombreError={errorOf(errors, `parametros[${at}].nombre`)}
            error={errorWithin(errors, `parametros[${at}]`)}
            onChange={(fields, isStep) =>
              commit(
                parametros.map((each, index) => (index === at ? { ...each, ...fields } : each)),
                isStep,
              )
            }
            onRemove={() => commit(parametros.toSpliced(at, 1), true)}
            onMove={(by) => commit(moved(parametros, at, by), true)}
            onDrop={(event) => drop(event, (dato) => assign(parametro.nombre, dato))}
          />
        ))}
        {missing.map((each) => (
          <MapeoRow
            key={each.nombre}
            {...props}
            parametro={{ nombre: each.nombre }}
            wanted={each.tipo}
            detalle={each.detalle}
            forma={each.forma}
            isMissing
            isRequired={each.requerido}
            hasFixedName
            nombreError={undefined}
            error={undefined}
            onChange={(fields, isStep) => commit([...parametros, { nombre: each.nombre, ...fields }], isStep)}
            onDrop={(event) => drop(event, (dato) => assign(each.nombre, dato))}
          />
        ))}
        {!isReadOnly && !isFew && missing.length < unset.length && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
              Mostrar {unset.length - missing.length} más sin asignar
            </Button>
          </Group>
        )}
        {!isReadOnly && add !== undefined && (
          <>
            {data.dragged && (
              // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard adds fields by Enter in the tree
              <div
                className={classes.newRow}
                data-dragging
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => drop(event, addRow)}
              >
                Suelte aquí para añadir «{data.dragged.field.nombre}»
              </div>
            )}
            <Group gap="sm">
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => {
                  mark(parametros.length)
                  commit(
                    [...parametros, { nombre: rowNombre(parametros, `campo${parametros.length + 1}`) }],
                    true,
                  )
                }}
              >
                {add}
              </Button>
            </Group>
          </>
        )}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

/** As long as it is drawn it takes what is chosen in the tree. */
function useTaker(taker: Taker | null): void {
  const { taker: current, setActive } = useNodoData()
  useEffect(() => {
    current.current = taker
  })
  useEffect(
    () => () => {
      current.current = null
      setActive(null)
    },
    [current, setActive],
  )
}

function moved(parametros: readonly Parametro[], at: number, by: number): Parametro[] {
  const to = at + by
  const item = parametros[at]
  if (item === undefined || to < 0 || to >= parametros.length) return [...parametros]
  // Where they are numbered, the numbers follow the rows.
  return parametros
    .toSpliced(at, 1)
    .toSpliced(to, 0, item)
    .map((each, index) => (each.orden === undefined ? each : { ...each, orden: index + 1 }))
}
