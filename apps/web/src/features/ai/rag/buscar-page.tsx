import { type BusquedaDeRag, type ColeccionDeRagGuardada, MODOS_DE_BUSQUEDA } from '@div/contract'
import { ErrorState } from '@div/ui'
import { Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { AsidePage } from '../../../shared/list/aside-page.tsx'
import { LoadError } from '../../../shared/load-error.tsx'
import classes from './buscar-page.module.css'
import { HalladoCard } from './hallado-card.tsx'
import { MODOS } from './modos.ts'
import { useColeccion, useHallazgos } from './rag-api.ts'

const LIMITE = 10
const MIN_TEXTO = 2

export default function BuscarPage() {
  const { id = '' } = useParams()
  const { data: coleccion, error, refetch } = useColeccion(id)
  if (coleccion) return <Buscar key={id} coleccion={coleccion} />
  if (error)
    return <LoadError error={error} onRetry={() => void refetch()} back={{ to: '/rag', label: 'RAG' }} />
  return <Skeleton height={480} />
}

/** What is asked stands in the address: a link leads to the same search. */
function Buscar({ coleccion: { id, nombre, servidorId } }: { coleccion: ColeccionDeRagGuardada }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const modo = MODOS_DE_BUSQUEDA.find((each) => each === params.get('modo')) ?? 'hibrido'
  const [texto, setTexto] = useState(asked)

  function ask(next: { q: string; modo: string }) {
    setParams(next, { replace: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    ask({ q: texto.trim(), modo })
  }

  const busqueda = asked.length < MIN_TEXTO ? null : { texto: asked, limite: LIMITE, modo }
  return (
    <AsidePage
      back={{ to: addressOf('rag', id), label: nombre }}
      title={`Buscar en ${nombre}`}
      summary="Los pasajes que mejor responden, y por qué se halló cada uno."
    >
      <Stack gap="md" className={classes.content}>
        <form onSubmit={submit}>
          <Group gap="sm" align="flex-end">
            <TextInput
              label="Qué se busca"
              placeholder="cómo se anula una factura"
              autoFocus
              flex={1}
              miw={200}
              value={texto}
              onChange={({ currentTarget }) => setTexto(currentTarget.value)}
            />
            <Button
              type="submit"
              leftSection={<IconSearch size={16} aria-hidden />}
              disabled={texto.trim().length < MIN_TEXTO}
            >
              Buscar
            </Button>
          </Group>
        </form>
        {servidorId !== null && (
          <SegmentedControl
            aria-label="Cómo se busca"
            className={classes.modo ?? ''}
            data={MODOS_DE_BUSQUEDA.map((value) => ({ value, label: MODOS[value] }))}
            value={modo}
            onChange={(next) => ask({ q: asked, modo: next })}
          />
        )}
        {busqueda && <Hallazgos coleccionId={id} busqueda={busqueda} />}
      </Stack>
    </AsidePage>
  )
}

function Hallazgos({ coleccionId, busqueda }: { coleccionId: string; busqueda: BusquedaDeRag }) {
  const { data, error, refetch } = useHallazgos(coleccionId, busqueda)
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const { pasajes, avisos } = data
  return (
    <>
      {avisos.map((aviso) => (
        <Alert key={aviso} color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />}>
          {aviso}
        </Alert>
      ))}
      <Text size="sm" c="dimmed" aria-live="polite">
        {pasajes.length === 0 ? 'Ningún pasaje responde a esto.' : describeCount(pasajes.length)}
      </Text>
      <ol className={classes.list} aria-label="Pasajes hallados">
        {pasajes.map((hallado) => (
          <HalladoCard
            key={`${hallado.documentoId}/${hallado.orden}`}
            coleccionId={coleccionId}
            hallado={hallado}
          />
        ))}
      </ol>
    </>
  )
}

const describeCount = (count: number) =>
  count === 1 ? '1 pasaje' : `${count} pasajes, el que mejor responde primero`
