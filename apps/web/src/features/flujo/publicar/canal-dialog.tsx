import {
  type AsignacionGuardada,
  type CanalGuardado,
  type ErrorDeCampo,
  suggestOperacion,
} from '@div/contract'
import { FormHelp, useReturnFocus } from '@div/ui'
import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { ApiError, describeError } from '../../../shared/api-error.ts'
import { slugOf } from '../../../shared/canales/slug.ts'
import { createToken, TRIAL_DAYS, useLetOpen, useTokens } from '../../../shared/canales/use-tokens.ts'
import { entradaOf } from '../../../shared/entrada/entrada-schema.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import { mayPublish, PublicationBrief } from '../../../shared/procesos/publicar/publication-brief.tsx'
import { usePublishable } from '../../../shared/procesos/publicar/use-publication.ts'
import { refreshProcesos } from '../../../shared/procesos/refresh-procesos.ts'
import { useCan } from '../../../shared/session.ts'
import { FlujoHallazgos } from '../flujo-hallazgos.tsx'
import { useEditor } from '../store/use-editor.ts'
import { assignToCanal, type NewCanal } from './assign-to-canal.ts'
import { CallFields, type GivenCall } from './call-fields.tsx'
import { CalledCanal } from './called-canal.tsx'
import { type Call, findCallProblems, suggestCall } from './suggest-call.ts'

interface CanalDialogProps {
  /** Stores what there is to store. Throws when that is not possible. */
  onBefore: () => Promise<void>
  onClose: () => void
}

/** What is drawn, at an address that others can call: one short form, and then the address. */
export default function CanalDialog({ onBefore, onClose }: CanalDialogProps) {
  useReturnFocus()
  const [done, setDone] = useState<Done | null>(null)
  return (
    <Modal opened onClose={onClose} size="lg" title={done ? 'Publicado como canal' : 'Publicar como canal'}>
      {done ? (
        <CalledCanal {...done} onClose={onClose} />
      ) : (
        <CanalForm onBefore={onBefore} onClose={onClose} onDone={setDone} />
      )}
    </Modal>
  )
}

interface Done {
  canal: CanalGuardado
  call: Call
  version: number
  token: string
  tokenFailure: string | null
}

type FormProps = CanalDialogProps & { onDone: (done: Done) => void }

/** Beside the ids of tokens that there are. */
const NEW_TOKEN = 'nuevo'
const NO_TOKEN = 'ninguno'
const TOKEN_GONE = 'El token elegido ya no existe, o ya no vale: elija otro.'

