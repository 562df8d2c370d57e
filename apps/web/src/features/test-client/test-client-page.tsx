import { ConfirmDialog, FormHelp, isRecord } from '@div/ui'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconDeviceFloppy, IconFolder, IconHistory, IconVariable } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ToCall } from '../../shared/canales/test-address.ts'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { useCan } from '../../shared/session.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { ColeccionesPanel } from './colecciones-panel.tsx'
import { DestinoBar } from './destino-bar.tsx'
import { EntornosPanel } from './entornos-panel.tsx'
import { HistorialPanel } from './historial-panel.tsx'
import { type Edited, NEW_PETICION, operacionOf } from './peticion-draft.ts'
import { CARGA, FORMULARIO, RequestTabs } from './request-tabs.tsx'
import { SaveDialog } from './save-dialog.tsx'
import classes from './test-client.module.css'
import { useAsignaciones, useEntornos } from './test-client-api.ts'
import { useEntornoChoice } from './use-entorno-choice.ts'
import { useEntornoEditing } from './use-entorno-editing.ts'
import { type Tester, useTester } from './use-tester.ts'

/** Windows in which a panel stands in the place of the page. */
const COVERED = '(max-width: 68em)'

type Panel = 'colecciones' | 'historial' | 'entornos'

/** Calls what was published, or anybody else, and shows all of the answer. */
export default function TestClientPage() {
  const [params] = useSearchParams()
  const canalId = params.get('canal')
  const token = useTokenOfLink()
  const tester = useTester(
    canalId === null
      ? null
      : {
          ...NEW_PETICION,
          destino: { tipo: 'canal', canalId, operacion: null, ruta: '/' },
          ...(token !== null && { autenticacion: { tipo: 'token', token } }),
        },
  )
  const [panel, setPanel] = useState<Panel | null>(null)
  const [tab, setTab] = useState(FORMULARIO)
  const [isSaving, setIsSaving] = useState(false)
  const { data: entornos = [] } = useEntornos()
  const [chosen, choose] = useEntornoChoice()
  const entornoId = entornos.some(({ id }) => id === chosen) ? chosen : null
  const editing = useEntornoEditing(choose)
  const mayKeep = useCan('colecciones.crear')
  useFormOfContract(tester, params.get('operacion'))
  const close = () => editing.leave(() => setPanel(null))
  function open(next: Edited): void {
    tester.open(next)
    if (window.matchMedia(COVERED).matches) close()
  }
  const turn = (next: Panel) => editing.leave(() => setPanel(panel === next ? null : next))

  return (
    <AsidePage
      title="Cliente de Pruebas"
      summary="Llame a un canal o a una dirección externa y mire la respuesta entera."
      actions={
        <Group gap="xs">
          <Select
            aria-label="Entorno"
            placeholder="Sin entorno"
            w={160}
            clearable
            data={entornos.map(({ id, nombre }) => ({ value: id, label: nombre }))}
            value={entornoId}
            onChange={editing.edit}
          />
          <PanelButton name="entornos" label="Entornos" icon={IconVariable} panel={panel} onTurn={turn} />
          <PanelButton name="historial" label="Historial" icon={IconHistory} panel={panel} onTurn={turn} />
          <PanelButton name="colecciones" label="Colecciones" icon={IconFolder} panel={panel} onTurn={turn} />
          {mayKeep && (
            <Button
              variant="default"
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() => setIsSaving(true)}
            >
              Guardar petición
            </Button>
          )}
        </Group>
      }
      aside={
        panel && (
          <>
            {panel === 'entornos' && (
              <EntornosPanel entornoId={entornoId} editing={editing} onClose={close} />
            )}
            {panel === 'historial' && (
              <HistorialPanel
                onClose={close}
                onOpen={({ peticion }) => open({ peticion, aserciones: [], guardada: null })}
              />
            )}
            {panel === 'colecciones' && (
              <ColeccionesPanel
                entornoId={entornoId}
                onEntorno={choose}
                openId={tester.edited.guardada?.leida.id ?? null}
                onClose={close}
                onOpen={(coleccionId, leida) =>
                  open({
                    peticion: leida.peticion,
                    aserciones: leida.aserciones,
                    guardada: { coleccionId, leida },
                  })
                }
              />
            )}
          </>
        )
      }
    >
      <div className={classes.scroll}>
        <FormHelp help={`/documentacion/cliente-de-pruebas#${tab}`} root="">
          <Stack gap="md">
            <FormHelp help="/documentacion/cliente-de-pruebas#a-quien-se-llama" root="">
              <DestinoBar tester={tester} entornoId={entornoId} />
            </FormHelp>
            <RequestTabs tester={tester} entornoId={entornoId} tab={tab} onTab={setTab} />
          </Stack>
        </FormHelp>
        {/* A load has an outcome of its own. */}
        {(tab !== CARGA || tester.outcome.tipo !== 'nada') && (
          <AnswerPanel
            destino={tester.edited.peticion.destino}
            outcome={tester.outcome}
            aserciones={tester.edited.aserciones}
          />
        )}
      </div>
      {editing.asked && (
        <ConfirmDialog
          title="Hay variables sin guardar"
          confirm="Descartarlas"
          isDangerous
          onConfirm={async () => editing.asked?.confirm()}
          onClose={editing.asked.cancel}
        >
          <Text size="sm">Lo que cambió en el entorno todavía no está guardado: si sigue, se pierde.</Text>
        </ConfirmDialog>
      )}
      {isSaving && (
        <SaveDialog edited={tester.edited} onSaved={tester.keepAs} onClose={() => setIsSaving(false)} />
      )}
    </AsidePage>
  )
}

