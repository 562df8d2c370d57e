import { TIPOS_NODO, type TipoNodo } from '@div/contract'
import { NODOS } from '@div/nodos/catalogo'
import { Text, UnstyledButton } from '@mantine/core'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useEditor } from '../store/use-editor.ts'
import { mayAdd } from './add-nodo.ts'
import { writeDragged } from './dragged-nodo.ts'
import classes from './palette.module.css'

interface PaletteProps {
  onAdd: (tipo: TipoNodo) => void
}

/** What can be drawn: chosen, it goes to the next place; dragged, to where it is let go. */
export function Palette({ onAdd }: PaletteProps) {
  const hasEntrada = useEditor(({ history }) => !mayAdd(history.flujo, 'entrada'))
  const offered = TIPOS_NODO.filter((tipo) => tipo !== 'entrada' || !hasEntrada)
  return (
    <nav className={classes.palette} aria-label="Añadir nodos">
      <Text size="xs" c="dimmed" px="sm">
        Elija o arrastre
      </Text>
      <ul className={classes.list}>
        {offered.map((tipo) => (
          <li key={tipo}>
            <PaletteEntry tipo={tipo} onAdd={onAdd} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PaletteEntry({ tipo, onAdd }: PaletteProps & { tipo: TipoNodo }) {
  const { label, icon: Icon, color } = TIPO_NODO_LOOKS[tipo]
  return (
    <UnstyledButton
      className={classes.entry}
      title={NODOS[tipo].summary}
      draggable
      onDragStart={({ dataTransfer }) => writeDragged(dataTransfer, { tipo })}
      onClick={() => onAdd(tipo)}
    >
      <Icon size={18} stroke={1.5} aria-hidden color={`var(--mantine-color-${color}-filled)`} />
      {label}
    </UnstyledButton>
  )
}
