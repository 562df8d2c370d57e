import type { AsignacionGuardada, CanalResumen, PeticionDePrueba } from '@div/contract'
import { METODOS_DE_PRUEBA } from '@div/contract'
import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { useCan } from '../../shared/session.ts'
import { aimAt, NEW_PETICION, operacionOf, whyNotReady } from './peticion-draft.ts'
import classes from './test-client.module.css'
import { useAsignaciones, useCanal, useHasCanales } from './test-client-api.ts'
import type { Tester } from './use-tester.ts'

interface DestinoBarProps {
  tester: Tester
  entornoId: string | null
}

/** Who is called, with what, and the button. */
export function DestinoBar({ tester, entornoId }: DestinoBarProps) {
  const { peticion } = tester.edited
  const { destino, metodo } = peticion
  const mayCallOutside = useCan('procesos.editar')
  const isSending = tester.outcome.tipo === 'enviando'
  const reason = whyNotReady(peticion)

  function aim(tipo: string) {
    if (tipo === destino.tipo) return
    const aimed = aimAt(tipo === 'externa' ? 'externa' : 'canal', peticion)
    tester.open({ ...tester.edited, peticion: aimed, guardada: null })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason === null) void tester.submit(entornoId)
  }

  return (
    <form onSubmit={submit} aria-label="Petición" className={classes.bar}>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="A quién se llama"
          data={[
            { value: 'canal', label: 'Canal' },
            { value: 'externa', label: 'Dirección externa', disabled: !mayCallOutside },
          ]}
          value={destino.tipo}
          onChange={aim}
        />
        {destino.tipo === 'canal' ? (
          <CanalFields tester={tester} destino={destino} />
        ) : (
          <Text size="xs" c="dimmed" flex="1 1 240px">
            La llama el servidor, nunca a una red privada, y queda en la auditoría.
          </Text>
        )}
        {!mayCallOutside && (
          <Text size="xs" c="dimmed">
            A direcciones externas llaman operadores y administradores.
          </Text>
        )}
      </Group>
      <Group gap="sm" align="flex-end">
        <Select
          aria-label="Método"
          w={112}
          allowDeselect={false}
          data={[...METODOS_DE_PRUEBA]}
          value={metodo}
          onChange={(value) => {
            const chosen = METODOS_DE_PRUEBA.find((each) => each === value)
            if (chosen) tester.change({ ...peticion, metodo: chosen })
          }}
        />
        <AddressField tester={tester} />
        {isSending ? (
          <Button
            variant="default"
            ml="auto"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={tester.cancel}
          >
            Detener
          </Button>
        ) : (
          <Button
            type="submit"
            ml="auto"
            disabled={reason !== null}
            title={reason ?? undefined}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            Enviar
          </Button>
        )}
      </Group>
    </form>
  )
}

function AddressField({ tester }: { tester: Tester }) {
  const { peticion } = tester.edited
  const { destino } = peticion
  const { data: canal } = useCanal(destino.tipo === 'canal' ? destino.canalId : null)
  if (destino.tipo === 'externa') {
    return (
      <TextInput
        aria-label="Dirección"
        placeholder="https://api.ejemplo.com/clientes"
        className={classes.address ?? ''}
        classNames={{ input: classes.mono ?? '' }}
        value={destino.url}
        onChange={({ currentTarget: { value } }) =>
          tester.change({ ...peticion, destino: { ...destino, url: value } })
        }
      />
    )
  }
  const prefix = canal ? `/${canal.tipo.toLowerCase()}/${canal.ruta}` : ''
  return (
    <TextInput
      aria-label="Ruta"
      className={classes.address ?? ''}
      classNames={{ input: classes.mono ?? '' }}
      leftSection={prefix !== '' && <span className={classes.prefix}>{prefix}</span>}
      leftSectionWidth={prefix === '' ? 12 : `calc(${Math.min(prefix.length, 28)}ch + 16px)`}
      value={destino.ruta}
      onChange={({ currentTarget: { value } }) =>
        tester.change({ ...peticion, destino: { ...destino, ruta: value } })
      }
    />
  )
}

type CanalDestino = Extract<PeticionDePrueba['destino'], { tipo: 'canal' }>

function CanalFields({ tester, destino }: { tester: Tester; destino: CanalDestino }) {
  const { canalId, operacion } = destino
  const { data: asignaciones = [] } = useAsignaciones(canalId)
  const hasCanales = useHasCanales()
  const known = asignaciones.some((each) => operacionOf(each) === operacion)

  function choose(key: string | null) {
    const asignacion = asignaciones.find((each) => operacionOf(each) === key)
    if (asignacion && canalId !== null) void tester.chooseOperacion(asignacion, { canalId, isNew: true })
  }

  return (
    <>
      <ResourceSelect<CanalResumen>
        resource="canales"
        aria-label="Canal"
        placeholder={hasCanales === false ? 'No hay canales' : 'Elija un canal'}
        flex="1 1 180px"
        noteOf={({ tipo, activo }) => (activo ? tipo : `${tipo}, inactivo`)}
        value={canalId}
        onChange={(id) =>
          tester.open({
            ...tester.edited,
            peticion: {
              ...NEW_PETICION,
              destino: { ...NEW_PETICION.destino, tipo: 'canal', canalId: id, operacion: null, ruta: '/' },
            },
            guardada: null,
          })
        }
      />
      <Select
        aria-label="Operación"
        placeholder={operacionPlaceholder(canalId, asignaciones)}
        flex="1 1 220px"
        searchable
        disabled={asignaciones.length === 0}
        data={[...new Map(asignaciones.map((each) => [operacionOf(each), labelOf(each)]))].map(
          ([value, label]) => ({ value, label }),
        )}
        value={known ? operacion : null}
        onChange={choose}
      />
    </>
  )
}

function operacionPlaceholder(canalId: string | null, asignaciones: readonly AsignacionGuardada[]): string {
  if (canalId === null) return 'Operación'
  return asignaciones.length === 0 ? 'El canal no publica nada' : 'Elija una operación'
}

function labelOf(asignacion: AsignacionGuardada): string {
  return `${operacionOf(asignacion)} · ${asignacion.proceso}`
}