/** What came with the link; the browser's history does not keep it. */
function useTokenOfLink(): string | null {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [token] = useState(() => tokenOf(state))
  const forget = useEffectEvent(() => void navigate({ search }, { replace: true, state: null }))
  useEffect(() => {
    if (token !== null) forget()
  }, [token])
  return token
}

function tokenOf(state: unknown): string | null {
  const { token }: Partial<ToCall> = isRecord(state) ? state : {}
  return typeof token === 'string' ? token : null
}

interface PanelButtonProps {
  name: Panel
  label: string
  icon: typeof IconFolder
  panel: Panel | null
  onTurn: (panel: Panel) => void
}

function PanelButton({ name, label, icon: Mark, panel, onTurn }: PanelButtonProps) {
  return (
    <Button
      variant={panel === name ? 'light' : 'default'}
      aria-pressed={panel === name}
      leftSection={<Mark size={16} aria-hidden />}
      onClick={() => onTurn(name)}
    >
      {label}
    </Button>
  )
}

/** The form of what is called: of one that was kept or sent before, and of what a link leads to. */
function useFormOfContract(tester: Tester, wanted: string | null): void {
  const { destino } = tester.edited.peticion
  const canalId = destino.tipo === 'canal' ? destino.canalId : null
  const { data: asignaciones } = useAsignaciones(canalId)
  const isMissing = tester.formulario === null
  const apply = useEffectEvent(() => {
    if (destino.tipo !== 'canal' || canalId === null || !asignaciones) return
    const isUntouched = destino.operacion === null && destino.ruta === '/'
    const [only] = asignaciones
    const asked = destino.operacion ?? (isUntouched ? wanted : null)
    const found =
      asignaciones.find((each) => operacionOf(each) === asked) ??
      (isUntouched && asignaciones.length === 1 ? only : undefined)
    if (found) void tester.chooseOperacion(found, { canalId, isNew: isUntouched })
  })
  useEffect(() => {
    if (isMissing && canalId !== null && asignaciones !== undefined) apply()
  }, [isMissing, canalId, asignaciones])
}
