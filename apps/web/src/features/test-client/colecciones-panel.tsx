import type {
  ColeccionGuardada,
  ColeccionParaImportar,
  ColeccionResumen,
  PeticionGuardada,
} from '@div/contract'
import { ConfirmDialog, EmptyState, FileChooser, notify } from '@div/ui'
import {
  Accordion,
  Alert,
  Badge,
  Button,
  Group,
  List,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { IconCheck, IconFileImport, IconFolder, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { makeUuid } from '../../shared/make-uuid.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useCan } from '../../shared/session.ts'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { describeNotImported } from './describe-fallo.ts'
import { findCanal } from './find-canal.ts'
import { describeMissing } from './peticion-draft.ts'
import { readPostman } from './postman/read-postman.ts'
import { writePostman } from './postman/write-postman.ts'
import classes from './test-client.module.css'
import {
  listCanales,
  useColeccion,
  useColeccionActions,
  useColecciones,
  useEntornos,
} from './test-client-api.ts'
import { type Ejecutada, useRunColeccion } from './use-run-coleccion.ts'

interface ColeccionesPanelProps {
  entornoId: string | null
  /** One that came with a colección. */
  onEntorno: (id: string) => void
  /** Id of the petición that is open. */
  openId: string | null
  onOpen: (coleccionId: string, guardada: PeticionGuardada) => void
  onClose: () => void
}

/** What is kept for everybody. */
export function ColeccionesPanel({ entornoId, onEntorno, openId, onOpen, onClose }: ColeccionesPanelProps) {
  const { data: colecciones, error, refetch } = useColecciones()
  const [opened, setOpened] = useState<string | null>(null)
  const [avisos, setAvisos] = useState<readonly string[]>([])
  const mayWrite = useCan('colecciones.crear')
  const importing = mayWrite && (
    <ImportButton onImported={setOpened} onEntorno={onEntorno} onAvisos={setAvisos} />
  )
  return (
    <EditorPanel
      title="Colecciones"
      summary="Las ven todos. Sin tokens ni contraseñas: nómbrelos con {{variables}}."
      onClose={onClose}
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && colecciones === undefined && (
        <Skeleton height={120} role="status" aria-label="Cargando..." />
      )}
      {avisos.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          title="Qué se tomó y qué no"
          withCloseButton
          onClose={() => setAvisos([])}
        >
          <List size="sm">
            {avisos.map((aviso) => (
              <List.Item key={aviso}>{aviso}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {colecciones?.length === 0 && (
        <EmptyState
          icon={IconFolder}
          title="Todavía no hay colecciones"
          text="Guarde una petición con sus comprobaciones y ejecútelas todas juntas cuando quiera, o traiga una colección de Postman."
          action={
            <>
              {importing}
              <GuiaLink to="/documentacion/cliente-de-pruebas">el Cliente de Pruebas</GuiaLink>
            </>
          }
        />
      )}
      {colecciones !== undefined && colecciones.length > 0 && (
        <>
          <Group>{importing}</Group>
          <Accordion value={opened} onChange={setOpened} chevronPosition="left">
            {colecciones.map((coleccion) => (
              <Accordion.Item key={coleccion.id} value={coleccion.id}>
                <Accordion.Control>
                  <Group justify="space-between" wrap="nowrap">
                    <Text size="sm" fw={500} truncate>
                      {coleccion.nombre}
                    </Text>
                    <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
                      {coleccion.total === 1 ? '1 petición' : `${coleccion.total} peticiones`}
                    </Text>
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  {opened === coleccion.id && (
                    <Opened coleccion={coleccion} entornoId={entornoId} openId={openId} onOpen={onOpen} />
                  )}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </>
      )}
    </EditorPanel>
  )
}

interface OpenedProps extends Pick<ColeccionesPanelProps, 'entornoId' | 'openId' | 'onOpen'> {
  coleccion: ColeccionResumen
}

function Opened({ coleccion: { id, nombre }, entornoId, openId, onOpen }: OpenedProps) {
  const { data: coleccion, error, refetch } = useColeccion(id)
  const { results, isRunning, start, stop } = useRunColeccion()
  const { data: entornos = [] } = useEntornos()
  const actions = useColeccionActions()
  const base = useCanalesBase()
  const mayWrite = useCan('colecciones.editar')
  const [isRemoving, setIsRemoving] = useState(false)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!coleccion) return <Skeleton height={64} role="status" aria-label="Cargando..." />
  const done = [...results.values()]
  const entorno = entornos.find((each) => each.id === entornoId)
  const missing = describeMissing(
    coleccion.peticiones.map(({ peticion }) => peticion),
    entorno,
  )

  async function exportIt(whole: ColeccionGuardada) {
    try {
      const canales = new Map((await listCanales()).map((canal) => [canal.id, canal]))
      const addressOf = (canalId: string) => {
        const canal = canales.get(canalId)
        return canal && base !== undefined ? addressOfCanal(base, canal) : undefined
      }
      const text = writePostman(whole, { addressOf })
      saveFile(`${whole.nombre}.postman_collection.json`, new Blob([text], { type: 'application/json' }))
    } catch (reason) {
      notify.error('No se pudo exportar', describeError(reason))
    }
  }

  return (
    <Stack gap="sm">
      <Group gap="xs">
        {isRunning ? (
          <Button size="xs" variant="default" onClick={stop}>
            Detener
          </Button>
        ) : (
          <Button
            size="xs"
            disabled={coleccion.peticiones.length === 0}
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => void start(coleccion.peticiones, entorno)}
          >
            Ejecutar todas
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void exportIt(coleccion)}>
          Exportar a Postman
        </Button>
        {mayWrite && (
          <Button size="xs" variant="subtle" color="red" onClick={() => setIsRemoving(true)}>
            Eliminar
          </Button>
        )}
      </Group>
      {missing !== null && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
      {done.length > 0 && (
        <Text size="sm" role="status">
          {done.filter(({ cumple }) => cumple).length} de {done.length} bien
          {isRunning ? '…' : '.'}
        </Text>
      )}
      <Stack gap={2}>
        {coleccion.peticiones.map((guardada) => (
          <div key={guardada.id}>
            <UnstyledButton
              className={classes.entry ?? ''}
              data-current={guardada.id === openId || undefined}
              onClick={() => onOpen(id, guardada)}
            >
              <Badge size="sm" variant="light" color="gray" miw={56}>
                {guardada.peticion.metodo}
              </Badge>
              <span className={classes.entryText}>
                {guardada.carpeta === '' ? guardada.nombre : `${guardada.carpeta} / ${guardada.nombre}`}
              </span>
              <Mark ejecutada={results.get(guardada.id)} />
            </UnstyledButton>
            {results.get(guardada.id)?.motivos.map((motivo) => (
              <Text key={motivo} size="xs" c="red" pl={72}>
                {motivo}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={`Eliminar la colección «${nombre}»`}
          confirm="Eliminar"
          isDangerous
          onConfirm={() => actions.remove(id)}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">Sus peticiones se pierden para todos. El historial de cada uno sigue.</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function Mark({ ejecutada }: { ejecutada: Ejecutada | undefined }) {
  if (!ejecutada) return null
  return ejecutada.cumple ? (
    <IconCheck size={16} color="var(--mantine-color-green-6)" role="img" aria-label="Bien" />
  ) : (
    <IconX size={16} color="var(--mantine-color-red-6)" role="img" aria-label="Mal" />
  )
}

/** Bytes of a file that is read. */
const MAX_FILE = 10_485_760

interface ImportButtonProps {
  onImported: (id: string) => void
  onEntorno: (id: string) => void
  onAvisos: (avisos: readonly string[]) => void
}

function ImportButton({ onImported, onEntorno, onAvisos }: ImportButtonProps) {
  const { bring } = useColeccionActions()
  const base = useCanalesBase()
  const puerto = useConfiguracion().data?.motor.puerto

  async function read(file: File) {
    let given: ColeccionParaImportar | null = null
    try {
      if (file.size > MAX_FILE) throw new Error('El archivo pasa de 10 MB.')
      const canales = await listCanales()
      const { coleccion, variables, avisos } = readPostman(await file.text(), {
        canalOf: (url) => findCanal(url, { canales, base, puerto }),
        makeId: makeUuid,
      })
      given = { coleccion, variables: [...variables] }
      const { coleccion: created, entorno } = await bring(given)
      const aviso =
        entorno && `Sus variables quedaron en el entorno «${entorno.nombre}», que ya está elegido.`
      onAvisos(aviso ? [aviso, ...avisos] : avisos)
      onImported(created.id)
      if (entorno) onEntorno(entorno.id)
      const where = entorno && ` · sus variables, en su entorno «${entorno.nombre}»`
      notify.success('Colección importada', `${created.nombre}${where ?? ''}`)
    } catch (reason) {
      notify.error(
        'No se pudo importar',
        given === null ? describeError(reason) : describeNotImported(reason, given),
      )
    }
  }

  return (
    <FileChooser accept="application/json,.json" onChoose={([file]) => void read(file)}>
      {(props) => (
        <Button {...props} variant="default" size="xs" leftSection={<IconFileImport size={14} aria-hidden />}>
          Importar de Postman
        </Button>
      )}
    </FileChooser>
  )
}
