import type { LimitesDeCarga, PeticionDePrueba, ResultadoDeCarga } from '@div/contract'
import { describeMs, MetricCard, TimeSeriesChart } from '@div/ui'
import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBolt, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { describeFallo, type Fallo } from './describe-fallo.ts'
import { whyNotReady } from './peticion-draft.ts'
import { type FigurasDeCarga, summarizeCarga } from './summarize-carga.ts'
import { runCarga, useLimitesDeCarga } from './test-client-api.ts'

interface CargaPanelProps {
  peticion: PeticionDePrueba
  entornoId: string | null
}

/** The same call many times, and how it was answered. */
export function CargaPanel({ peticion, entornoId }: CargaPanelProps) {
  const [veces, setVeces] = useState<number | string>(100)
  const [aLaVez, setALaVez] = useState<number | string>(4)
  const [result, setResult] = useState<ResultadoDeCarga | null>(null)
  const [failure, setFailure] = useState<Fallo | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const waiting = useRef<AbortController | null>(null)
  const { data: limites } = useLimitesDeCarga()
  useEffect(() => () => waiting.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    waiting.current = controller
    setIsRunning(true)
    setFailure(null)
    try {
      setResult(
        await runCarga(
          { peticion, entornoId, veces: Number(veces), aLaVez: Number(aLaVez) },
          controller.signal,
        ),
      )
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(describeFallo(reason, peticion))
    } finally {
      setIsRunning(false)
    }
  }

  if (peticion.destino.tipo === 'externa') {
    return (
      <Text size="sm" c="dimmed">
        La carga es solo de canales de este producto: repetida contra el sistema de otro sería un ataque.
      </Text>
    )
  }
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <NumberInput
          label="Llamadas"
          w={120}
          min={1}
          max={limites?.llamadas ?? Number.MAX_SAFE_INTEGER}
          value={veces}
          onChange={setVeces}
        />
        <NumberInput
          label="A la vez"
          w={120}
          min={1}
          max={limites?.aLaVez ?? Number.MAX_SAFE_INTEGER}
          value={aLaVez}
          onChange={setALaVez}
        />
        {isRunning ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => waiting.current?.abort()}
          >
            Detener la carga
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={whyNotReady(peticion) !== null}
            leftSection={<IconBolt size={16} aria-hidden />}
            onClick={() => void start()}
          >
            Lanzar carga
          </Button>
        )}
        <Text size="xs" c="dimmed" flex="1 1 220px">
          {describeRitmo(limites)}
        </Text>
      </Group>
      {isRunning && (
        <Text size="sm" role="status">
          Llamando {Number(veces).toLocaleString('es')} veces…
        </Text>
      )}
      {failure && (
        <Alert color="red" variant="light" role="alert" title={failure.titulo}>
          {failure.mensaje}
        </Alert>
      )}
      {result && !isRunning && <Figuras figuras={summarizeCarga(result)} isCut={result.incompleta} />}
    </Stack>
  )
}

/** Who waits for a load is told why it goes no faster. */
function describeRitmo(limites: LimitesDeCarga | undefined): string {
  const pace = limites
    ? `hacen como mucho ${limites.porSegundo.toLocaleString('es')} llamadas por segundo, ${limites.aLaVez} a la vez y durante ${describeMs(limites.duracionMs)}`
    : 'van a un ritmo limitado'
  return `Todas las cargas juntas ${pace}, para que los demás canales sigan respondiendo.`
}

function Figuras({ figuras, isCut }: { figuras: FigurasDeCarga; isCut: boolean }) {
  const { llamadas, errores, porSegundo, p50, p95, p99, puntos, motivos } = figuras
  return (
    <Stack gap="md" component="section" aria-label="Resultado de la carga">
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
        <MetricCard label="p50" {...timeOf(p50)} />
        <MetricCard label="p95" {...timeOf(p95)} />
        <MetricCard label="p99" {...timeOf(p99)} />
        <MetricCard
          label="Por segundo"
          value={porSegundo.toLocaleString('es', { maximumFractionDigits: 1 })}
        />
        <MetricCard
          label="Errores"
          value={errores}
          description={`de ${llamadas.toLocaleString('es')} llamadas`}
          status={errores === 0 ? 'healthy' : 'critical'}
        />
      </SimpleGrid>
      {isCut && (
        <Text size="sm" c="dimmed">
          Se acabó el tiempo de una carga antes de hacer todas las llamadas.
        </Text>
      )}
      <TimeSeriesChart
        label="Latencia durante la carga"
        data={puntos}
        withGrid
        withLegend
        series={[
          { dataKey: 'p50', name: 'p50 (ms)', stroke: 'var(--mantine-color-teal-6)' },
          { dataKey: 'p95', name: 'p95 (ms)', stroke: 'var(--mantine-color-orange-6)' },
          { dataKey: 'p99', name: 'p99 (ms)', stroke: 'var(--mantine-color-grape-6)', isDashed: true },
        ]}
      />
      {errores > 0 && (
        <TimeSeriesChart
          label="Errores durante la carga"
          height={120}
          data={puntos}
          withGrid
          withLegend
          series={[
            { dataKey: 'errores', name: 'Errores', stroke: 'var(--mantine-color-red-6)', type: 'area' },
          ]}
        />
      )}
      {motivos.map(({ motivo, veces }) => (
        <Text key={motivo} size="sm">
          {veces.toLocaleString('es')} × {motivo}
        </Text>
      ))}
    </Stack>
  )
}

/** `2,19 ms` in two: the number is read first. */
function timeOf(ms: number | null): { value: string | null; unit?: string } {
  if (ms === null) return { value: null }
  const text = describeMs(ms)
  const at = text.lastIndexOf(' ')
  return { value: text.slice(0, at), unit: text.slice(at + 1) }
}
