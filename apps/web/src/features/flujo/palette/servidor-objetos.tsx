import type { ServidorResumen } from '@div/contract'
import { Anchor, Button, Group, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { describeEmpty } from '../../../shared/servidores/describe-empty.ts'
import { useTiposServidor } from '../../../shared/servidores/use-tipos-servidor.ts'
import { useCan } from '../../../shared/session.ts'
import { listServidorActions } from './actions.ts'
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
  // Of one alone nobody has to be asked.
  const servidor =
    browsable.find(({ id }) => id === chosen) ?? (browsable.length === 1 ? browsable[0] : undefined)
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
  const { data: objetos, error, isFetching, refetch } = useObjetosDe(servidor, q)
  const { data: tipos = [] } = useTiposServidor()
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
        <Group gap={4} px="sm" mt={4} role="alert">
          <Text size="xs" c="red">
            {error.message}
          </Text>
          <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
            Reintentar
          </Button>
        </Group>
      )}
      <ul className={classes.list} aria-label={`Objetos de ${servidor.nombre}`}>
        {objetos?.map((objeto) => {
          const what = nodoOfObjeto(servidor, objeto, tipos)
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
      {objetos?.length === 0 && <Nothing servidor={servidor} q={q} onAdd={onAdd} />}
    </>
  )
}

/** What a servidor does not list can be called all the same. */
function Nothing({ servidor, q, onAdd }: ObjetosProps & { q: string }) {
  const { data: tipos = [] } = useTiposServidor()
  const tipo = tipos.find(({ tipoServidor }) => tipoServidor === servidor.tipoServidor)
  const mayConfigure = useCan('servidores.editar')
  const [call] = listServidorActions([servidor], tipos)
  const isUnknown = q.trim() === '' && tipo?.contrato !== undefined
  return (
    <Stack gap={6} px="sm" align="flex-start">
      <Text size="xs" c="dimmed">
        {describeEmpty(tipo, q)}
      </Text>
      {isUnknown && call && (
        <Button size="compact-xs" variant="default" onClick={() => onAdd(call.what)}>
          Añadir una llamada
        </Button>
      )}
      {isUnknown && mayConfigure && (
        <Anchor size="xs" component={Link} to={`/servidores/config/${servidor.id}`}>
          Importar su contrato
        </Anchor>
      )}
    </Stack>
  )
}
