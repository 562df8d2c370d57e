import { TIPOS_NODO, type TipoNodo } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { Combobox, Text, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useEditorStore } from '../store/use-editor.ts'
import { mayAdd } from './add-nodo.ts'
import { matchesWords } from './matches-words.ts'
import classes from './quick-add.module.css'

interface QuickAddProps {
  onAdd: (tipo: TipoNodo) => void
  onClose: () => void
}

/** What comes next, found by typing. */
export function QuickAdd({ onAdd, onClose }: QuickAddProps) {
  const store = useEditorStore()
  const [q, setQ] = useState('')
  const combobox = useCombobox({ opened: true })
  const found = TIPOS_NODO.filter(
    (tipo) =>
      mayAdd(store.flujo, tipo) && matchesWords(`${TIPO_NODO_LOOKS[tipo].label} ${NODOS[tipo].summary}`, q),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed finds others, the first of which is at hand
  useEffect(() => {
    combobox.selectFirstOption()
  }, [q])

  function choose(value: string) {
    const tipo = found.find((each) => each === value)
    if (tipo !== undefined) onAdd(tipo)
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
          {found.map((tipo) => {
            const { label, icon: Icon, color } = TIPO_NODO_LOOKS[tipo]
            return (
              <Combobox.Option value={tipo} key={tipo} className={classes.option}>
                <Icon size={18} stroke={1.5} aria-hidden color={`var(--mantine-color-${color}-filled)`} />
                <span>
                  {label}
                  <Text size="xs" c="dimmed">
                    {NODOS[tipo].summary}
                  </Text>
                </span>
              </Combobox.Option>
            )
          })}
          {found.length === 0 && <Combobox.Empty>Nada se llama así.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </div>
  )
}
