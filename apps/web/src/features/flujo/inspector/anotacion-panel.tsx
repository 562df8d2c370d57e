import { ANOTACION_MAX, ANOTACION_MIN, COLORES_ANOTACION, type ColorAnotacion } from '@div/contract'
import {
  ActionIcon,
  CloseButton,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconNote, IconSquareDashed, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Anotacion } from '../document/anotacion-key.ts'
import { NEW_NOMBRE, planChangeAnotacion } from '../document/plan-anotaciones.ts'
import { planRemove } from '../document/plan-change.ts'
import { useEditorStore } from '../store/use-editor.ts'

const COLORES: Readonly<Record<ColorAnotacion, string>> = {
  gris: 'Gris',
  azul: 'Azul',
  verde: 'Verde',
  amarillo: 'Amarillo',
  naranja: 'Naranja',
  rojo: 'Rojo',
  morado: 'Morado',
}

interface AnotacionPanelProps {
  /** Of a frame or a note. */
  id: string
  anotacion: Anotacion
}

/** A frame or a note: what it says, its colour and its size. */
export function AnotacionPanel({ id, anotacion: { lista, item } }: AnotacionPanelProps) {
  const store = useEditorStore()
  const isReadOnly = !store.mayEdit
  const Icon = lista === 'grupos' ? IconSquareDashed : IconNote
  const change = (fields: Parameters<typeof planChangeAnotacion>[2]) =>
    store.change((flujo) => planChangeAnotacion(flujo, id, fields), {
      subject: `${id}.${Object.keys(fields).join('+')}`,
    })
  const side = (name: 'ancho' | 'alto', label: string) => (
    <NumberInput
      label={label}
      min={ANOTACION_MIN}
      max={ANOTACION_MAX}
      step={20}
      allowDecimal={false}
      clampBehavior="blur"
      readOnly={isReadOnly}
      value={item.tamano[name]}
      onChange={(value) => {
        if (typeof value === 'number' && value >= ANOTACION_MIN && value <= ANOTACION_MAX)
          change({ tamano: { ...item.tamano, [name]: value } })
      }}
    />
  )
  // Until something is typed there is nothing in the field to undo.
  const typed = useRef(false)
  function leave(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') {
      event.currentTarget.blur()
      focusDrawn(id)
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typed.current) {
      event.preventDefault()
      event.currentTarget.blur()
      store[event.shiftKey ? 'redo' : 'undo']()
    }
  }
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap">
        <Icon size={20} stroke={1.5} aria-hidden />
        <Text size="sm" c="dimmed">
          {lista === 'grupos' ? 'Grupo' : 'Nota'}
        </Text>
        <Group gap={4} ml="auto" wrap="nowrap">
          {!isReadOnly && (
            <ActionIcon
              aria-label={lista === 'grupos' ? 'Eliminar el grupo' : 'Eliminar la nota'}
              onClick={() => store.change((flujo) => planRemove(flujo, { anotaciones: new Set([id]) }))}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          )}
          <CloseButton aria-label="Cerrar el inspector" onClick={() => store.select({})} />
        </Group>
      </Group>
      {lista === 'grupos' ? (
        <TextInput
          label="Nombre"
          autoFocus={!isReadOnly && item.nombre === NEW_NOMBRE}
          onFocus={({ currentTarget }) => currentTarget.select()}
          description="Al mover el grupo se mueve lo que queda dentro."
          maxLength={200}
          readOnly={isReadOnly}
          value={item.nombre}
          onKeyDown={leave}
          onChange={({ currentTarget }) => {
            typed.current = true
            change({ nombre: currentTarget.value })
          }}
        />
      ) : (
        <Textarea
          label="Texto"
          autoFocus={!isReadOnly && item.texto === ''}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={10_000}
          readOnly={isReadOnly}
          value={item.texto}
          onKeyDown={leave}
          onChange={({ currentTarget }) => {
            typed.current = true
            change({ texto: currentTarget.value })
          }}
        />
      )}
      <Select
        label="Color"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={COLORES_ANOTACION.map((color) => ({ value: color, label: COLORES[color] }))}
        value={item.color}
        onChange={(color) => {
          if (color !== null) change({ color })
        }}
      />
      <Group gap="sm" grow>
        {side('ancho', 'Ancho')}
        {side('alto', 'Alto')}
      </Group>
    </Stack>
  )
}

/** Keys are those of the canvas again. */
function focusDrawn(id: string): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus()
}
