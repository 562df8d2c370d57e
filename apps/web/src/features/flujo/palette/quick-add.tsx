import { TIPOS_NODO } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { Combobox, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useEditorStore } from '../store/use-editor.ts'
import { type AddWhat, mayAdd } from './add-nodo.ts'
import { matchesWords } from './matches-words.ts'
import { nodoOfObjeto } from './nodo-of-objeto.ts'
import classes from './quick-add.module.css'
import { useObjetosDeTodos } from './use-objetos-de.ts'

const PAUSE_MS = 200
/** Of each servidor: who types on finds the others. */
const OBJETOS = 5

interface Offer {
  key: string
  label: string
  summary: string
  look: (typeof TIPO_NODO_LOOKS)[keyof typeof TIPO_NODO_LOOKS]
  what: AddWhat
}

interface QuickAddProps {
  onAdd: (what: AddWhat) => void
  onClose: () => void
}

/** What comes next, found by typing: a kind of node, or what a servidor holds. */
export function QuickAdd({ onAdd, onClose }: QuickAddProps) {
  const store = useEditorStore()
  const [q, setQ] = useState('')
  const combobox = useCombobox({ opened: true })
  const [settled] = useDebouncedValue(q.trim(), PAUSE_MS)
  const objetos = useObjetosDeTodos(settled, { each: OBJETOS })
  const tipos = TIPOS_NODO.filter(
    (tipo) =>
      mayAdd(store.flujo, tipo) && matchesWords(`${TIPO_NODO_LOOKS[tipo].label} ${NODOS[tipo].summary}`, q),
  )
  const found: readonly Offer[] = [
    ...tipos.map((tipo) => ({
      key: tipo,
      look: TIPO_NODO_LOOKS[tipo],
      label: TIPO_NODO_LOOKS[tipo].label,
      summary: NODOS[tipo].summary,
      what: { tipo },
    })),
    ...objetos.map(({ servidor, objeto }) => ({
      key: [servidor.id, objeto.tipoObjeto, objeto.esquema, objeto.nombre].join('/'),
      look: TIPO_NODO_LOOKS.proceso,
      label: objeto.nombre,
      summary: `${servidor.nombre} · ${objeto.clase}`,
      what: nodoOfObjeto(servidor, objeto),
    })),
  ]

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed finds others, the first of which is at hand
  useEffect(() => {
    combobox.selectFirstOption()
  }, [q])

  function choose(value: string) {
    const offer = found.find(({ key }) => key === value)
    if (offer) onAdd(offer.what)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div
      className={classes.panel}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose()
      }}
    >
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
        <Combobox.Options aria-label="Nodos" className={classes.options}>
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
          {found.length === 0 && <Combobox.Empty>Nada se llama así.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </div>
  )
}
