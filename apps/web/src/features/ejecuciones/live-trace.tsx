import type { Ejecucion, Flujo } from '@div/contract'
import { Waterfall } from '@div/ui'
import { Anchor, List, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { followRun } from '../../shared/en-vivo/follow-run.ts'
import { colorOfEstado, EstadoIcon } from '../../shared/trace/estados.tsx'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { asleepNodos, describeEspera, type ShownNodo, workingNodos } from './asleep.ts'
import { FlujoPicture } from './flujo-picture.tsx'
import { growNodos, hearEvento, type LiveNodos, NOTHING_HEARD } from './live-pasos.ts'
import type { LiveOutcome } from './nodo-outcomes.ts'

/** How often what goes on is drawn longer. */
const GROW_MS = 250

interface LiveTraceProps {
  ejecucion: Pick<Ejecucion, 'id' | 'estado' | 'inicio' | 'pasos' | 'esperas'>
  flujo: Flujo | undefined
  nombres: ReadonlyMap<string, string>
}

const WAITING: Readonly<Partial<Record<Ejecucion['estado'], string>>> = {
  en_cola: 'Espera un worker: el recorrido aparece cuando empieza.',
  esperando:
    'Duerme hasta que llegue lo que espera, sin ocupar ningún worker. El recorrido sigue aquí cuando despierte.',
}

/** A run while it goes on: its nodes over time and over the drawing, each as it was told last. */
export function LiveTrace({ ejecucion, flujo, nombres }: LiveTraceProps) {
  const { id, estado, esperas = [] } = ejecucion
  const live = useLiveNodos(id)
  const now = useGrowing(estado === 'ejecutando')
  const entrada = flujo?.nodos.find(({ tipo }) => tipo === 'entrada')?.id
  const nodos: ShownNodo[] =
    estado === 'esperando'
      ? asleepNodos(ejecucion, { entrada, now: Date.now() })
      : workingNodos(growNodos(live, now), esperas)
  const began = nodos[0]?.inicio ?? 0
  const spans = nodos
    .filter((nodo) => nodo.estado !== 'omitido')
    .map((nodo) => ({
      id: nodo.nodo,
      label: nombres.get(nodo.nodo) ?? nodo.nodo,
      mark: <EstadoIcon estado={nodo.estado} />,
      color: colorOfEstado(nodo.estado),
      depth: 0,
      startMs: nodo.inicio - began,
      durationMs: nodo.duracionMs,
    }))
  const totalMs = Math.max(1, ...spans.map(({ startMs, durationMs }) => startMs + durationMs))
  const [selected, setSelected] = useState<string | null>(null)
  const outcomes = new Map<string, LiveOutcome>(
    nodos.map((nodo) => [nodo.nodo, { estado: nodo.estado, durationMs: nodo.duracionMs, count: nodo.veces }]),
  )
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed" role="status">
        {WAITING[estado] ??
          'En marcha: el recorrido crece según avanza; los datos de cada nodo llegan al final.'}
      </Text>
      {esperas.length > 0 && (
        <List size="sm" aria-label="Lo que espera">
          {esperas.map((espera) => (
            <List.Item key={`${espera.nodo} ${espera.desde}`}>
              «{nombres.get(espera.nodo) ?? espera.nodo}» {describeEspera(espera)}
              {espera.clase === 'aprobacion' && (
                <>
                  {' '}
                  <Anchor component={Link} to="/ejecuciones/aprobaciones" size="sm" underline="always">
                    Ver las aprobaciones
                  </Anchor>
                </>
              )}
            </List.Item>
          ))}
        </List>
      )}
      {flujo && <FlujoPicture flujo={flujo} outcomes={outcomes} selected={selected} onSelect={setSelected} />}
      {spans.length > 0 && (
        <Waterfall
          label="Nodos en el tiempo"
          spans={spans}
          totalMs={totalMs}
          selected={selected}
          onSelect={setSelected}
        />
      )}
    </Stack>
  )
}

function useLiveNodos(id: string): LiveNodos {
  const motorPort = useConfiguracion().data?.motor.puerto
  const queries = useQueryClient()
  const [live, setLive] = useState(NOTHING_HEARD)
  useEffect(() => {
    if (motorPort === undefined) return
    return followRun({ tema: { tipo: 'ejecucion', id }, motorPort }, (evento) => {
      setLive((before) => hearEvento(before, evento, performance.now()))
      // What it came to, or that it sleeps, stands in the history or in the queue.
      if (evento.tipo === 'fin') void queries.invalidateQueries({ queryKey: ['ejecuciones', 'una', id] })
    })
  }, [id, motorPort, queries])
  return live
}

/** The time now, again and again while something grows. */
function useGrowing(isGrowing: boolean): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (!isGrowing) return
    const timer = setInterval(() => setNow(performance.now()), GROW_MS)
    return () => clearInterval(timer)
  }, [isGrowing])
  return now
}
