import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { RowMenu } from '../../../../shared/list/row-menu.tsx'
import { useEditorStore } from '../../store/use-editor.ts'
import { type Caso, casosOf, planCasos } from '../casos.ts'
import classes from '../parametros-field.module.css'
import { newRegla } from '../regla/regla-edit.ts'
import { RowsSection } from '../rows-section.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import { CasoField } from './caso-field.tsx'
import { CasoNombre } from './caso-nombre.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'

/** The cases in the order in which they are tried; the first that holds is taken. */
export function CondicionForm(props: NodoFormProps) {
  const { nodo, errors, isReadOnly } = props
  const store = useEditorStore()
  const casos = casosOf(nodo)
  const keyOf = useRowKeys(casos)
  const [dragged, setDragged] = useState<number | null>(null)

  function put(next: readonly Caso[], what: string | null) {
    const subject = what === null ? {} : { subject: `${nodo.id}.casos.${what}` }
    store.change((flujo) => planCasos(flujo, nodo.id, next), subject)
  }

  function move(from: number, to: number) {
    const caso = casos[from]
    if (caso === undefined || to < 0 || to >= casos.length || from === to) return
    put(casos.toSpliced(from, 1).toSpliced(to, 0, caso), null)
  }

  return (
    <RowsSection label="Casos" error={errorOf(errors, 'casos')}>
      {casos.map((caso, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the menu of the case moves it by the keyboard
        <div
          key={keyOf(at)}
          className={classes.row}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={(event) => {
            if (dragged === null) return
            event.preventDefault()
            move(dragged, at)
            setDragged(null)
          }}
        >
          <Group gap="xs" wrap="nowrap" mb={6}>
            {!isReadOnly && casos.length > 1 && (
              // biome-ignore lint/a11y/noStaticElementInteractions: the menu of the case moves it by the keyboard
              <span
                draggable
                title="Arrastre para cambiar el orden"
                style={{ cursor: 'grab', display: 'flex' }}
                onDragStart={(event) => {
                  event.dataTransfer.setData('application/x-div-caso', String(at))
                  setDragged(at)
                }}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={16} aria-hidden />
              </span>
            )}
            <CasoNombre
              casos={casos}
              at={at}
              error={errorOf(errors, `casos[${at}].nombre`)}
              isReadOnly={isReadOnly}
              onRename={(nombre) => put(casos.with(at, { ...caso, nombre }), null)}
            />
            {!isReadOnly && (
              <>
                <RowMenu
                  label={`Más del caso ${caso.nombre}`}
                  renderItems={() => (
                    <>
                      <Menu.Item onClick={() => move(at, at - 1)}>Subir</Menu.Item>
                      <Menu.Item onClick={() => move(at, at + 1)}>Bajar</Menu.Item>
                    </>
                  )}
                />
                <ActionIcon
                  aria-label={`Quitar el caso ${caso.nombre}`}
                  onClick={() => put(casos.toSpliced(at, 1), null)}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              </>
            )}
          </Group>
          <CasoField
            {...props}
            caso={caso}
            at={at}
            onChange={(fields, isStep) =>
              put(casos.with(at, { nombre: caso.nombre, ...fields }), isStep ? null : `${at}.valor`)
            }
          />
        </div>
      ))}
      <div className={classes.row}>
        <Text size="sm" fw={500}>
          otro
        </Text>
        <Text size="xs" c="dimmed">
          Si ninguno se cumple, sigue por aquí.
        </Text>
      </div>
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => put([...casos, { nombre: freeNombre(casos), regla: newRegla() }], null)}
          >
            Añadir caso
          </Button>
        </Group>
      )}
    </RowsSection>
  )
}

function freeNombre(casos: readonly Caso[]): string {
  const taken = new Set(casos.map(({ nombre }) => nombre))
  let next = casos.length + 1
  while (taken.has(`caso${next}`)) next++
  return `caso${next}`
}
