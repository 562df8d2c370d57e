import type { Flujo, Hallazgo, ResultadoDeEjecucion } from '@div/contract'
import { Alert, Anchor, List, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { useReach } from '../../shared/reach.ts'
import { RunError } from '../../shared/trace/run-error.tsx'
import { RunSummary } from '../../shared/trace/run-summary.tsx'
import { Trace, ValueBox } from '../../shared/trace/trace.tsx'
import type { Run } from './use-run.ts'

/** What came of the last run: its answer and what each node did. */
export function RunOutcome({ run, flujo }: { run: Run; flujo: Flujo | undefined }) {
  const nombres = useMemo(() => new Map(flujo?.nodos.map(({ id, nombre }) => [id, nombre])), [flujo])
  const place = useRef<HTMLDivElement>(null)
  // Below a long form nobody would see that it has ended.
  useEffect(() => {
    if (run.result !== null || run.refusal !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [run.result, run.refusal])
  return (
    <div ref={place}>
      {run.refusal !== null && <Refusal reason={run.refusal} nombres={nombres} />}
      {run.result !== null && <Result result={run.result} nombres={nombres} />}
    </div>
  )
}

type Nombres = ReadonlyMap<string, string>

function Refusal({ reason, nombres }: { reason: unknown; nombres: Nombres }) {
  const hallazgos = hallazgosOf(reason)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="No se pudo ejecutar"
      role="alert"
    >
      {describeError(reason)}
      {hallazgos.length > 0 && (
        <List size="sm" mt="sm">
          {hallazgos.map(({ nodo, campo, mensaje }) => (
            <List.Item key={`${nodo}/${campo}/${mensaje}`}>
              {nodo !== null && <b>{nombres.get(nodo) ?? nodo}: </b>}
              {mensaje}
            </List.Item>
          ))}
        </List>
      )}
      {reason instanceof ApiError && reason.errores.length > 0 && (
        <List size="sm" mt="sm">
          {reason.errores.map(({ campo, mensaje }) => (
            <List.Item key={campo}>
              <b>{campo}:</b> {mensaje}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

/** Of a flujo that cannot run: why. */
function hallazgosOf(reason: unknown): readonly Hallazgo[] {
  const hallazgos = reason instanceof ApiError ? reason.problem.hallazgos : undefined
  return Array.isArray(hallazgos) ? hallazgos.filter(({ gravedad }: Hallazgo) => gravedad === 'error') : []
}

function Result({ result, nombres }: { result: ResultadoDeEjecucion; nombres: Nombres }) {
  const { idEjecucion, error, salida, pasos, pasosOmitidos } = result
  const reaches = useReach()
  const path = addressOf('ejecuciones', idEjecucion)
  return (
    <Stack gap="lg" component="section" aria-label="Resultado">
      <RunSummary resultado={result}>
        {reaches(path) && (
          <Anchor component={Link} to={path} size="sm">
            Ver la ejecución
          </Anchor>
        )}
      </RunSummary>
      {error && <RunError error={error} pasos={pasos} nombres={nombres} />}
      {error === null && <ValueBox title="Respuesta" value={salida} />}
      <Trace pasos={pasos} omitidos={pasosOmitidos} nombres={nombres} />
    </Stack>
  )
}
