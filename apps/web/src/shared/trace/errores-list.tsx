import type { ErrorDeCampo } from '@div/contract'
import { isRecord } from '@div/ui'
import { List } from '@mantine/core'

/** What exactly was wrong with the data, when the error says so. */
export function ErroresList({ detalle }: { detalle: unknown }) {
  const errores = readErrores(detalle)
  if (errores.length === 0) return null
  return (
    <List size="sm" mt={4}>
      {errores.map(({ campo, mensaje }) => (
        <List.Item key={`${campo}/${mensaje}`}>
          <code>{campo.replace(/^parametros\./, '')}</code>: {mensaje}
        </List.Item>
      ))}
    </List>
  )
}

function readErrores(detalle: unknown): readonly ErrorDeCampo[] {
  const errores = isRecord(detalle) ? detalle.errores : undefined
  if (!Array.isArray(errores)) return []
  return errores.filter(
    (each): each is ErrorDeCampo =>
      isRecord(each) && typeof each.campo === 'string' && typeof each.mensaje === 'string',
  )
}
