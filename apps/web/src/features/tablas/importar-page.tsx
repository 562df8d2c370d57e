import type { Importacion, TablaGuardada } from '@div/contract'
import { ErrorState, notify } from '@div/ui'
import {
  Alert,
  Button,
  FileButton,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { showCell } from './cell-text.ts'
import classes from './importar-page.module.css'
import { type ImportOptions, importFilas, useTabla } from './tablas-api.ts'

export default function ImportarPage() {
  const { id = '' } = useParams()
  const { data: tabla, error, refetch } = useTabla(id)
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (tabla === undefined) return <Skeleton height={320} />
  return <Importar tabla={tabla} />
}

function Importar({ tabla }: { tabla: TablaGuardada }) {
  const { id, nombre, columnas } = tabla
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [modo, setModo] = useState<ImportOptions['modo']>('agregar')
  const [review, setReview] = useState<Importacion | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function run<Answer>(action: () => Promise<Answer>): Promise<Answer | null> {
    setIsBusy(true)
    setFailure(null)
    try {
      return await action()
    } catch (error) {
      setFailure(describeError(error))
      return null
    } finally {
      setIsBusy(false)
    }
  }

  async function look(chosen: File, how: ImportOptions['modo']) {
    setFile(chosen)
    setReview(null)
    setReview(await run(() => importFilas(id, chosen, { modo: how, revisar: true })))
  }

  function chooseModo(next: string) {
    const how = next === 'reemplazar' ? 'reemplazar' : 'agregar'
    setModo(how)
    if (file !== null) void look(file, how)
  }

  async function write() {
    if (file === null || review === null) return
    const done = await run(() => importFilas(id, file, { modo, parcial: review.cantidadErrores > 0 }))
    if (done === null) return
    await queries.invalidateQueries({ queryKey: ['tablas'] })
    notify.success('Filas importadas', countFilas(done.filas))
    navigate(`/tablas/${id}`)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const [dropped] = event.dataTransfer.files
    if (dropped) void look(dropped, modo)
  }

  return (
    <AsidePage
      back={{ to: `/tablas/${id}`, label: nombre }}
      title={`Importar en ${nombre}`}
      summary="Se revisa todo antes de escribir nada."
    >
      <Stack gap="lg" className={classes.content}>
        <Paper p="lg" className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Stack gap="md">
            <Group gap="md">
              <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
              <div>
                <Text fw={600}>
                  {file === null ? 'Elija un archivo CSV o XLSX, o arrástrelo aquí' : file.name}
                </Text>
                <Text size="sm" c="dimmed">
                  La primera fila son los nombres de las columnas:{' '}
                  {columnas.map((each) => each.nombre).join(', ')}.
                </Text>
              </div>
              <FileButton
                accept=".csv,.xlsx,text/csv"
                onChange={(chosen) => chosen && void look(chosen, modo)}
              >
                {(props) => (
                  <Button variant="default" ml="auto" {...props}>
                    Elegir archivo
                  </Button>
                )}
              </FileButton>
            </Group>
            <Textarea
              label="O pegue aquí el contenido"
              placeholder={columnas.map((each) => each.nombre).join(',')}
              autosize
              minRows={3}
              maxRows={8}
              classNames={{ input: classes.text ?? '' }}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Group justify="space-between">
              <SegmentedControl
                aria-label="Qué hacer con las filas que hay"
                data={[
                  { value: 'agregar', label: 'Agregar a las que hay' },
                  { value: 'reemplazar', label: 'Reemplazar todas' },
                ]}
                value={modo}
                onChange={chooseModo}
              />
              <Button
                variant="default"
                disabled={text.trim() === ''}
                loading={isBusy}
                onClick={() => look(new File([text], 'pegado.csv', { type: 'text/csv' }), modo)}
              >
                Revisar lo pegado
              </Button>
            </Group>
          </Stack>
        </Paper>
        {failure !== null && (
          <Alert
            color="red"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title="No se pudo importar"
          >
            {failure}
          </Alert>
        )}
        {isBusy && review === null && <Skeleton height={160} aria-label="Revisando…" />}
        {review !== null && (
          <Review tabla={tabla} review={review} modo={modo} isBusy={isBusy} onWrite={write} />
        )}
      </Stack>
    </AsidePage>
  )
}

interface ReviewProps {
  tabla: TablaGuardada
  review: Importacion
  modo: ImportOptions['modo']
  isBusy: boolean
  onWrite: () => void
}

/** What would be written and what would not, before anything is. */
function Review({ tabla: { columnas }, review, modo, isBusy, onWrite }: ReviewProps) {
  const { filas, cantidadErrores, errores, muestra = [] } = review
  return (
    <>
      <Alert
        color={cantidadErrores > 0 ? 'yellow' : 'green'}
        variant="light"
        icon={cantidadErrores > 0 ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
        title={
          cantidadErrores === 0
            ? `${countFilas(filas)} sin errores`
            : `${countFilas(filas)} sin errores y ${countErrores(cantidadErrores)}`
        }
      >
        <Text size="sm">
          {modo === 'reemplazar'
            ? 'Las filas que hay ahora se eliminan y quedan solo las del archivo.'
            : 'Se agregan después de las que hay.'}
          {cantidadErrores > 0 && ' Las filas con errores se dejan fuera.'}
        </Text>
        <Group mt="sm">
          <Button size="xs" disabled={filas === 0} loading={isBusy} onClick={onWrite}>
            Importar {countFilas(filas)}
          </Button>
        </Group>
      </Alert>
      {errores.length > 0 && (
        <section aria-label="Errores">
          <Text fw={600} mb={4}>
            Errores
          </Text>
          <Table.ScrollContainer minWidth={420} mah={320} type="native">
            <Table verticalSpacing={4} stickyHeader withTableBorder className={classes.table ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={80}>Fila</Table.Th>
                  <Table.Th w={200}>Columna</Table.Th>
                  <Table.Th>Qué pasa</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {errores.map(({ campo, fila, columna, mensaje }) => (
                  <Table.Tr key={`${campo}/${mensaje}`}>
                    <Table.Td>{fila.toLocaleString('es')}</Table.Td>
                    <Table.Td>{columna}</Table.Td>
                    <Table.Td>{mensaje}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {cantidadErrores > errores.length && (
            <Text size="sm" c="dimmed" mt={4}>
              Se muestran los primeros {errores.length.toLocaleString('es')} de{' '}
              {cantidadErrores.toLocaleString('es')}.
            </Text>
          )}
        </section>
      )}
      {muestra.length > 0 && (
        <section aria-label="Primeras filas">
          <Text fw={600} mb={4}>
            Primeras filas
          </Text>
          <Table.ScrollContainer minWidth={columnas.length * 120} type="native">
            <Table verticalSpacing={4} withTableBorder className={classes.table ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  {columnas.map(({ nombre }) => (
                    <Table.Th key={nombre}>{nombre}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {muestra.map((fila, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no id yet, and never change.
                  <Table.Tr key={index}>
                    {columnas.map(({ nombre, tipo }) => (
                      <Table.Td key={nombre}>{showCell(fila[nombre], tipo)}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      )}
    </>
  )
}

function countFilas(count: number): string {
  return count === 1 ? '1 fila' : `${count.toLocaleString('es')} filas`
}

function countErrores(count: number): string {
  return count === 1 ? '1 error' : `${count.toLocaleString('es')} errores`
}
