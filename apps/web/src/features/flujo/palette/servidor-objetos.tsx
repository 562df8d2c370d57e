import type { ServidorResumen } from '@div/contract'
import { Select, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import type { AddWhat } from './add-nodo.ts'
import { writeDragged } from './dragged-nodo.ts'
import { nodoOfObjeto } from './nodo-of-objeto.ts'
import classes from './palette.module.css'
import { useBrowsable, useObjetosDe } from './use-objetos-de.ts'

const PAUSE_MS = 200

/** Below the node types: what a servidor holds, each as the node that calls it. */
export function ServidorObjetos({ onAdd }: { onAdd: (what: AddWhat) => void }) {
  const browsable = useBrowsable()
  const [chosen, setChosen] = useLocalStorage<string | null>({
    key: 'lienzo:servidor',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const servidor = browsable.find(({ id }) => id === chosen)
  if (browsable.length === 0) return null
  return (
    <section className={classes.objetos} aria-label="Objetos de los servidores">
      <Select
        size="xs"
        mx="sm"
        searchable
        aria-label="Servidor del que añadir"
        placeholder="De un servidor…"
        data={browsable.map(({ id, nombre }) => ({ value: id, label: nombre }))}
        value={servidor?.id ?? null}
        onChange={setChosen}
      />
      {servidor && <Objetos key={servidor.id} servidor={servidor} onAdd={onAdd} />}
    </section>
  )
}

interface ObjetosProps {
  servidor: ServidorResumen
  onAdd: (what: AddWhat) => void
}

function Objetos({ servidor, onAdd }: ObjetosProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const { data: objetos, error } = useObjetosDe(servidor, q)
  const { icon: Icon, color } = TIPO_NODO_LOOKS.proceso
  return (
    <>
      <TextInput
        size="xs"
        mx="sm"
        mt={4}
        aria-label={`Buscar en ${servidor.nombre}`}
        placeholder="Buscar"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {error !== null && (
        <Text size="xs" c="red" px="sm" mt={4} role="alert">
          {error.message}
        </Text>
      )}
      <ul className={classes.list} aria-label={`Objetos de ${servidor.nombre}`}>
        {objetos?.map((objeto) => {
          const what = nodoOfObjeto(servidor, objeto)
          return (
            <li key={`${objeto.tipoObjeto}/${objeto.esquema ?? ''}/${objeto.nombre}`}>
              <UnstyledButton
                className={classes.entry}
                title={objeto.clase}
                draggable
                onDragStart={({ dataTransfer }) => writeDragged(dataTransfer, what)}
                onClick={() => onAdd(what)}
              >
                <Icon
                  size={16}
                  stroke={1.5}
                  aria-hidden
                  color={`var(--mantine-color-${color}-filled)`}
                  style={{ flex: 'none' }}
                />
                <span className={classes.words}>{objeto.nombre}</span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {objetos?.length === 0 && (
        <Text size="xs" c="dimmed" px="sm">
          Nada se llama así.
        </Text>
      )}
    </>
  )
}
