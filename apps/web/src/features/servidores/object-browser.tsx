import type { ObjetoDeServidor, TipoServidor } from '@div/contract'
import { ErrorState } from '@div/ui'
import { Group, Select, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { describeEmpty } from '../../shared/servidores/describe-empty.ts'
import classes from './object-browser.module.css'
import { ObjectDetail } from './object-detail.tsx'
import { MAX_OBJETOS, useObjetos } from './servidores-api.ts'

interface ObjectBrowserProps {
  id: string
  revision: number
  tipo: TipoServidor
}

/** What a stored servidor holds: tables, views, procedures, operations. */
export function ObjectBrowser({ id, revision, tipo }: ObjectBrowserProps) {
  const [q, setQ] = useState('')
  const [tipoObjeto, setTipoObjeto] = useState('')
  const [chosen, setChosen] = useState<ObjetoDeServidor | null>(null)
  const { data: objetos, error, refetch } = useObjetos(id, { revision, tipoObjeto, q })
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchInput value={q} onChange={setQ} />
        <Select
          aria-label="Clase de objeto"
          placeholder="Clase"
          w={180}
          clearable
          data={tipo.objetos.map(({ tipoObjeto: value, label }) => ({ value, label }))}
          value={tipoObjeto === '' ? null : tipoObjeto}
          onChange={(value) => setTipoObjeto(value ?? '')}
        />
        <Text size="sm" c="dimmed" ml="auto" aria-live="polite">
          {countOf(objetos)}
        </Text>
      </Group>
      {error !== null && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      <div className={classes.browser}>
        <ul className={classes.list} aria-label="Objetos">
          {objetos === undefined && error === null && <Skeleton height={160} />}
          {objetos?.map((objeto) => (
            <li key={keyOf(objeto)}>
              <UnstyledButton
                className={classes.entry}
                aria-current={chosen !== null && keyOf(chosen) === keyOf(objeto) ? 'true' : undefined}
                onClick={() => setChosen(objeto)}
              >
                <span className={classes.name}>{nameOf(objeto)}</span>
                <span className={classes.kind}>{objeto.clase}</span>
              </UnstyledButton>
            </li>
          ))}
          {objetos?.length === 0 && (
            <Text size="sm" c="dimmed" p="md">
              {describeEmpty(tipo, q)}
            </Text>
          )}
        </ul>
        <div className={classes.detail}>
          {chosen === null ? (
            <Text size="sm" c="dimmed">
              Elija un objeto para ver sus columnas o parámetros.
            </Text>
          ) : (
            <ObjectDetail key={keyOf(chosen)} id={id} objeto={chosen} nombre={nameOf(chosen)} />
          )}
        </div>
      </div>
    </Stack>
  )
}

function nameOf({ esquema, nombre }: ObjetoDeServidor): string {
  return esquema === undefined ? nombre : `${esquema}.${nombre}`
}

function keyOf(objeto: ObjetoDeServidor): string {
  return `${objeto.tipoObjeto}/${nameOf(objeto)}`
}

function countOf(objetos: readonly ObjetoDeServidor[] | undefined): string {
  if (objetos === undefined) return 'Cargando...'
  if (objetos.length >= MAX_OBJETOS) return `Los primeros ${MAX_OBJETOS}: busque para ver otros`
  return objetos.length === 1 ? '1 objeto' : `${objetos.length} objetos`
}
