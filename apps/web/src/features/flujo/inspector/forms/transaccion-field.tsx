import type { Aislamiento } from '@div/contract'
import { Alert, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { errorOf } from '../../../../shared/form/error-of.ts'
import {
  freeTransaccion,
  otherServidorOf,
  planAislamiento,
  planTransaccion,
  transaccionesOf,
  transaccionOf,
} from '../../document/plan-transaccion.ts'
import { useEditorStore, useSettled } from '../../store/use-editor.ts'
import { useServidores } from '../../use-servidores.ts'
import type { NodoFormProps } from './nodo-form-props.ts'

const AISLAMIENTO_OPTIONS: readonly { value: Aislamiento; label: string }[] = [
  { value: 'lecturaConfirmada', label: 'Lectura confirmada' },
  { value: 'lecturaRepetible', label: 'Lectura repetible' },
  { value: 'serializable', label: 'Serializable' },
]
/** No transaction is called so: names are not empty. */
const NEW = ''

interface TransaccionFieldProps extends NodoFormProps {
  /** Whether the servidor has transactions. */
  isOffered: boolean
}

/** Which calls stand or fall together with this one. */
export function TransaccionField({ nodo, errors, isReadOnly, isOffered }: TransaccionFieldProps) {
  const store = useEditorStore()
  const flujo = useSettled(({ history }) => history.flujo)
  const { nombres } = useServidores()
  const [typed, setTyped] = useState('')
  const own = transaccionOf(nodo)
  const error = errorOf(errors, 'transaccion')
  // A wait between the nodes of a transaction is in none itself, and yet hinders it.
  if (!isOffered && own === null)
    return error === undefined ? null : (
      <Alert color="red" variant="light" role="alert">
        {error}
      </Alert>
    )
  const known = transaccionesOf(flujo, nodo.servidorId)
  const { aislamiento = null, miembros = [] } = known.find(({ nombre }) => nombre === own) ?? {}
  const wanted = typed.trim()
  const owner = otherServidorOf(flujo, { servidorId: nodo.servidorId, nombre: wanted })
  const isOther = wanted !== '' && owner === null && known.every(({ nombre }) => nombre !== wanted)

  function choose(value: string | null) {
    const nombre = value === NEW ? (isOther ? wanted : freeTransaccion(flujo)) : value
    store.change((drawn) => planTransaccion(drawn, nodo, nombre))
  }

  return (
    <>
      <Select
        label="Transacción"
        description="Los nodos que la comparten se confirman juntos; si la ejecución falla antes, no queda nada de ninguno."
        placeholder="Ninguna: se confirma por sí solo"
        searchable
        clearable={!isReadOnly}
        clearButtonProps={{ 'aria-label': 'Sacar de la transacción' }}
        readOnly={isReadOnly}
        maxLength={100}
        data={[
          ...known.map(({ nombre }) => ({ value: nombre, label: nombre })),
          owner === null
            ? { value: NEW, label: isOther ? `Nueva transacción «${wanted}»` : 'Nueva transacción' }
            : {
                value: NEW,
                label: `«${wanted}» ya es de ${nombres.get(owner) ?? 'otro servidor'}: elija otro nombre`,
                disabled: true,
              },
        ]}
        filter={({ options, search }) =>
          options.filter(
            (option) => 'value' in option && (option.value === NEW || option.label.includes(search.trim())),
          )
        }
        searchValue={typed}
        onSearchChange={setTyped}
        value={own}
        error={error}
        onChange={choose}
      />
      {own !== null && (
        <>
          {miembros.length < 2 && (
            <Text size="xs" c="dimmed">
              Todavía ningún otro nodo está en ella: elíjala también en los demás.
            </Text>
          )}
          <Select
            label="Aislamiento"
            placeholder="Lectura confirmada"
            clearable={!isReadOnly}
            clearButtonProps={{ 'aria-label': 'Quitar el aislamiento' }}
            readOnly={isReadOnly}
            data={[...AISLAMIENTO_OPTIONS]}
            value={aislamiento}
            {...campoOf(errors, 'aislamiento')}
            onChange={(value) =>
              store.change((drawn) =>
                planAislamiento(
                  drawn,
                  nodo,
                  AISLAMIENTO_OPTIONS.find((each) => each.value === value)?.value ?? null,
                ),
              )
            }
          />
        </>
      )}
    </>
  )
}