function CanalForm({ onBefore, onClose, onDone }: FormProps) {
  const { id, nombre } = useEditor(({ stored }) => stored)
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const mayCreate = useCan('canales.crear')
  const queries = useQueryClient()
  const [isNew, setIsNew] = useState(mayCreate)
  const [nuevo, setNuevo] = useState<NewCanal>({
    nombre,
    ruta: slugOf(nombre),
    tipo: 'REST',
    acceso: 'token',
  })
  const mayCreateToken = useCan('tokens.crear')
  const [tokenChoice, setTokenChoice] = useState(mayCreateToken ? NEW_TOKEN : NO_TOKEN)
  const letOpen = useLetOpen()
  const [canalId, setCanalId] = useState<string | null>(null)
  /** That was made here, and waits for what it opens with. */
  const [madeId, setMadeId] = useState<string | null>(null)
  const wantsToken =
    (isNew || (madeId !== null && canalId === madeId)) && nuevo.acceso === 'token' && mayCreateToken
  const tokens = useTokens(wantsToken)
  const [given, setGiven] = useState<GivenCall>({})
  const [refusals, setRefusals] = useState<readonly ErrorDeCampo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const publishable = usePublishable({ id, onBefore })
  const { canal, others } = useChosenCanal(isNew ? null : canalId)
  const tipo = isNew ? nuevo.tipo : (canal?.tipo ?? 'REST')
  const call = tipo === 'SOAP' ? soapCall() : restCall()
  const problems = findCallProblems(call, { proceso: { id, nombre }, others })
  const errors = [...problems, ...refusals]

  function restCall(): Call {
    const { metodo, ruta } = { ...suggestCall({ nombre, parametros }, { isOwnCanal: isNew }), ...given }
    return { metodo, ruta }
  }

  function soapCall(): Call {
    const taken = others.flatMap(({ operacion }) => operacion ?? [])
    return { operacion: given.operacion ?? suggestOperacion(nombre, taken) }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = isNew ? nuevo : canal
    if (wanted === undefined || problems.length > 0 || isBusy || !mayPublish(publishable)) return
    setIsBusy(true)
    setFailure(null)
    setRefusals([])
    try {
      const { version } = await publishable.publish('')
      const assigned = await assignToCanal({ procesoId: id, canal: wanted, call }, (made) => {
        if (isNew) setMadeId(made.id)
        setIsNew(false)
        setCanalId(made.id)
        setGiven(call)
      })
      void queries.invalidateQueries({ queryKey: ['canales'] })
      // Which canales call it.
      void refreshProcesos(queries)
      onDone({
        canal: assigned,
        call,
        version,
        ...(wantsToken ? await giveToken(assigned) : NO_TOKEN_GIVEN),
      })
    } catch (reason) {
      // The form says at its fields what was refused of them.
      if (reason instanceof ApiError) setRefusals(reason.errores.map(toOwnCampo))
      setFailure(describeError(reason))
      setIsBusy(false)
    }
  }

  /** What is published stays published, whatever becomes of its token. */
  async function giveToken(made: CanalGuardado): Promise<Pick<Done, 'token' | 'tokenFailure'>> {
    try {
      const chosen = tokens.find((each) => each.id === tokenChoice)
      if (chosen) await letOpen(chosen, made.id)
      else if (tokenChoice !== NEW_TOKEN && tokenChoice !== NO_TOKEN)
        return { token: '', tokenFailure: TOKEN_GONE }
      return { token: tokenChoice === NEW_TOKEN ? await createToken(made) : '', tokenFailure: null }
    } catch (reason) {
      // The next step says so at the token.
      return { token: '', tokenFailure: describeError(reason) }
    }
  }

  return (
    <form onSubmit={submit} aria-label="Publicar como canal" noValidate>
      <FormHelp help="/docs/canales#crear-y-asignar" root="">
        <Stack gap="md">
          {mayCreate && (
            <SegmentedControl
              aria-label="En qué canal"
              value={isNew ? 'nuevo' : 'otro'}
              onChange={(value) => setIsNew(value === 'nuevo')}
              data={[
                { value: 'nuevo', label: 'Un canal nuevo' },
                { value: 'otro', label: 'Uno que ya existe' },
              ]}
            />
          )}
          {isNew ? (
            <NewCanalFields value={nuevo} errors={refusals} onChange={setNuevo} />
          ) : (
            <ResourceSelect<CanalGuardado>
              resource="canales"
              label="Canal"
              withAsterisk
              noteOf={({ tipo, ruta }) => `/${tipo.toLowerCase()}/${ruta}`}
              value={canalId}
              onChange={setCanalId}
            />
          )}
          {wantsToken && (
            <Select
              label="Token"
              allowDeselect={false}
              searchable={tokens.length > 10}
              data={[
                { value: NEW_TOKEN, label: `Crear uno para ${TRIAL_DAYS} días` },
                ...tokens.map((each) => ({
                  value: each.id,
                  label: `Dar acceso a «${each.nombre}» (${each.prefijo}…)`,
                })),
                { value: NO_TOKEN, label: 'Ninguno por ahora' },
              ]}
              value={tokenChoice}
              onChange={(value) => value !== null && setTokenChoice(value)}
            />
          )}
          <CallFields call={call} errors={errors} onChange={(fields) => setGiven({ ...given, ...fields })} />
          <PublicationBrief publishable={publishable} onFollow={onClose} />
          {failure && (
            <Alert color="red" variant="light" role="alert" title="No se pudo publicar">
              {failure}
              <FlujoHallazgos onlyErrors onGone={onClose} />
            </Alert>
          )}
          <Text size="sm" c="dimmed">
            Se publica lo que está dibujado, si cambió desde la última versión.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancelar
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={problems.length > 0 || !mayPublish(publishable) || (!isNew && canal === undefined)}
            >
              Publicar
            </Button>
          </Group>
        </Stack>
      </FormHelp>
    </form>
  )
}

