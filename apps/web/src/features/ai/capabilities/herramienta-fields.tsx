import type { HerramientaPermitida, ObjetivoDeCapacidad, ServidorGuardado } from '@div/contract'
import { Anchor, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callApi } from '../../../shared/api-client.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import type { ObjetivoFieldsProps } from './capabilities-api.ts'
import { leaveHerramienta, takeHerramienta } from './capability-state.ts'

/** A tool of a server of MCP, of those that somebody allowed. */
export function HerramientaFields({
  form: { draft, change, errors },
  mayChange,
  objetivo,
}: ObjetivoFieldsProps<'herramienta'>) {
  const { servidorId, herramienta } = objetivo
  const permitidas = usePermitidas(servidorId)
  const chosen = chosenOf(permitidas, objetivo)
  const names = [...new Set([...permitidas.map(({ nombre }) => nombre), ...(herramienta && [herramienta])])]
  return (
    <>
      <ResourceSelect<ServidorGuardado>
        resource="servidores"
        query={{ tipoServidor: 'mcp' }}
        label="Servidor MCP"
        withAsterisk
        disabled={!mayChange}
        {...campoOf(errors, 'objetivo.servidorId')}
        value={servidorId || null}
        onChange={(id) =>
          change({
            objetivo: { ...objetivo, servidorId: id ?? '', herramienta: '' },
            ...leaveHerramienta(draft, chosen),
          })
        }
      />
      <Select
        label="Herramienta"
        description="De las que alguien permitió. Sus argumentos son lo que se le pide al modelo."
        withAsterisk
        searchable
        disabled={!mayChange || servidorId === ''}
        nothingFoundMessage="Nadie permitió ninguna así."
        data={names}
        {...campoOf(errors, 'objetivo.herramienta')}
        value={herramienta || null}
        onChange={(nombre) => {
          const found = permitidas.find((each) => each.nombre === nombre)
          change({
            objetivo: { ...objetivo, herramienta: nombre ?? '' },
            ...(found && takeHerramienta(draft, found, chosen)),
          })
        }}
      />
      {servidorId !== '' && (
        <Text size="sm" c="dimmed">
          {chosen?.escribe && 'Quien la permitió dijo que cambia datos. '}
          <Anchor component={Link} to={`/mcp/${servidorId}`} size="sm" underline="always">
            Ver sus herramientas
          </Anchor>
        </Text>
      )}
    </>
  )
}

/** Those that somebody allowed of a server, as it stores them: what it offers by now is looked at in MCP. */
export function usePermitidas(servidorId: string): readonly HerramientaPermitida[] {
  const { data: servidor } = useQuery({
    queryKey: ['servidores', 'nombre', servidorId],
    queryFn: ({ signal }) => callApi<ServidorGuardado>('GET', `servidores/${servidorId}`, { signal }),
    enabled: servidorId !== '',
  })
  const { herramientas } = (servidor?.config ?? {}) as { herramientas?: readonly HerramientaPermitida[] }
  return herramientas ?? []
}

/** Undefined: it is something else, or is not allowed any more. */
export function chosenOf(permitidas: readonly HerramientaPermitida[], objetivo: ObjetivoDeCapacidad) {
  return objetivo.tipo === 'herramienta'
    ? permitidas.find(({ nombre }) => nombre === objetivo.herramienta)
    : undefined
}
