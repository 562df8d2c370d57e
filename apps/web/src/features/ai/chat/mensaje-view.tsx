import type { Adjunto, Cita, Mensaje } from '@div/contract'
import { CopyButton } from '@div/ui'
import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react'
import { WayOut } from '../conversaciones/way-out.tsx'
import { showImporte } from '../importe/show-importe.ts'
import { AdjuntoChip } from './adjunto-chip.tsx'
import { CitaButton } from './cita-button.tsx'
import { MarkdownView } from './markdown-view.tsx'
import classes from './mensaje-view.module.css'

interface MensajeViewProps {
  conversacionId: string
  mensaje: Mensaje
  /** Asks for it again; absent: that is no more possible. */
  onRepeat?: (() => void) | undefined
}

export function MensajeView(props: MensajeViewProps) {
  return props.mensaje.rol === 'usuario' ? <PreguntaView {...props} /> : <RespuestaView {...props} />
}

function PreguntaView({ conversacionId, mensaje: { texto, piezas } }: MensajeViewProps) {
  const adjuntos = piezas.flatMap((pieza): Adjunto[] => (pieza.tipo === 'adjunto' ? [pieza.adjunto] : []))
  return (
    <article className={classes.pregunta} aria-label="Usted">
      {texto !== '' && <p className={classes.dicho}>{texto}</p>}
      {adjuntos.length > 0 && (
        <Group gap="xs">
          {adjuntos.map((adjunto) => (
            <AdjuntoChip key={adjunto.id} conversacionId={conversacionId} adjunto={adjunto} />
          ))}
        </Group>
      )}
    </article>
  )
}

function RespuestaView({ mensaje, onRepeat }: MensajeViewProps) {
  const { texto, piezas, estado, error, motivo } = mensaje
  // What comes fast is drawn when there is time for it: typing stays quick.
  const shown = useDeferredValue(texto)
  const citas = useMemo(
    () => piezas.flatMap((pieza): Cita[] => (pieza.tipo === 'cita' ? [pieza.cita] : [])),
    [piezas],
  )
  const avisos = piezas.flatMap((pieza) => (pieza.tipo === 'aviso' ? [pieza.texto] : []))
  const renderCita = useCallback(
    (numero: number): ReactNode => {
      const cita = citas.find((each) => each.numero === numero)
      return cita ? <CitaButton cita={cita}>{numero}</CitaButton> : null
    },
    [citas],
  )
  const isOpen = estado === 'generando'
  return (
    <article className={classes.respuesta} aria-label="Respuesta" aria-busy={isOpen}>
      {avisos.map((aviso) => (
        <Alert key={aviso} color="yellow" variant="light" p="xs" icon={<IconInfoCircle aria-hidden />}>
          {aviso}
        </Alert>
      ))}
      {texto !== '' && <MarkdownView texto={shown} renderCita={renderCita} />}
      {isOpen && (
        <Group gap="xs" role="status">
          <Loader size="xs" type="dots" />
          <Text size="xs" c="dimmed">
            {texto === '' ? 'Pensando…' : 'Escribiendo…'}
          </Text>
        </Group>
      )}
      {motivo === 'longitud' && (
        <Text size="xs" c="dimmed">
          La respuesta se cortó: llegó al máximo de tokens. Pida que continúe.
        </Text>
      )}
      {estado === 'detenido' && (
        <Text size="xs" c="dimmed">
          Respuesta detenida.
        </Text>
      )}
      {error && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {error.mensaje} <WayOut codigo={error.codigo} />
        </Alert>
      )}
      {citas.length > 0 && (
        <Group gap={6} role="group" aria-label="Pasajes">
          {citas.map((cita) => (
            <CitaButton key={cita.numero} cita={cita}>{`[${cita.numero}] ${cita.documento}`}</CitaButton>
          ))}
        </Group>
      )}
      {!isOpen && (
        <Group gap="xs" className={classes.pie ?? ''}>
          <Text size="xs" c="dimmed">
            {describeCoste(mensaje)}
          </Text>
          {texto !== '' && <CopyButton value={texto} variant="subtle" color="gray" size="compact-xs" />}
          {onRepeat && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={onRepeat}
            >
              {error ? 'Volver a intentar' : 'Volver a pedir'}
            </Button>
          )}
        </Group>
      )}
    </article>
  )
}

function describeCoste(mensaje: Mensaje): string {
  const { modelo, tokensEntrada, tokensSalida, tokensEstimados, importe, moneda } = mensaje
  const number = (tokens: number) => tokens.toLocaleString('es')
  return [
    ...(modelo === null ? [] : [modelo]),
    ...(tokensEntrada === null || tokensSalida === null
      ? []
      : [`${number(tokensEntrada)} + ${number(tokensSalida)} tokens`]),
    ...(importe === null || moneda === null ? [] : [showImporte(importe, moneda)]),
    ...(tokensEstimados ? ['estimado'] : []),
  ].join(' · ')
}
