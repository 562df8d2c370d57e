import type { PaginaDeValor, ParteDeValor } from '@div/contract'
import { Loader, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api-error.ts'
import { CorteNote } from './corte-note.tsx'
import { type Cortes, describeTotal, nameOf } from './describe-cortes.ts'
import { Pages } from './pages.tsx'
import { type LugarDeValor, usePagina, usePartes } from './partes-api.ts'

interface LargeValueProps {
  lugar: LugarDeValor
  /** What the sample leaves out, for where there is nothing but that. */
  cortes: Cortes
  /** Draws what is looked at; undefined: the sample. */
  children: (shown: unknown) => ReactNode
}

/** What is too large to come with its run: its lists by rows, its texts by pieces. */
export function LargeValue({ lugar, cortes, children }: LargeValueProps) {
  const { data, error } = usePartes(lugar.ejecucion)
  const [chosen, setChosen] = useState<number | null>(null)
  if (error !== null) {
    return (
      <>
        <CorteNote cortes={cortes} />
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          No se pudo leer el valor entero. {describeError(error)}
        </Text>
        {children(undefined)}
      </>
    )
  }
  if (data === undefined) return <Loader size="xs" aria-label="Cargando el valor entero" />
  const partes = data.partes.filter(({ paso, lado }) => paso === lugar.paso && lado === lugar.lado)
  const parte = partes.find((each) => each.parte === chosen) ?? firstLook(partes)
  if (parte === undefined) {
    return (
      <>
        <CorteNote cortes={cortes} />
        <Text size="xs" c="dimmed">
          {data.completas ? describeKept(data.minutos) : NO_ROOM}
        </Text>
        {children(undefined)}
      </>
    )
  }
  return (
    <Stack gap={6}>
      {partes.length > 1 && (
        <Select
          size="xs"
          label="Qué parte se ve"
          data={partes.map((each) => ({ value: String(each.parte), label: labelOf(each) }))}
          value={String(parte.parte)}
          allowDeselect={false}
          searchable={partes.length > 10}
          onChange={(value) => value !== null && setChosen(Number(value))}
        />
      )}
      <ParteView key={parte.parte} ejecucion={lugar.ejecucion} parte={parte}>
        {children}
      </ParteView>
    </Stack>
  )
}

interface ParteViewProps {
  ejecucion: string
  parte: ParteDeValor
  children: LargeValueProps['children']
}

function ParteView({ ejecucion, parte, children }: ParteViewProps) {
  const [page, setPage] = useState(1)
  const { data, error } = usePagina({ ejecucion, parte: parte.parte, pagina: page - 1 })
  if (error !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {describeError(error)} Vuelva a probar el proceso para ver el valor entero.
      </Text>
    )
  }
  if (data === undefined) return <Loader size="xs" aria-label="Cargando el valor entero" />
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed" role="status">
        {describePage(parte, data)}
      </Text>
      {/* Another page is another value: what was opened or turned over in the one before is not carried on. */}
      <div key={data.desde}>{children(data.valor)}</div>
      <Pages
        page={page}
        pages={parte.paginas}
        total={`Página ${page.toLocaleString('es')} de ${parte.paginas.toLocaleString('es')}`}
        onChange={setPage}
      />
      {parte.guardados < parte.total && (
        <Text size="xs" c="dimmed">
          De {describeTotal(parte)} se guardaron {parte.guardados.toLocaleString('es')}: el resto pasaba del
          límite de lo que se guarda de una prueba.
        </Text>
      )}
    </Stack>
  )
}

/** The rows of a reading rather than the object in which they stand. */
function firstLook(partes: readonly ParteDeValor[]): ParteDeValor | undefined {
  const [whole] = partes
  if (whole?.clase !== 'campos') return whole
  return (
    partes.find(({ clase }) => clase === 'lista') ?? partes.find(({ clase }) => clase === 'texto') ?? whole
  )
}

function labelOf(parte: ParteDeValor): string {
  return `${nameOf(parte.ruta)} · ${describeTotal(parte)}`
}

const PAGE_UNITS = { lista: 'Filas', texto: 'Caracteres', campos: 'Campos' } as const

function describePage({ clase, total }: ParteDeValor, { desde, cuantos }: PaginaDeValor): string {
  return `${PAGE_UNITS[clase]} ${(desde + 1).toLocaleString('es')} a ${(desde + cuantos).toLocaleString('es')} de ${total.toLocaleString('es')}`
}

const NO_ROOM = 'El valor entero no cabía en lo que se guarda de una prueba.'

/** What is not there was never kept, or is gone: nobody is told to try again for what would not be kept either. */
function describeKept(minutos: number): string {
  if (minutos === 0) return 'Aquí no se guarda el valor entero de las pruebas, solo su muestra.'
  const time = minutos === 60 ? 'una hora' : `${minutos.toLocaleString('es')} minutos`
  return `El valor entero se guarda durante ${time}, para quien hizo la prueba, y solo de los procesos en memoria que no ocultan todos sus datos. De este queda la muestra.`
}
