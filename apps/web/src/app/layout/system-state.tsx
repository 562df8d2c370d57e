import { connectionOf } from '../../shared/metricas/connection.ts'
import { useMetricas } from '../../shared/metricas/use-metricas.ts'
import { useNow } from '../../shared/use-now.ts'
import { describeSystem } from './describe-system.ts'
import classes from './sidebar.module.css'

const CHECK_MS = 5_000

/** The footer: whether the product answers, and whether a motor lives that answers its callers. */
export function SystemState() {
  const { data, dataUpdatedAt, errorUpdatedAt } = useMetricas()
  const now = useNow(CHECK_MS)
  const connection = connectionOf({ succeededAt: dataUpdatedAt, failedAt: errorUpdatedAt }, now)
  const { text, color } = describeSystem(connection, data?.last.workers.total ?? null)
  return (
    <div className={classes.system} role="status">
      <span className={classes.dot} style={{ background: `var(--mantine-color-${color})` }} aria-hidden />
      <span>Sistema</span>
      <strong>{text}</strong>
    </div>
  )
}
