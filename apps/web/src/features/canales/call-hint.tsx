import type { CanalGuardado } from '@div/contract'
import { CopyValue } from '@div/ui'
import { Stack, Text } from '@mantine/core'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { curlOf } from '../../shared/canales/curl.ts'
import { sampleCall } from '../../shared/canales/sample-call.ts'
import { testAddressOf } from '../../shared/canales/test-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { ReachLink } from '../../shared/reach-link.tsx'
import type { AsignacionRow } from './asignacion-rows.ts'
import { useEntrada } from './canales-api.ts'

interface CallHintProps {
  canal: CanalGuardado
  row: AsignacionRow
  isStored: boolean
  /** It cannot be stored like this. */
  isRefused: boolean
}

/** What to call, filled in with examples of what the process asks for. */
export function CallHint({ canal, row, isStored, isRefused }: CallHintProps) {
  const { procesoId, version, versionPublicada, metodo, ruta } = row
  const base = useCanalesBase()
  const entrada = useEntrada(procesoId, version === 'publicada' ? versionPublicada : version)
  if (base === undefined) return null
  const address = addressOfCanal(base, canal)
  if (metodo === null || ruta === null) {
    return (
      <Stack gap="xs">
        <CopyValue value={`${address}?wsdl`} noun="la dirección del WSDL" />
        <WhenItAnswers {...{ canal, row, isStored, isRefused }} />
      </Stack>
    )
  }
  const call = sampleCall(entrada ?? [], { metodo, ruta })
  return (
    <Stack gap="xs">
      <CopyValue value={`${address}${ruta}`} noun="la dirección" />
      <CopyValue
        isBlock
        value={curlOf({ address, metodo, acceso: canal.acceso.tipo, call })}
        noun="el comando curl"
      />
      <WhenItAnswers {...{ canal, row, isStored, isRefused }} />
    </Stack>
  )
}

function WhenItAnswers({ canal, row, isStored, isRefused }: CallHintProps) {
  const { metodo, ruta, operacion } = row
  return (
    <>
      {isStored && canal.activo && (
        <ReachLink to={testAddressOf(canal.id, operacion ?? `${metodo} ${ruta}`)}>
          Probar en el Cliente de Pruebas
        </ReachLink>
      )}
      {!isStored && !isRefused && (
        <Text size="xs" c="dimmed">
          Responderá así cuando lo guarde.
        </Text>
      )}
      {isStored && !canal.activo && (
        <Text size="xs" c="dimmed">
          El canal está inactivo: responderá cuando lo active.
        </Text>
      )}
    </>
  )
}
