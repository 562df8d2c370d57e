import { TIPOS_NODO } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { Box, CloseButton, Combobox, Group, NativeSelect, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useTiposServidor } from '../../../shared/servidores/use-tipos-servidor.ts'
import { handlesOf, NORMAL } from '../document/nodo-handles.ts'
import { useInspectorWidth } from '../inspector/use-inspector-width.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { useGiveBackFocus } from '../use-give-back-focus.ts'
import { useServidores } from '../use-servidores.ts'
import { listServidorActions, TIPO_NODO_ACTIONS } from './actions.ts'
import { type AddPlace, type AddWhat, describePlace, mayAdd } from './add-nodo.ts'
import { findOffers, type Named } from './find-offers.ts'
import type { Busqueda } from './plan-busqueda.ts'
import classes from './quick-add.module.css'
import { useNamedOffers } from './use-named-offers.ts'

const PAUSE_MS = 200

interface Offer extends Named {
  key: string
  look: (typeof TIPO_NODO_LOOKS)[keyof typeof TIPO_NODO_LOOKS]
  what: AddWhat | Busqueda
}

interface Found {
  found: readonly Offer[]
  /** Others that are called so too. */
  hidden: number
  isSearching: boolean
}

interface QuickAddProps {
  place: AddPlace
  /** By another way out of the same node. */
  onPlace: (place: AddPlace) => void
  onAdd: (what: AddWhat | Busqueda) => void
  onClose: () => void
}

/** What comes next, found by typing: what can be done, and what a servidor holds. Beside the drawing, which marks where it will stand. */
export function QuickAdd({ place, onPlace, onAdd, onClose }: QuickAddProps) {
  const flujo = useEditor(({ history }) => history.flujo)
  const { width } = useInspectorWidth()
  const [q, setQ] = useState('')
  const panel = useRef<HTMLElement>(null)
  useGiveBackFocus(panel)
  const combobox = useCombobox({ opened: true })
  const { found, hidden, isSearching } = useOffers(q)
  const first = found[0]?.key

  const takeFirst = useEffectEvent(() => combobox.selectFirstOption())
  // What is typed finds others, some of them a moment later; the first is at hand.
  useEffect(() => {
    if (q !== '' || first !== undefined) takeFirst()
  }, [q, first])

  function choose(value: string) {
    const offer = found.find(({ key }) => key === value)
    if (offer) onAdd(offer.what)
  }

  return (
    <Box
      component="aside"
      ref={panel}
      className={classes.panel}
      __vars={{ '--panel-width': `${width}px` }}
      aria-label="Añadir un nodo"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      // What is pressed inside and takes no focus itself leaves it here.
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Who looks at another window comes back.
        if (document.hasFocus() && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" c="dimmed">
          {describePlace(flujo, place)}
        </Text>
        <CloseButton aria-label="No añadir nada" onClick={onClose} />
      </Group>
      <WayOut place={place} onPlace={onPlace} />
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <input
            className={classes.search}
            placeholder="¿Qué sigue?"
            aria-label="¿Qué sigue?"
            // biome-ignore lint/a11y/noAutofocus: it was opened to type in it
            autoFocus
            value={q}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label="Nodos" className={classes.options} tabIndex={0}>
          {found.map(({ key, label, summary, look: { icon: Icon, color } }) => (
            <Combobox.Option value={key} key={key} className={classes.option}>
              <Icon size={18} stroke={1.5} aria-hidden color={`var(--mantine-color-${color}-filled)`} />
              <span>
                {label}
                <Text size="xs" c="dimmed">
                  {summary}
                </Text>
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{isSearching ? 'Buscando…' : 'Nada se llama así.'}</Combobox.Empty>
          )}
          {hidden > 0 && (
            <Combobox.Footer>
              <Text size="xs" c="dimmed">
                Hay {hidden} más: siga escribiendo.
              </Text>
            </Combobox.Footer>
          )}
        </Combobox.Options>
      </Combobox>
    </Box>
  )
}

/** By which way out it follows, where there are several: cases, what happens on a failure, what undoes it. */
function WayOut({ place: { after }, onPlace }: Pick<QuickAddProps, 'place' | 'onPlace'>) {
  const nodo = useEditor(({ history }) => history.flujo.nodos.find(({ id }) => id === after?.origen))
  const handles = nodo ? handlesOf(nodo) : []
  if (after === undefined || handles.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      mb="xs"
      label="Sale por"
      data={handles.map((value) => ({ value, label: value === NORMAL ? 'sigue' : value }))}
      value={after.salida}
      onChange={({ currentTarget }) => onPlace({ after: { ...after, salida: currentTarget.value } })}
    />
  )
}

function useOffers(q: string): Found {
  const store = useEditorStore()
  const { servidores } = useServidores()
  const { data: tipos = [] } = useTiposServidor()
  const [settled] = useDebouncedValue(q.trim(), PAUSE_MS)
  const { named, isSearching } = useNamedOffers(settled)
  const nodos = TIPOS_NODO.filter((tipo) => mayAdd(store.flujo, tipo)).map((tipo) => ({
    key: tipo,
    look: TIPO_NODO_LOOKS[tipo],
    label: TIPO_NODO_ACTIONS[tipo],
    summary: `${TIPO_NODO_LOOKS[tipo].label} · ${NODOS[tipo].summary}`,
    what: { tipo },
  }))
  const actions = listServidorActions(servidores, tipos).map(({ servidor, ...action }) => ({
    ...action,
    look: TIPO_NODO_LOOKS.proceso,
    summary: servidor.nombre,
  }))
  return {
    ...findOffers<Offer>({ nodos, named: named.map(withLook), actions }, q),
    isSearching: isSearching || settled !== q.trim(),
  }
}

const withLook = <Named,>(offer: Named) => ({ ...offer, look: TIPO_NODO_LOOKS.proceso })
