import type { Importacion, TablaGuardada } from '@div/contract'
import { ErrorState, FileChooser, FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { type Review, useReview } from '../../shared/form/use-review.ts'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { countFilas, ImportReview } from './import-review.tsx'
import classes from './importar-page.module.css'
import { type ImportOptions, importFilas, useTabla } from './tablas-api.ts'

export default function ImportarPage() {
  const { id = '' } = useParams()
  const { data: tabla, error, refetch } = useTabla(id)
  if (tabla !== undefined) return <Importar tabla={tabla} />
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return <Skeleton height={320} />
}

interface Choice {
  file: File
  modo: ImportOptions['modo']
  /** The file is what stands in the field. */
  isPasted: boolean
}

function Importar({ tabla }: { tabla: TablaGuardada }) {
  const { id, nombre, columnas } = tabla
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Pick<Choice, 'file' | 'isPasted'> | null>(null)
  const [text, setText] = useState('')
  const [modo, setModo] = useState<ImportOptions['modo']>('agregar')
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState(0)
  const isBusy = running > 0
  const { review, ask, forget } = useReview(({ file, modo: how }: Choice) =>
    run(() => importFilas(id, file, { modo: how, revisar: true })),
  )

  async function run<Answer>(action: () => Promise<Answer>): Promise<Answer | null> {
    setRunning((count) => count + 1)
    setFailure(null)
    try {
      return await action()
    } catch (error) {
      setFailure(describeError(error))
      return null
    } finally {
      setRunning((count) => count - 1)
    }
  }

  function look(choice: Choice) {
    setChosen(choice)
    void ask(choice)
  }

  function chooseModo(next: string) {
    const how = next === 'reemplazar' ? 'reemplazar' : 'agregar'
    setModo(how)
    if (chosen !== null) look({ ...chosen, modo: how })
  }

  function write(next: string) {
    setText(next)
    if (!chosen?.isPasted) return
    setChosen(null)
    forget()
  }

  async function store({ choice: { file, modo: how }, answer }: Review<Choice, Importacion>) {
    const done = await run(() => importFilas(id, file, { modo: how, parcial: answer.cantidadErrores > 0 }))
    if (done === null) return
    await queries.invalidateQueries({ queryKey: ['tablas'] })
    notify.success('Filas importadas', countFilas(done.filas))
    navigate(`/tablas/${id}`)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const [dropped] = event.dataTransfer.files
    if (dropped) look({ file: dropped, modo, isPasted: false })
  }

  return (
    <AsidePage
      back={{ to: `/tablas/${id}`, label: nombre }}
      title={`Importar en ${nombre}`}
      summary="Se revisa todo antes de escribir nada."
    >
      <Stack gap="lg" className={classes.content}>
        <Paper p="lg" className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <FormHelp help="/documentacion/campos#tablas" root="">
            <Stack gap="md">
              <Group gap="md">
                <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
                <div>
                  <Text fw={600}>
                    {chosen === null ? 'Elija un archivo CSV o XLSX, o arrástrelo aquí' : chosen.file.name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    La primera fila son los nombres de las columnas:{' '}
                    {columnas.map((each) => each.nombre).join(', ')}.
                  </Text>
                </div>
                <FileChooser
                  accept=".csv,.xlsx,text/csv"
                  onChoose={([file]) => look({ file, modo, isPasted: false })}
                >
                  {(props) => (
                    <Button variant="default" ml="auto" {...props}>
                      Elegir archivo
                    </Button>
                  )}
                </FileChooser>
              </Group>
              <Textarea
                label="O pegue aquí el contenido"
                placeholder={columnas.map((each) => each.nombre).join(',')}
                autosize
                minRows={3}
                maxRows={8}
                classNames={{ input: classes.text ?? '' }}
                value={text}
                onChange={({ currentTarget }) => write(currentTarget.value)}
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
                  onClick={() =>
                    look({ file: new File([text], 'pegado.csv', { type: 'text/csv' }), modo, isPasted: true })
                  }
                >
                  Revisar lo pegado
                </Button>
              </Group>
            </Stack>
          </FormHelp>
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
        {isBusy && review === null && <Skeleton height={160} role="status" aria-label="Revisando…" />}
        {review !== null && (
          <ImportReview
            tabla={tabla}
            review={review.answer}
            modo={review.choice.modo}
            isBusy={isBusy}
            onWrite={() => void store(review)}
          />
        )}
      </Stack>
    </AsidePage>
  )
}
