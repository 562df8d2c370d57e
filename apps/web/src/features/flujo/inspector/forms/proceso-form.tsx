import { Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { campoOf } from '../../../../shared/form/campo-of.ts'
import { useTiposServidor } from '../../../../shared/servidores/use-tipos-servidor.ts'
import { unusedParameters } from '../../datos/named-parameters.ts'
import { useExpected } from '../../datos/use-objetos.ts'
import { useServidores } from '../../use-servidores.ts'
import { MapeoField } from '../mapeo/mapeo-field.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'
import { ObjetoFields } from './objeto-fields.tsx'
import { TablaFields } from './tabla/tabla-fields.tsx'
import { TransaccionField } from './transaccion-field.tsx'
import { UnusedNote } from './unused-note.tsx'

/** Which servidor is called, what it is to do there, and what it is given. */
export function ProcesoForm(props: NodoFormProps) {
  const { nodo, change, errors, isReadOnly } = props
  const { servidores, nombres } = useServidores()
  const { data: tipos = [] } = useTiposServidor()
  const expected = useExpected(nodo)
  const servidorId = typeof nodo.servidorId === 'string' && nodo.servidorId !== '' ? nodo.servidorId : null
  const tipo = tipos.find(({ tipoServidor }) => tipoServidor === nodo.tipoServidor)
  const tipoObjeto = tipo?.objetos.find((each) => each.tipoObjeto === nodo.tipoObjeto)

  const unused = useMemo(() => unusedParameters(nodo), [nodo])

  function chooseServidor(id: string | null) {
    const servidor = servidores.find((each) => each.id === id)
    if (servidor === undefined) return
    const objetos = tipos.find(({ tipoServidor }) => tipoServidor === servidor.tipoServidor)?.objetos ?? []
    const isOfSameTipo = servidor.tipoServidor === nodo.tipoServidor
    change({
      servidorId: servidor.id,
      tipoServidor: servidor.tipoServidor,
      // What another type of servidor offers is something else.
      ...(!isOfSameTipo && { tipoObjeto: objetos[0]?.tipoObjeto, objeto: {} }),
    })
  }

  return (
    <>
      <Select
        label="Servidor"
        placeholder="Elija un servidor"
        searchable
        readOnly={isReadOnly}
        data={[
          ...(servidorId !== null && !nombres.has(servidorId) && servidores.length > 0
            ? [{ value: servidorId, label: 'Un servidor que ya no existe' }]
            : []),
          ...servidores.map(({ id, nombre }) => ({ value: id, label: nombre })),
        ]}
        value={servidorId}
        {...campoOf(errors, 'servidorId')}
        onChange={chooseServidor}
      />
      {tipo && (
        <Select
          label="Qué hace"
          allowDeselect={false}
          readOnly={isReadOnly}
          data={tipo.objetos.map(({ tipoObjeto: value, label }) => ({ value, label }))}
          value={tipoObjeto?.tipoObjeto ?? null}
          {...campoOf(errors, 'tipoObjeto')}
          onChange={(value) => value !== null && change({ tipoObjeto: value, objeto: {} })}
        />
      )}
      {tipoObjeto && (
        <>
          <Text size="xs" c="dimmed">
            {tipoObjeto.summary}
          </Text>
          <ObjetoFields key={tipoObjeto.tipoObjeto} {...props} tipoObjeto={tipoObjeto} />
          {tipoObjeto.tipoObjeto === 'tabla' && tipo?.tipoServidor !== 'interno' ? (
            <TablaFields {...props} />
          ) : (
            <>
              <UnusedNote
                nombres={[...unused]}
                de="La consulta"
                nodo={nodo}
                change={change}
                isReadOnly={isReadOnly}
              />
              <MapeoField {...props} label="Parámetros" add="Añadir parámetro" expected={expected} />
            </>
          )}
        </>
      )}
      <TransaccionField {...props} isOffered={tipo?.grupo === 'base-de-datos'} />
    </>
  )
}
