import type { Columna } from '@div/contract'
import { ActionIcon, Button, Group, Popover, Select, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { showCell } from './cell-text.ts'
import classes from './filas-grid.module.css'
import { type Filtro, filtroValor, OPERADOR_LABELS, type Operador, operadoresOf } from './filas-query.ts'

interface GridHeadCellProps {
  columna: Columna
  column: number
  left: number
  width: number
  orden: string
  onOrden: (orden: string) => void
  filtro: Filtro | undefined
  onFiltro: (filtro: Filtro | null) => void
}

/** A column: its name and type, what sorts by it, and what narrows the rows by it. */
export function GridHeadCell(props: GridHeadCellProps) {
  const { columna, column, left, width, orden, onOrden, filtro, onFiltro } = props
  const { nombre, tipo, requerido, unico, descripcion } = columna
  const [isOpen, { close, toggle }] = useDisclosure()
  const isSorted = orden.replace(/^-/, '') === nombre
  const isDown = orden.startsWith('-')
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  const marks = [requerido && 'requerido', unico && 'único'].filter(Boolean)
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      className={classes.headCell}
      style={{ left, width }}
    >
      <UnstyledButton
        className={classes.headName}
        title={descripcion === '' ? undefined : descripcion}
        onClick={() => onOrden(isSorted ? (isDown ? '' : `-${nombre}`) : nombre)}
      >
        <strong>
          {nombre} {isSorted && <Arrow size={12} aria-hidden style={{ verticalAlign: -1 }} />}
        </strong>
        <small>{[TIPO_DATO_LABELS[tipo], ...marks].join(' · ')}</small>
      </UnstyledButton>
      <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus withinPortal>
        <Popover.Target>
          <ActionIcon
            size="sm"
            aria-label={filtro ? `Cambiar el filtro de ${nombre}` : `Filtrar por ${nombre}`}
            color={filtro ? 'teal' : 'gray'}
            onClick={toggle}
          >
            {filtro ? <IconFilterFilled size={14} /> : <IconFilter size={14} stroke={1.5} />}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <FiltroForm
            columna={columna}
            filtro={filtro}
            onFiltro={(next) => {
              close()
              onFiltro(next)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

function FiltroForm({
  columna: { nombre, tipo },
  filtro,
  onFiltro,
}: Pick<GridHeadCellProps, 'columna' | 'filtro' | 'onFiltro'>) {
  const operadores = operadoresOf(tipo)
  const [operador, setOperador] = useState<Operador>(filtro?.operador ?? operadores[0] ?? 'igual')
  const isYesNo = tipo === 'booleano'
  const [text, setText] = useState(() => {
    if (filtro === undefined || filtro.operador === 'vacio') return isYesNo ? 'true' : ''
    return isYesNo ? filtro.valor : showCell(filtro.valor, tipo)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (operador === 'vacio') onFiltro({ columna: nombre, operador, valor: '1' })
    else if (text.trim() === '') onFiltro(null)
    else onFiltro({ columna: nombre, operador, valor: isYesNo ? text : filtroValor(text, tipo) })
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm" w={220}>
        <Select
          aria-label="Condición"
          comboboxProps={{ withinPortal: false }}
          allowDeselect={false}
          data={operadores.map((value) => ({ value, label: OPERADOR_LABELS[value] }))}
          value={operador}
          onChange={(next) => next !== null && setOperador(next)}
        />
        {operador !== 'vacio' &&
          (isYesNo ? (
            <Select
              aria-label="Valor"
              comboboxProps={{ withinPortal: false }}
              allowDeselect={false}
              data={YES_NO}
              value={text}
              onChange={(next) => setText(next ?? 'true')}
            />
          ) : (
            <TextInput
              aria-label="Valor"
              data-autofocus
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          ))}
        <Group justify="flex-end" gap="sm">
          {filtro && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onFiltro(null)}>
              Quitar
            </Button>
          )}
          <Button size="xs" type="submit">
            Filtrar
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
