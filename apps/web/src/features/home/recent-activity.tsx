import { relativeTime } from '@div/ui'
import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { useReach } from '../../shared/reach.ts'
import { timeWords } from '../../shared/time/time-words.ts'
import { useNow } from '../../shared/use-now.ts'
import classes from './activity.module.css'
import { useResumen, useSiguientes } from './home-api.ts'
import { slowestCanales } from './slowest-canales.ts'

const ROWS = 5
const AGE_STEP_MS = 15_000
const MS = new Intl.NumberFormat('es', { maximumFractionDigits: 0 })

/** What failed, what comes and what is slow: where a person looks first in the morning. */
export function RecentActivity() {
  const resumen = useResumen()
  const siguientes = useSiguientes(ROWS)
  const reaches = useReach()
  const now = useNow(AGE_STEP_MS)
  // Who may not change a canal finds it in the list.
  const canalPath = (id: string) => [addressOf('canales', id)].find(reaches) ?? '/canales'
  return (
    <div className={classes.panels}>
      <Panel title="Últimos fallos" query={resumen} empty="Ninguna ejecución falló en las últimas 24 horas.">
        {resumen.data?.ultimosFallos.slice(0, ROWS).map((fallo) => (
          <Row
            key={fallo.id}
            to={addressOf('ejecuciones', fallo.id)}
            name={fallo.proceso ?? 'Proceso eliminado'}
            text={fallo.errorMensaje ?? fallo.errorCodigo ?? 'Error sin mensaje'}
            value={relativeTime(Date.parse(fallo.inicio), now)}
          />
        ))}
      </Panel>
      <Panel title="Próximas tareas" query={siguientes} empty="Ninguna tarea activa.">
        {siguientes.data?.map(({ tareaId, nombre, proceso, momento }) => (
          <Row
            key={tareaId}
            to={addressOf('tareas-programadas', tareaId)}
            name={nombre}
            text={proceso}
            value={timeWords(Date.parse(momento), now)}
          />
        ))}
      </Panel>
      <Panel
        title="Canales más lentos"
        query={resumen}
        empty="Ningún canal recibió llamadas en las últimas 24 horas."
      >
        {slowestCanales(resumen.data?.canalesMasLentos ?? [], ROWS).map(
          ({ canalId, canal, total, p95Ms, share }) => (
            <Row
              key={canalId}
              to={canalPath(canalId)}
              name={canal}
              text={total === 1 ? '1 llamada' : `${MS.format(total)} llamadas`}
              value={`P95 ${MS.format(p95Ms)} ms`}
              share={share}
            />
          ),
        )}
      </Panel>
    </div>
  )
}

interface PanelProps {
  title: string
  query: { isPending: boolean; error: Error | null; data?: unknown }
  empty: string
  children: ReactNode[] | undefined
}

function Panel({ title, query: { isPending, error, data }, empty, children = [] }: PanelProps) {
  return (
    <Paper component="section" className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {isPending && <Skeleton h={120} mx="lg" w="auto" />}
      {error !== null && data === undefined && <Text className={classes.quiet}>{describeError(error)}</Text>}
      {data !== undefined && children.length === 0 && <Text className={classes.quiet}>{empty}</Text>}
      {children.length > 0 && <ul className={classes.rows}>{children}</ul>}
    </Paper>
  )
}

interface RowProps {
  to: string
  name: string
  text: string
  value: string
  /** Of the longest bar, 0 to 1. */
  share?: number
}

function Row({ to, name, text, value, share }: RowProps) {
  const reaches = useReach()
  const body = (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{value}</span>
      <span className={classes.text} title={text}>
        {text}
      </span>
      {share !== undefined && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {reaches(to) ? (
        <Link to={to} className={classes.row}>
          {body}
        </Link>
      ) : (
        <div className={classes.row}>{body}</div>
      )}
    </li>
  )
}
