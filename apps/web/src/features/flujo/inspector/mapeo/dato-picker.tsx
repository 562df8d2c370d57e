import type { TipoDato } from '@div/contract'
import { isRecord } from '@div/ui'
import { ActionIcon, Combobox, Group, Text, TextInput, UnstyledButton, useCombobox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { TipoNodoIcon } from '../../../../shared/flujo/tipo-nodo.tsx'
import type { Source } from '../../datos/list-sources.ts'
import { flattenFields } from '../../datos/source-fields.ts'
import { matchesWords } from '../../palette/matches-words.ts'
import { EMPTY, type Origen } from '../origen.ts'
import { datoLabel } from './dato-label.ts'
import classes from './mapeo.module.css'
import { mapTo, readMapped, takes, typedPlaces } from './mapped-origen.ts'
import { useNodoData } from './nodo-data.tsx'
import { showMuestra } from './show-muestra.ts'
import { TipoDatoIcon } from './tipo-dato-icon.tsx'

/** More are found by typing. */
const SHOWN = 60

interface DatoPickerProps {
  /** What the value is for. */
  label: string
  value: Origen
  onChange: (value: Origen) => void
  isReadOnly: boolean
  /** The type that is wanted: what can never be of it is not offered. */
  wanted?: TipoDato | undefined
  error?: string | undefined
  /** Where no formula may stand: what only formulas can name is not offered. */
  onlyReferences?: boolean
}

/** A field of a node before: a chip with its name, or a text in which one looks for it. */
export function DatoPicker(props: DatoPickerProps) {
  const { label, value, onChange, isReadOnly } = props
  const { sources } = useNodoData()
  const [isChoosing, setIsChoosing] = useState(false)
  const mapped = readMapped(value, sources)
  if (mapped === null || isChoosing) {
    return isReadOnly ? (
      <Text size="sm" c="dimmed">
        Sin asignar
      </Text>
    ) : (
      <DatoSearch {...props} startsFocused={isChoosing} onEnd={() => setIsChoosing(false)} />
    )
  }
  const name = datoLabel(mapped)
  const isGone = mapped.source === undefined
  return (
    <Group gap={4} wrap="nowrap">
      <UnstyledButton
        className={classes.chip}
        data-gone={isGone || undefined}
        disabled={isReadOnly}
        aria-label={`${name}: cambiar el dato de ${label}`}
        title={`${mapped.nodo}${mapped.ruta === '' ? '' : ` · ${mapped.ruta}`}`}
        onClick={() => setIsChoosing(true)}
      >
        {mapped.source && <TipoNodoIcon tipo={mapped.source.tipoNodo} />}
        <span className={classes.chipName}>{name}</span>
        {mapped.conversion && <span className={classes.chipNote}>{mapped.conversion.label}</span>}
        {isGone && <span className={classes.chipNote}>no está antes</span>}
      </UnstyledButton>
      {!isReadOnly && (
        <ActionIcon size="sm" aria-label={`Quitar el dato de ${label}`} onClick={() => onChange(EMPTY.dato)}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}

function DatoSearch({
  label,
  onChange,
  wanted,
  error,
  onlyReferences = false,
  startsFocused,
  onEnd,
}: DatoPickerProps & { startsFocused: boolean; onEnd: () => void }) {
  const data = useNodoData()
  const sources = onlyReferences ? data.sources.filter(({ isItem }) => !isItem) : data.sources
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const options = optionsOf(sources, typed, wanted)

  function choose(key: string) {
    const option = options.find((each) => each.key === key)
    if (option === undefined) return
    onChange(mapTo(option.source, option))
    setTyped('')
    combobox.closeDropdown()
    onEnd()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width="max-content">
      <Combobox.Target>
        <TextInput
          size="xs"
          aria-label={`Dato de ${label}`}
          placeholder="Busque un dato, o suéltelo aquí"
          autoFocus={startsFocused}
          value={typed}
          error={error}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            onEnd()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // The canvas would let go of the node.
            event.stopPropagation()
            onEnd()
          }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {options.length === 0 && <Combobox.Empty>Nada se llama así.</Combobox.Empty>}
          {sources
            .map((source) => ({ source, own: options.filter((each) => each.source === source) }))
            .filter(({ own }) => own.length > 0)
            .map(({ source, own }) => (
              <Combobox.Group key={source.nodo} label={source.nombre}>
                {own.map(({ key, ruta, tipo, muestra, isTyped }) => (
                  <Combobox.Option key={key} value={key} className={classes.option}>
                    <TipoDatoIcon tipo={tipo} />
                    <span className={classes.optionName}>
                      {ruta === '' ? 'Todo' : ruta}
                      {isTyped && ' (tal como lo escribió)'}
                    </span>
                    <span className={classes.muestra}>{showMuestra(muestra)}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface Option {
  key: string
  source: Source
  ruta: string
  tipo: TipoDato
  muestra?: unknown
  /** It is not known to be there. */
  isTyped?: true
}

function optionsOf(
  sources: readonly Source[],
  typed: string,
  wanted: TipoDato | undefined,
): readonly Option[] {
  const known = sources
    .flatMap((source): Option[] => [
      ...flattenFields(source.campos)
        .filter((field) => takes(wanted, field) !== 'imposible')
        .map(({ ruta, tipo, muestra }) => ({ key: `${source.nodo}|${ruta}`, source, ruta, tipo, muestra })),
      ...wholeOf(source),
    ])
    .filter(({ source, ruta, key }) =>
      matchesWords(`${source.nombre} ${ruta} ${key.replace('|', '.')}`, typed),
    )
    .slice(0, SHOWN)
  const places = typed.trim() === '' ? [] : typedPlaces(typed.trim(), sources)
  const others = places
    .map(
      ({ source, ruta }): Option => ({
        key: `${source.nodo}|${ruta}`,
        source,
        ruta,
        tipo: 'cualquiera',
        isTyped: true,
      }),
    )
    .filter(({ key }) => known.every((each) => each.key !== key))
  return [...known, ...others]
}

/** Of a node that hands on nothing, an entrada without data, there is nothing to take. */
function wholeOf(source: Source): readonly Option[] {
  const { nodo, muestra } = source
  if (isRecord(muestra) && Object.keys(muestra).length === 0) return []
  return [{ key: `${nodo}|`, source, ruta: '', tipo: 'cualquiera', muestra }]
}