/** The API names an assignment by its position, and a canal's fields by themselves. */
function toOwnCampo({ campo, mensaje }: ErrorDeCampo): ErrorDeCampo {
  return campo.startsWith('[')
    ? { campo: campo.replace(/^\[\d+\]\./, ''), mensaje }
    : { campo: `canal.${campo}`, mensaje }
}

const NO_TOKEN_GIVEN = { token: '', tokenFailure: null }
const NONE: readonly AsignacionGuardada[] = []

function useChosenCanal(canalId: string | null) {
  const { data: canal } = useQuery({
    queryKey: ['canales', 'nombre', canalId],
    queryFn: ({ signal }) => callApi<CanalGuardado>('GET', `canales/${canalId}`, { signal }),
    enabled: canalId !== null,
  })
  const { data: others = NONE } = useQuery({
    queryKey: ['canales', 'asignados', canalId],
    queryFn: ({ signal }) => callApi<AsignacionGuardada[]>('GET', `canales/${canalId}/procesos`, { signal }),
    enabled: canalId !== null,
    staleTime: 0,
  })
  return { canal, others: canalId === null ? NONE : others }
}

interface NewCanalFieldsProps {
  value: NewCanal
  errors: readonly ErrorDeCampo[]
  onChange: (canal: NewCanal) => void
}

function NewCanalFields({ value, errors, onChange }: NewCanalFieldsProps) {
  const { nombre, ruta, tipo, acceso } = value
  // The ruta follows the name until somebody writes it.
  const isFollowing = ruta === slugOf(nombre)
  return (
    <FormHelp help="/docs/canales#canal" root="canal">
      <Stack gap="md">
        <SegmentedControl
          aria-label="Tipo del canal"
          data-campo="canal.tipo"
          value={tipo}
          onChange={(next) => onChange({ ...value, tipo: next === 'SOAP' ? 'SOAP' : 'REST' })}
          data={['REST', 'SOAP']}
        />
        <Group gap="sm" align="flex-start" grow>
          <TextInput
            label="Nombre del canal"
            withAsterisk
            {...campoOf(errors, 'canal.nombre')}
            value={nombre}
            onChange={({ currentTarget: { value: next } }) =>
              onChange({ ...value, nombre: next, ...(isFollowing && { ruta: slugOf(next) }) })
            }
          />
          <TextInput
            label="Ruta del canal"
            withAsterisk
            leftSection={
              <Text span size="sm" c="dimmed" ff="monospace">
                /{tipo.toLowerCase()}/
              </Text>
            }
            leftSectionWidth={64}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...campoOf(errors, 'canal.ruta')}
            value={ruta}
            onChange={({ currentTarget }) => onChange({ ...value, ruta: currentTarget.value })}
          />
        </Group>
        <Select
          label="Quién puede llamar"
          data-campo="canal.acceso"
          description="Con usuario y contraseña, o con JWT, se elige después en el canal."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={[
            { value: 'token', label: 'Quien tenga un token de acceso' },
            { value: 'publico', label: 'Cualquiera' },
          ]}
          value={acceso}
          onChange={(next) => next !== null && onChange({ ...value, acceso: next as NewCanal['acceso'] })}
        />
      </Stack>
    </FormHelp>
  )
}
