import { CATEGORIAS_DE_PLANTILLA, type PlantillaResumen } from '@div/contract'
import { Chip, Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { LoadError } from '../../shared/load-error.tsx'
import { TipoIcon } from '../../shared/servidores/tipo-icon.tsx'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import { filterPlantillas } from './filter-plantillas.ts'
import { PlantillaDrawing } from './plantilla-drawing.tsx'
import { PlantillaPanel } from './plantilla-panel.tsx'
import { usePlantillas } from './plantillas-api.ts'
import classes from './plantillas-page.module.css'

const CATEGORIAS = Object.entries(CATEGORIAS_DE_PLANTILLA)

/** What a proceso may begin as, each with its drawing. */
export default function PlantillasPage() {
  const { data: plantillas, error, refetch } = usePlantillas()
  const address = useListAddress({ q: '', categoria: '', orden: '' })
  const opened = useOpened()
  const { q, categoria } = address.values
  const found = filterPlantillas(plantillas ?? [], { q, categoria })
  const chosen = plantillas?.find(({ id }) => id === opened.id)
  // Its place is kept while the list comes, so that nothing moves then.
  const isComing = opened.id !== null && plantillas === undefined && !error
  return (
    <AsidePage
      back={{ to: '/procesos', label: 'Procesos' }}
      title="Nuevo desde plantilla"
      summary="Procesos que ya funcionan, con sus casos de prueba: elija el más parecido y cámbielo."
      aside={
        chosen ? (
          <PlantillaPanel key={chosen.id} resumen={chosen} onClose={opened.close} />
        ) : (
          isComing && (
            <EditorPanel title="Plantilla" onClose={opened.close} isLoading>
              {null}
            </EditorPanel>
          )
        )
      }
    >
      <Group gap="sm">
        <SearchInput label="Buscar una plantilla" value={q} onChange={(text) => address.set('q', text)} />
        <Group gap={6} role="group" aria-label="Categoría">
          {[['', 'Todas'] as const, ...CATEGORIAS].map(([value, label]) => (
            <Chip
              key={value}
              size="xs"
              checked={categoria === value}
              onChange={() => address.set('categoria', value)}
            >
              {label}
            </Chip>
          ))}
        </Group>
        <Text size="sm" c="dimmed" aria-live="polite" ml="auto">
          {plantillas === undefined ? 'Cargando...' : countOf(found.length)}
        </Text>
      </Group>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <ul className={classes.gallery} aria-label="Plantillas">
        {plantillas === undefined && !error && <Waiting />}
        {found.map((plantilla) => (
          <li key={plantilla.id}>
            <PlantillaCard
              plantilla={plantilla}
              isOpen={plantilla.id === opened.id}
              onOpen={() => opened.open(plantilla.id)}
            />
          </li>
        ))}
        {plantillas !== undefined && found.length === 0 && (
          <li>
            <Text c="dimmed">Ninguna plantilla cumple lo que se busca.</Text>
          </li>
        )}
      </ul>
    </AsidePage>
  )
}

const countOf = (count: number) => (count === 1 ? '1 plantilla' : `${count} plantillas`)

interface PlantillaCardProps {
  plantilla: PlantillaResumen
  isOpen: boolean
  onOpen: () => void
}

function PlantillaCard({ plantilla, isOpen, onOpen }: PlantillaCardProps) {
  const { nombre, resumen, categoria, servidores, casos, dibujo } = plantilla
  const labelOf = useTipoLabel()
  const tipos = [...new Set(servidores.flatMap(({ tiposServidor }) => tiposServidor.slice(0, 1)))]
  return (
    <UnstyledButton className={classes.card} aria-pressed={isOpen} onClick={onOpen}>
      <span className={classes.picture}>
        <PlantillaDrawing dibujo={dibujo} />
      </span>
      <span className={classes.nombre}>{nombre}</span>
      <span className={classes.resumen}>{resumen}</span>
      <span className={classes.foot}>
        <span>{CATEGORIAS_DE_PLANTILLA[categoria]}</span>
        <span className={classes.tipos}>
          {tipos.map((tipo) => (
            <TipoIcon key={tipo} tipo={tipo} label={labelOf(tipo)} size={16} />
          ))}
          {casos === 1 ? '1 caso' : `${casos} casos`}
        </span>
      </span>
    </UnstyledButton>
  )
}

function Waiting() {
  return [0, 1, 2, 3, 4, 5].map((each) => (
    <li key={each}>
      <Skeleton height={228} />
    </li>
  ))
}
